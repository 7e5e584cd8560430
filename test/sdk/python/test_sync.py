"""A copy kept by the client is the server's own rows, whatever is loaded and deleted while it is made and after."""

import random
import unittest
from typing import Any

from muster import Muster, SyncState
from test_client import GIVEN, load, timesheet


class Copy:
    """As a program would keep one: rows and state together."""

    def __init__(self, key: str, **parts: Any) -> None:
        self.muster = Muster(GIVEN["url"], key)
        self.parts = parts
        self.rows: dict[str, Any] = {}
        self.state: SyncState | None = None
        self.resets = 0
        self.meanwhile: list[list[dict[str, Any]]] = []

    def sync(self) -> None:
        for batch in self.muster.timesheets.sync(self.state, **self.parts):
            if batch.reset:
                self.resets += 1
                self.rows.clear()
            for row in batch.upserts:
                self.rows[row["id"]] = row
            for key in batch.deletes:
                self.rows.pop(key, None)
            if batch.state:
                self.state = batch.state
            if self.meanwhile:
                load(self.meanwhile.pop(0))


class Sync(unittest.TestCase):
    def copy(self, key: str, **parts: Any) -> Copy:
        made = Copy(GIVEN[key], **parts)
        self.addCleanup(made.muster.close)
        return made

    def expect_same(self, copy: Copy) -> None:
        rows = {row["id"]: row for row in copy.muster.timesheets.list(**copy.parts)}
        self.assertEqual(copy.rows, rows)

    def test_random_loads_and_deletions_during_the_copy_and_after_it(self) -> None:
        chance = random.Random(909)

        def step() -> dict[str, Any]:
            # Rows anywhere in the list come and go: their dates are what decides where.
            key = f"t{chance.randrange(450)}"
            if chance.random() < 0.33:
                return {"type": "timesheet", "id": key, "deleted": True}
            status = chance.choice(["pending", "pending_approval", "approved", "absent"])
            line = timesheet(chance.randrange(100_000), status=status)
            line["record"].update(id=key, reference=f"C1-T-{key}")
            return line

        for parts, loads in (({}, 5), ({"includeTimelogs": True}, 2)):
            copy = self.copy("key", **parts)
            copy.meanwhile = [[step() for _ in range(chance.randrange(1, 60))] for _ in range(loads)]
            copy.sync()
            while copy.meanwhile:
                load(copy.meanwhile.pop(0))
                copy.sync()
            copy.sync()
            self.expect_same(copy)
            self.assertEqual(copy.resets, 1)

    def test_rows_that_slip_onto_a_page_that_was_read_are_found_by_counting(self) -> None:
        copy = self.copy("key")
        first = copy.muster.timesheets.list(fields=["id"]).page(limit=30).data
        deletions = [{"type": "timesheet", "id": row["id"], "deleted": True} for row in first]
        # One batch says that what was copied before must go; the next is the first page.
        copy.meanwhile = [[], deletions]
        copy.sync()
        self.expect_same(copy)

    def test_a_scope_that_changed_as_a_whole_begins_again_by_itself(self) -> None:
        copy = self.copy("agencyKey")
        copy.sync()
        self.assertGreater(len(copy.rows), 0)
        load([GIVEN["disconnected"]])
        copy.sync()
        self.assertEqual(copy.resets, 2)
        self.expect_same(copy)


if __name__ == "__main__":
    unittest.main()

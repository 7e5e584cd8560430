"""The client against a real server: pages while rows come in, repeats where they are safe, errors that say what they
are. Run by python.test.ts, which says where things are."""

import json
import os
import pickle
import sys
import tempfile
import threading
import time
import unittest
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from unittest.mock import patch
from urllib.request import Request, urlopen

from muster import Muster, MusterError, Upload
from muster.types import NewWorker

GIVEN: dict[str, Any] = json.loads(os.environ["GIVEN"])


def load(lines: list[dict[str, Any]]) -> None:
    """Loads lines into the server behind the client's back."""
    request = Request(GIVEN["control"], json.dumps(lines).encode(), method="POST")
    with urlopen(request) as answer:
        answer.read()


def timesheet(number: int, **more: Any) -> dict[str, Any]:
    created = datetime(2026, 1, 1, tzinfo=timezone.utc) + timedelta(minutes=number)
    stamp = created.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    sheet: dict[str, Any] = json.loads(json.dumps(GIVEN["timesheet"]))
    sheet["record"].update(id=f"t{number}", reference=f"C1-T-t{number}", createdAt=stamp, **more)
    return sheet


class Client(unittest.TestCase):
    def setUp(self) -> None:
        self.muster = self.client(GIVEN["url"])

    def client(self, url: str, key: str = GIVEN["key"], **options: Any) -> Muster:
        made = Muster(url, key, **options)
        self.addCleanup(made.close)
        return made

    def failing(self, call: Any) -> MusterError:
        with self.assertRaises(MusterError) as caught:
            call()
        return caught.exception


class Lists(Client):
    def test_every_row_is_given_once_while_rows_are_added(self) -> None:
        seen: list[str] = []
        added = 450
        for sheet in self.muster.timesheets.list(fields=["reference", "id"]):
            seen.append(sheet["id"])
            # New rows come first in this list and push the others on.
            if len(seen) % 150 == 0 and added < 471:
                load([timesheet(number) for number in range(added, added + 7)])
                added += 7
        self.assertEqual(len(set(seen)), len(seen))
        self.assertLessEqual({f"t{number}" for number in range(450)}, set(seen))

    def test_fields_leave_out_the_id_unless_it_is_asked_for(self) -> None:
        page = self.muster.timesheets.list(fields=["worker.name"]).page(limit=2)
        self.assertEqual(page.data, [{"worker": {"name": "Ada w1"}}] * 2)
        self.assertEqual((page.meta["page"], page.meta["limit"]), (1, 2))
        [row] = self.muster.timesheets.list(fields=["status"], query="C1-T-t44", sortBy="createdAt").page(limit=1).data
        self.assertEqual(list(row), ["status"])
        self.assertEqual(list(next(iter(self.muster.timesheets.list(fields=["netHours"])))), ["netHours"])

    def test_nothing_is_asked_before_it_is_read(self) -> None:
        self.client("http://127.0.0.1:9").timesheets.list(status="approved")

    def test_a_page_is_asked_for_where_it_is_read(self) -> None:
        ids = [row["id"] for row in self.muster.timesheets.list(sortOrder="asc").page(3, limit=2).data]
        self.assertEqual(ids, ["t4", "t5"])
        with self.assertRaisesRegex(TypeError, r"\.page\(number, limit=…\)"):
            self.muster.timesheets.list(limit=5)  # pyright: ignore[reportCallIssue]

    def test_filters_take_several_ids_dates_and_none(self) -> None:
        sheets = self.muster.timesheets
        self.assertEqual(sheets.list(worker=["w1", "w2"], project="p1", site=None).total(), sheets.list().total())
        day = date(2026, 1, 1)
        self.assertEqual(sheets.list(from_=day, to=day).total(), sheets.list(from_="2026-01-01", to="2026-01-01").total())
        late = datetime(2026, 1, 2, 1, tzinfo=timezone(timedelta(hours=2)))
        self.assertEqual(sheets.list(from_=late).total(), sheets.list(from_=day).total())
        self.assertLess(sheets.list(from_=date(2026, 1, 2)).total(), sheets.list(from_=day).total())
        self.assertEqual(sheets.list(to=date(2025, 12, 31)).total(), 0)

    def test_a_parameter_that_is_misspelt_is_refused_by_the_server(self) -> None:
        lists: Any = self.muster.timesheets
        error = self.failing(lambda: list(lists.list(staus="approved")))
        self.assertEqual((error.code, error.status), ("BAD_REQUEST", 400))
        self.assertIn('"status"', error.message)

    def test_lists_of_a_parent_and_lists_for_everybody(self) -> None:
        self.assertEqual(list(self.muster.companies.tags("c1")), [])
        self.assertGreater(len(list(self.muster.countries.list(query="Irel"))), 0)

    def test_lists_without_ids_can_be_narrowed_too(self) -> None:
        self.assertIn({"name": "Ireland"}, list(self.muster.countries.list(fields=["name"])))

    def test_a_data_frame_is_made_of_the_rows_of_the_list_or_pandas_is_named(self) -> None:
        sheets = self.muster.timesheets
        with patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                sheets.to_dataframe()
        pandas: Any = ModuleType("pandas")
        pandas.json_normalize = lambda rows: rows  # pyright: ignore[reportUnknownLambdaType]
        with patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(sheets.to_dataframe(status="approved"), list(sheets.list(status="approved")))


class Records(Client):
    def test_single_records_and_the_key_itself(self) -> None:
        self.assertEqual(self.muster.timesheets.get("t1", includeTimelogs=True).get("timelogs"), [])
        self.assertEqual([company["id"] for company in self.muster.me().get("companies", [])], ["c1"])
        with self.assertRaisesRegex(ValueError, "The id is empty"):
            self.muster.timesheets.get("")

    def test_errors_carry_code_status_and_request_and_are_not_repeated(self) -> None:
        error = self.failing(lambda: self.client(GIVEN["counted"] + "/api/open/v1/").timesheets.get("none"))
        self.assertEqual((error.code, error.status, error.message), ("NOT_FOUND", 404, "Timesheet not found"))
        self.assertRegex(error.request_id or "", r"^[\w-]{8,}$")
        self.assertEqual(str(error), f"Timesheet not found (NOT_FOUND 404, request {error.request_id})")
        self.assertEqual(vars(pickle.loads(pickle.dumps(error))), vars(error))

    def test_an_id_cannot_lead_elsewhere(self) -> None:
        self.assertEqual(self.failing(lambda: self.muster.timesheets.get("../me?x=")).status, 400)

    def test_a_worker_is_created_once_with_files(self) -> None:
        agency = self.client(GIVEN["url"], GIVEN["agencyKey"])
        body = cast("NewWorker", GIVEN["newcomer"])
        pdf = bytes.fromhex(GIVEN["pdf"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "passport.PDF"
            path.write_bytes(pdf)
            with path.open("rb") as opened:
                uploads = [Upload(path), Upload(str(path)), Upload(opened), Upload(pdf, "passport.pdf", "Front")]
                document = {**GIVEN["passport"], "files": uploads}
                checked = agency.workers.create(cast("NewWorker", {**body, "rightToWork": [document]}), dryRun=True)
        self.assertEqual(checked, {"dryRun": True})
        sent = cast("NewWorker", {**body, "rightToWork": [{**document, "files": uploads[-1:]}]})
        created = agency.workers.create(sent, idempotency_key="once")
        again = agency.workers.create(sent, idempotency_key="once")
        assert "rightToWork" in created and "rightToWork" in again
        # Links to files are signed anew each second.
        self.assertEqual(created["id"], again["id"])
        self.assertEqual(created["rightToWork"][0]["files"][0]["fileName"], "passport.pdf")
        self.assertEqual(agency.workers.get(created["id"])["id"], created["id"])


class Trouble(Client):
    def test_a_get_is_repeated_after_429_503_and_broken_connections(self) -> None:
        began = time.monotonic()
        with Muster(GIVEN["troubled"], GIVEN["key"]) as muster:
            self.assertEqual(muster.timesheets.get("t2")["id"], "t2")
        self.assertGreaterEqual(time.monotonic() - began, 1, "it did not wait as long as Retry-After says")

    def test_it_gives_up_after_its_attempts_and_says_what_the_last_one_said(self) -> None:
        error = self.failing(lambda: self.client(GIVEN["down"], attempts=2).me())
        self.assertEqual((error.code, error.status, error.request_id), ("SERVICE_UNAVAILABLE", 503, "spoilt-1"))

    def test_a_post_is_not_repeated_once_it_has_left(self) -> None:
        muster = self.client(GIVEN["deaf"], GIVEN["agencyKey"])
        muster.me()
        error = self.failing(lambda: muster.workers.create(GIVEN["newcomer"]))
        self.assertEqual((error.code, error.status), ("NETWORK_ERROR", 0))

    def test_a_server_that_is_not_there_or_not_this_one(self) -> None:
        error = self.failing(lambda: self.client("http://127.0.0.1:9", attempts=1).me())
        self.assertEqual((error.code, error.status), ("NETWORK_ERROR", 0))
        error = self.failing(lambda: self.client(GIVEN["other"], attempts=1).me())
        self.assertEqual((error.code, error.status), ("NETWORK_ERROR", 200))

    def test_a_silent_server_is_given_up_after_the_timeout(self) -> None:
        error = self.failing(lambda: self.client(GIVEN["silent"], attempts=1, timeout=0.05).me())
        self.assertEqual(error.code, "NETWORK_ERROR")
        self.assertIn("timed out", error.message)

    def test_an_answer_that_breaks_off_is_never_taken_for_whole(self) -> None:
        for kind in ("length", "chunked", "gzip"):
            with self.subTest(kind):
                error = self.failing(lambda: self.client(f"{GIVEN['broken']}/{kind}", attempts=1).me())
                self.assertIn("broke off", error.message)

    def test_a_packed_answer_is_unpacked(self) -> None:
        self.assertEqual(self.client(f"{GIVEN['broken']}/packed").me()["name"], "plain")


class Connections(Client):
    def test_requests_one_after_another_share_a_connection(self) -> None:
        with Muster(GIVEN["steady"], GIVEN["key"]) as muster:
            self.assertEqual([muster.me()["name"] for _ in range(5)], ["plain"] * 5)

    def test_threads_do_not_get_in_each_others_way(self) -> None:
        with Muster(GIVEN["url"], GIVEN["key"]) as muster:
            names: list[str] = []
            threads = [
                threading.Thread(target=lambda: names.extend(muster.me()["name"] for _ in range(5)))
                for _ in range(3)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(names, ["test"] * 15)
        with self.assertRaisesRegex(RuntimeError, "closed"):
            muster.me()

    def test_a_connection_that_the_server_closed_meanwhile_is_made_again_at_once(self) -> None:
        with Muster(GIVEN["hasty"], GIVEN["key"], attempts=1) as muster:
            self.assertEqual([muster.me()["name"] for _ in range(3)], ["plain"] * 3)

    def test_address_and_key_come_from_the_environment(self) -> None:
        os.environ.update(MUSTER_URL=GIVEN["url"], MUSTER_API_KEY=GIVEN["key"])
        with Muster() as muster:
            self.assertEqual(muster.me()["name"], "test")
            self.assertNotIn(GIVEN["key"], repr(vars(muster)))
        del os.environ["MUSTER_API_KEY"]
        with self.assertRaisesRegex(ValueError, "MUSTER_API_KEY"):
            Muster()
        with self.assertRaisesRegex(ValueError, "https://"):
            Muster("muster.example.com", "wfc_")


class Feeds(Client):
    def test_changes_are_read_from_a_cursor_on_and_read_on(self) -> None:
        feed = self.muster.changes(after="now")
        self.assertEqual(list(feed), [])
        load([timesheet(9001), timesheet(9002)])
        self.assertEqual({change["id"] for change in feed}, {"t9001", "t9002"})
        load([timesheet(9001, status="approved")])
        self.assertEqual([change["change"] for change in self.muster.changes(after=feed.cursor)], ["upserted"])
        cursor = feed.cursor
        for _ in feed:
            break
        self.assertEqual(feed.cursor, cursor, "what was not read to its end is given again")
        load([{"type": "timesheet", "id": f"t{number}", "deleted": True} for number in (9001, 9002)])
        self.assertEqual(list(self.muster.events()), [])


if __name__ == "__main__":
    unittest.main()

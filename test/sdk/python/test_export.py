"""Whole lists in one answer: the rows of the list, in each form, and never half of them."""

import csv
import io
import json
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any

from muster import Export, MusterError
from test_client import GIVEN, Client, load, timesheet


class Exports(Client):
    def test_ndjson_has_the_rows_of_the_list_and_where_to_go_on_from(self) -> None:
        sheets = self.muster.timesheets.list(status="approved")
        export = sheets.export("ndjson")
        self.assertEqual(list(export.rows()), list(sheets))
        self.assertEqual([json.loads(line) for line in export], list(sheets))
        load([timesheet(7001)])
        self.assertEqual([change["id"] for change in self.muster.changes(after=export.cursor)], ["t7001"])

    def test_csv_and_xlsx_are_saved_whole(self) -> None:
        sheets = self.muster.timesheets.list(fields=["reference", "worker.name"])
        with tempfile.TemporaryDirectory() as folder:
            saved = sheets.export("csv").save(Path(folder) / "sheets.csv")
            with saved.open(newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(rows, [{"reference": row["reference"], "worker.name": "Ada w1"} for row in sheets])
            book = sheets.export("xlsx").save(str(Path(folder) / "sheets.xlsx"))
            self.assertIsNone(zipfile.ZipFile(book).testzip())
            lines = sheets.export("ndjson").save(Path(folder) / "sheets.ndjson").read_text().splitlines()
            *rows, end = [json.loads(line) for line in lines]
            self.assertEqual(rows, list(sheets))
            self.assertEqual((end["exportComplete"], end["count"]), (True, len(rows)))
            self.assertEqual(len(list(Path(folder).iterdir())), 3)

    def test_only_ndjson_has_rows(self) -> None:
        with self.assertRaisesRegex(TypeError, "ndjson"):
            self.muster.timesheets.list().export("csv").rows()

    def test_a_list_that_has_no_exports_says_so(self) -> None:
        totals = self.muster.timesheets.totals(groupBy=["project", "status"], sum="netHours")
        self.assertGreater(len(list(totals)), 0)
        with self.assertRaisesRegex(TypeError, "no exports"):
            totals.export("csv")

    def test_what_is_wrong_is_said_as_for_lists(self) -> None:
        lists: Any = self.muster.timesheets
        error = self.failing(lambda: list(lists.list(staus="approved").export("csv")))
        self.assertEqual((error.code, error.status), ("BAD_REQUEST", 400))

    def test_an_export_that_breaks_off_leaves_no_file_and_raises(self) -> None:
        for path in ("half", "cut", "empty"):
            with self.subTest(path), tempfile.TemporaryDirectory() as folder:
                export: Export[Any] = self.client(f"{GIVEN['halves']}/{path}").timesheets.list().export("ndjson")
                rows: list[Any] = []
                with self.assertRaisesRegex(MusterError, "broke off"):
                    rows.extend(export.rows())
                self.assertIsNone(export.cursor)
                with self.assertRaises(MusterError):
                    export.save(Path(folder) / "sheets.ndjson")
                self.assertEqual(list(Path(folder).iterdir()), [])
        self.assertEqual(list(self.client(f"{GIVEN['halves']}/whole").timesheets.list().export("ndjson").rows()), [{"id": "t1"}])

    def test_a_stream_that_is_not_read_to_its_end_gives_no_connection_back(self) -> None:
        export = self.client(f"{GIVEN['halves']}/large", attempts=1).timesheets.list().export("csv")
        for _ in export:
            break
        self.assertEqual(len(b"".join(export)), 300_000)

    def test_methods_of_their_own(self) -> None:
        sheets: Any = self.muster.timesheets
        content = b"".join(sheets.export("csv", status="approved", fields=["id"]))
        ids = [row["id"] for row in csv.DictReader(io.StringIO(content.decode()))]
        self.assertEqual(ids, [row["id"] for row in self.muster.timesheets.list(status="approved", fields=["id"])])


if __name__ == "__main__":
    unittest.main()

"""What a type checker promises of the client. Each line that ends in `# refused` has a mistake that it must name, and no
other line has any."""

from collections.abc import Iterator
from datetime import date
from typing import Literal, assert_type

from muster import Batch, Muster, Pages, SyncState, Upload, verify_webhook
from muster.types import Change, ListMeta, NewWorker, Timesheet, TimesheetStatus, TimesheetSummary


def reads(muster: Muster) -> None:
    for sheet in muster.timesheets.list(status="approved", fields=["id", "worker.name"], from_=date(2026, 1, 1)):
        assert_type(sheet["worker"]["name"], str)
        assert_type(sheet["netHours"], float)
        sheet["refrence"]  # refused
        sheet["timelogs"]  # refused
        if "timelogs" in sheet:
            assert_type(sheet["timelogs"][0]["date"], str)
    assert_type(muster.timesheets.list(), Pages[TimesheetSummary, ListMeta])
    assert_type(muster.timesheets.list().page(2, limit=10).meta["total"], int)
    muster.timesheets.list(staus="approved")  # refused
    muster.timesheets.list(status="done")  # refused
    muster.timesheets.list(fields=["refrence"])  # refused
    muster.timesheets.list(fields=["worker.nam"])  # refused
    muster.timesheets.list(includeVersionHistory=True)  # refused
    muster.timesheets.list(limit=5)  # refused
    muster.timesheets.list(project=7)  # refused
    muster.timesheets.list(project=["p1", "p2"], site="s1", worker=None)
    muster.timesheets.totals(groupBy=["project", "weekEnding:month"], sum=["netHours"], from_=date(2026, 1, 1))
    muster.timesheets.totals(groupBy="project", sum="netHours,values.pay.total")
    muster.timesheets.totals(sum=7)  # refused
    muster.timesheet.list()  # refused


def records(muster: Muster) -> None:
    sheet = muster.timesheets.get("t1", includeVersionHistory=True)
    assert_type(sheet, Timesheet)
    assert_type(sheet["status"], Literal["pending", "pending_approval", "approved", "cancelled", "absent"])
    status: TimesheetStatus = sheet["status"]
    muster.timesheets.list(status=status)
    muster.timesheets.get()  # refused
    muster.companies.tags("c1", resourceType="user")
    muster.companies.tags("c1", resourceType="usr")  # refused
    muster.requisitions.recruitment_metrics().page().meta.get("withdrawalSummary", {"withdrawn": 0})["withdrawn"]
    assert_type(muster.me().get("companies", [])[0]["name"], str)


def copies(muster: Muster, state: SyncState | None) -> None:
    assert_type(muster.timesheets.sync(state, includeTimelogs=True), Iterator[Batch[TimesheetSummary]])
    muster.timesheets.sync(state, status="approved")  # refused
    muster.countries.sync()  # refused
    for change in muster.changes(after="now"):
        assert_type(change, Change)
    event = verify_webhook(b"{}", {"X-Service-Timestamp": ""}, "whsec_")
    assert_type(event["data"]["worker"]["id"], str)


def creates(muster: Muster, worker: NewWorker) -> None:
    created = muster.workers.create(
        {
            **worker,
            "rightToWork": [{"documentId": "d1", "files": [Upload("passport.pdf", doc_type="Front")]}],
        },
        idempotency_key="once",
    )
    if "reference" in created:
        assert_type(created["reference"], str)
    muster.workers.create({"firstName": "Ada"})  # refused
    Upload("passport.pdf", doc_type="Side")  # refused

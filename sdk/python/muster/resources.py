"""A class for each resource, with a method for each operation. Generated from the declarations by npm run contract: do not edit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, Unpack

from .export import Export
from .feeds import Feed
from .pages import Pages
from .resource import Resource, at
from .sync import Batch, SyncState

if TYPE_CHECKING:
    import pandas

    from . import types
    from .transport import Transport


class Me(Resource):
    def __call__(self, **params: Unpack[types.GetMeParams]) -> types.Me:
        """What this key is, what it may do and how much of it is used: GET /me."""
        return self._one("/me", params)


class Sites(Resource):
    def list(self, **params: Unpack[types.ListSitesParams]) -> Pages[types.Site, types.ListMeta]:
        """List sites: GET /sites."""
        return self._pages("/sites", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListSitesParams],
    ) -> Export[types.Site]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListSitesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Site]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/sites", "site", state, {})


class Companies(Resource):
    def get(self, id: str, **params: Unpack[types.GetCompanyParams]) -> types.Company:
        """Get one company by its id or nanoid: GET /companies/{id}."""
        return self._one(at("/companies/{id}", id), params)

    def tags(
        self,
        company_id: str,
        **params: Unpack[types.ListCompanyTagsParams],
    ) -> Pages[types.CompanyTag, types.ListMeta]:
        """List tags: GET /companies/{id}/tags."""
        return self._pages(at("/companies/{id}/tags", company_id), params, keyed=True, streams=True)

    def user_permissions(
        self,
        company_id: str,
        **params: Unpack[types.ListCompanyUserPermissionsParams],
    ) -> Pages[types.CompanyUserPermission, types.ListMeta]:
        """List the users of a company with what they may do in each project: GET /companies/{id}/user-permissions."""
        return self._pages(at("/companies/{id}/user-permissions", company_id), params, keyed=True, streams=True)

    def user_assignments(
        self,
        company_id: str,
        **params: Unpack[types.ListCompanyUserAssignmentsParams],
    ) -> Pages[types.CompanyUserAssignment, types.ListMeta]:
        """List the users of a company with their projects: GET /companies/{id}/user-assignments."""
        return self._pages(at("/companies/{id}/user-assignments", company_id), params, keyed=True, streams=True)

    def competency_matrix(
        self,
        company_id: str,
        **params: Unpack[types.GetCompanyCompetencyMatrixParams],
    ) -> types.CompanyCompetencyMatrix:
        """The competency requirements of a company, or of one of its projects: GET /companies/{id}/competency-matrix."""
        return self._one(at("/companies/{id}/competency-matrix", company_id), params)


class Projects(Resource):
    def connected_agencies(
        self,
        project_id: str,
        **params: Unpack[types.ListProjectConnectedAgenciesParams],
    ) -> Pages[types.ProjectConnectedAgency, types.ListMeta]:
        """List the agencies connected to a project: GET /projects/{id}/connected-agencies."""
        return self._pages(at("/projects/{id}/connected-agencies", project_id), params, keyed=True, streams=True)

    def list(
        self,
        **params: Unpack[types.ListProjectsParams],
    ) -> Pages[types.Project, types.ListMeta]:
        """List projects: GET /projects."""
        return self._pages("/projects", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListProjectsParams],
    ) -> Export[types.Project]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListProjectsParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Project]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/projects", "project", state, {})

    def get(self, id: str) -> types.Project:
        """Get one project by its id or nanoid: GET /projects/{id}."""
        return self._one(at("/projects/{id}", id), {})


class Expenses(Resource):
    def list(
        self,
        **params: Unpack[types.ListExpensesParams],
    ) -> Pages[types.Expense, types.ListMeta]:
        """List expenses: GET /expenses."""
        return self._pages("/expenses", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["receipts"] | None = None,
        **params: Unpack[types.ListExpensesParams],
    ) -> Export[types.Expense]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListExpensesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Expense]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/expenses", "expense", state, {})

    def get(self, id: str) -> types.Expense:
        """Get one expense by its id or nanoid: GET /expenses/{id}."""
        return self._one(at("/expenses/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetExpenseTotalsParams],
    ) -> Pages[types.ExpenseTotal, types.ExpenseTotalMeta]:
        """Count expenses and add them up, by groups: GET /expenses/totals."""
        return self._pages("/expenses/totals", params)


class Requisitions(Resource):
    def list(
        self,
        **params: Unpack[types.ListRequisitionsParams],
    ) -> Pages[types.Requisition, types.ListMeta]:
        """List requisitions: GET /requisitions."""
        return self._pages("/requisitions", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["approvalStages", "agencies", "customFields", "submissionAnswers", "stageTracking"] | None = None,
        **params: Unpack[types.ListRequisitionsParams],
    ) -> Export[types.Requisition]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListRequisitionsParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(
        self,
        state: SyncState | None = None,
        **parts: Unpack[types.SyncRequisitionsParams],
    ) -> Iterator[Batch[types.Requisition]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/requisitions", "requisition", state, parts)

    def get(self, id: str, **params: Unpack[types.GetRequisitionParams]) -> types.Requisition:
        """Get one requisition by its id or nanoid: GET /requisitions/{id}."""
        return self._one(at("/requisitions/{id}", id), params)

    def recruitment_metrics(
        self,
        **params: Unpack[types.ListRecruitmentMetricsParams],
    ) -> Pages[types.RecruitmentMetric1 | types.RecruitmentMetric2 | types.RecruitmentMetric3 | types.RecruitmentMetric4 | types.RecruitmentMetric5 | types.RecruitmentMetric6, types.RecruitmentMetricMeta]:
        """List recruitment metrics of companies tracking stages: submissions, stages, times to fill, suppliers’ answers or workers over hours: GET /requisitions/recruitment-metrics."""
        return self._pages("/requisitions/recruitment-metrics", params)


class Workers(Resource):
    def create(
        self,
        body: types.NewWorker,
        *,
        idempotency_key: str | None = None,
        **params: Unpack[types.CreateWorkerParams],
    ) -> types.WorkerCreated1 | types.WorkerCreated2:
        """Create a worker, with documents, for an agency: POST /workers. An `idempotency_key` makes it safe to send the same again."""
        return self._post("/workers", body, idempotency_key, params)

    def list(
        self,
        **params: Unpack[types.ListWorkersParams],
    ) -> Pages[types.Worker, types.ListMeta]:
        """List workers: GET /workers."""
        return self._pages("/workers", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["agencies", "trades", "companyIds", "attachments", "rightToWork"] | None = None,
        **params: Unpack[types.ListWorkersParams],
    ) -> Export[types.Worker]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListWorkersParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Worker]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/workers", "worker", state, {})

    def get(self, id: str, **params: Unpack[types.GetWorkerParams]) -> types.Worker:
        """Get one worker by its id or nanoid: GET /workers/{id}."""
        return self._one(at("/workers/{id}", id), params)


class Timesheets(Resource):
    def list(
        self,
        **params: Unpack[types.ListTimesheetsParams],
    ) -> Pages[types.TimesheetSummary, types.ListMeta]:
        """List timesheets: GET /timesheets."""
        return self._pages("/timesheets", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["timesheetApprovers", "pieceRateEntries", "submissionAnswers", "timelogs"] | None = None,
        **params: Unpack[types.ListTimesheetsParams],
    ) -> Export[types.TimesheetSummary]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListTimesheetsParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(
        self,
        state: SyncState | None = None,
        **parts: Unpack[types.SyncTimesheetsParams],
    ) -> Iterator[Batch[types.TimesheetSummary]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/timesheets", "timesheet", state, parts)

    def get(self, id: str, **params: Unpack[types.GetTimesheetParams]) -> types.Timesheet:
        """Get one timesheet by its id or nanoid: GET /timesheets/{id}."""
        return self._one(at("/timesheets/{id}", id), params)

    def totals(
        self,
        **params: Unpack[types.GetTimesheetTotalsParams],
    ) -> Pages[types.TimesheetTotal, types.TimesheetTotalMeta]:
        """Count timesheets and add them up, by groups: GET /timesheets/totals."""
        return self._pages("/timesheets/totals", params)


class Invoices(Resource):
    def list(
        self,
        **params: Unpack[types.ListInvoicesParams],
    ) -> Pages[types.Invoice, types.ListMeta]:
        """List invoices: GET /invoices."""
        return self._pages("/invoices", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["projects", "timesheets"] | None = None,
        **params: Unpack[types.ListInvoicesParams],
    ) -> Export[types.Invoice]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListInvoicesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Invoice]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/invoices", "invoice", state, {})

    def get(self, id: str) -> types.Invoice:
        """Get one invoice by its id or nanoid: GET /invoices/{id}."""
        return self._one(at("/invoices/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetInvoiceTotalsParams],
    ) -> Pages[types.InvoiceTotal, types.InvoiceTotalMeta]:
        """Count invoices and add them up, by groups: GET /invoices/totals."""
        return self._pages("/invoices/totals", params)


class Afps(Resource):
    def list(self, **params: Unpack[types.ListAfpsParams]) -> Pages[types.Afp, types.ListMeta]:
        """List AfPs: GET /afps."""
        return self._pages("/afps", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["projects", "timesheets"] | None = None,
        **params: Unpack[types.ListAfpsParams],
    ) -> Export[types.Afp]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListAfpsParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Afp]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/afps", "afp", state, {})

    def get(self, id: str) -> types.Afp:
        """Get one AfP by its id or nanoid: GET /afps/{id}."""
        return self._one(at("/afps/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetAfpTotalsParams],
    ) -> Pages[types.AfpTotal, types.AfpTotalMeta]:
        """Count AfPs and add them up, by groups: GET /afps/totals."""
        return self._pages("/afps/totals", params)


class CreditNotes(Resource):
    def list(
        self,
        **params: Unpack[types.ListCreditNotesParams],
    ) -> Pages[types.CreditNote, types.ListMeta]:
        """List credit notes: GET /credit-notes."""
        return self._pages("/credit-notes", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListCreditNotesParams],
    ) -> Export[types.CreditNote]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListCreditNotesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.CreditNote]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/credit-notes", "creditNote", state, {})

    def get(self, id: str) -> types.CreditNote:
        """Get one credit note by its id or nanoid: GET /credit-notes/{id}."""
        return self._one(at("/credit-notes/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetCreditNoteTotalsParams],
    ) -> Pages[types.CreditNoteTotal, types.CreditNoteTotalMeta]:
        """Count credit notes and add them up, by groups: GET /credit-notes/totals."""
        return self._pages("/credit-notes/totals", params)


class BillingChecks(Resource):
    def list(
        self,
        **params: Unpack[types.ListBillingChecksParams],
    ) -> Pages[types.BillingCheck, types.BillingCheckMeta]:
        """List billing checks: GET /billing-checks."""
        return self._pages("/billing-checks", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal[
            "timesheets",
            "assignments",
            "invoices",
            "afps",
            "creditNotes",
            "expenses",
            "purchaseOrders",
            "compared",
        ] | None = None,
        **params: Unpack[types.ListBillingChecksParams],
    ) -> Export[types.BillingCheck]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListBillingChecksParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def get(self, id: str) -> types.BillingCheck:
        """Get one billing check by its id or nanoid: GET /billing-checks/{id}."""
        return self._one(at("/billing-checks/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetBillingCheckTotalsParams],
    ) -> Pages[types.BillingCheckTotal, types.BillingCheckTotalMeta]:
        """Count billing checks and add them up, by groups: GET /billing-checks/totals."""
        return self._pages("/billing-checks/totals", params)

    def summary(self, **params: Unpack[types.GetBillingSummaryParams]) -> types.BillingSummary:
        """What is wrong with the bills of some weeks: what is at stake, by what and whose, and the largest findings: GET /billing-checks/summary."""
        return self._one("/billing-checks/summary", params)

    def mark(self, billing_check_id: str, body: types.MarkBillingCheck) -> types.BillingCheckMarked:
        """Mark a finding as accepted or disputed, so that it need not be looked at again, or open it again: POST /billing-checks/{id}/mark."""
        return self._post(at("/billing-checks/{id}/mark", billing_check_id), body, None, {})


class Assignments(Resource):
    def list(
        self,
        **params: Unpack[types.ListAssignmentsParams],
    ) -> Pages[types.AssignmentSummary, types.ListMeta]:
        """List assignments: GET /assignments."""
        return self._pages("/assignments", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal[
            "enhancedUplifts.breakdown",
            "activities",
            "competencyRequirements",
            "customDocuments",
            "customFields",
            "metaFields",
            "submissionAnswers",
        ] | None = None,
        **params: Unpack[types.ListAssignmentsParams],
    ) -> Export[types.AssignmentSummary]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListAssignmentsParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.AssignmentSummary]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/assignments", "assignment", state, {})

    def get(self, id: str) -> types.Assignment:
        """Get one assignment by its id or nanoid: GET /assignments/{id}."""
        return self._one(at("/assignments/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetAssignmentTotalsParams],
    ) -> Pages[types.AssignmentTotal, types.AssignmentTotalMeta]:
        """Count assignments and add them up, by groups: GET /assignments/totals."""
        return self._pages("/assignments/totals", params)


class Clearances(Resource):
    def list(
        self,
        **params: Unpack[types.ListClearancesParams],
    ) -> Pages[types.Clearance, types.ClearanceMeta]:
        """List clearances: GET /clearances."""
        return self._pages("/clearances", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["needs", "ends"] | None = None,
        **params: Unpack[types.ListClearancesParams],
    ) -> Export[types.Clearance]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListClearancesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def totals(
        self,
        **params: Unpack[types.GetClearanceTotalsParams],
    ) -> Pages[types.ClearanceTotal, types.ClearanceTotalMeta]:
        """Count clearances and add them up, by groups: GET /clearances/totals."""
        return self._pages("/clearances/totals", params)

    def gate_list(self, **params: Unpack[types.GetGateListParams]) -> types.GateList:
        """Who may not enter on a day and what they need, whoever starts first; or everybody, for the gate: GET /clearances/gate-list."""
        return self._one("/clearances/gate-list", params)


class Trades(Resource):
    def list(
        self,
        **params: Unpack[types.ListTradesParams],
    ) -> Pages[types.TradeSummary, types.ListMeta]:
        """List trades: GET /trades."""
        return self._pages("/trades", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["tags"] | None = None,
        **params: Unpack[types.ListTradesParams],
    ) -> Export[types.TradeSummary]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListTradesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.TradeSummary]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/trades", "trade", state, {})

    def get(self, id: str, **params: Unpack[types.GetTradeParams]) -> types.Trade:
        """Get one trade by its id or nanoid: GET /trades/{id}."""
        return self._one(at("/trades/{id}", id), params)


class Rates(Resource):
    def list(self, **params: Unpack[types.ListRatesParams]) -> Pages[types.Rate, types.ListMeta]:
        """List rates: GET /rates."""
        return self._pages("/rates", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["pieceRates"] | None = None,
        **params: Unpack[types.ListRatesParams],
    ) -> Export[types.Rate]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListRatesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.Rate]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/rates", "rate", state, {})

    def get(self, id: str) -> types.Rate:
        """Get one rate by its id or nanoid: GET /rates/{id}."""
        return self._one(at("/rates/{id}", id), {})


class PurchaseOrders(Resource):
    def list(
        self,
        **params: Unpack[types.ListPurchaseOrdersParams],
    ) -> Pages[types.PurchaseOrder, types.ListMeta]:
        """List purchase orders: GET /purchase-orders."""
        return self._pages("/purchase-orders", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["projects", "trades"] | None = None,
        **params: Unpack[types.ListPurchaseOrdersParams],
    ) -> Export[types.PurchaseOrder]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(self, **params: Unpack[types.ListPurchaseOrdersParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()

    def sync(self, state: SyncState | None = None) -> Iterator[Batch[types.PurchaseOrder]]:
        """Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch."""
        return self._sync("/purchase-orders", "purchaseOrder", state, {})

    def get(self, id: str) -> types.PurchaseOrder:
        """Get one purchase order by its id or nanoid: GET /purchase-orders/{id}."""
        return self._one(at("/purchase-orders/{id}", id), {})

    def totals(
        self,
        **params: Unpack[types.GetPurchaseOrderTotalsParams],
    ) -> Pages[types.PurchaseOrderTotal, types.PurchaseOrderTotalMeta]:
        """Count purchase orders and add them up, by groups: GET /purchase-orders/totals."""
        return self._pages("/purchase-orders/totals", params)


class MasterTrades(Resource):
    def list(
        self,
        **params: Unpack[types.ListMasterTradesParams],
    ) -> Pages[types.MasterTrade, types.ListMeta]:
        """List master trades: GET /master-trades."""
        return self._pages("/master-trades", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListMasterTradesParams],
    ) -> Export[types.MasterTrade]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListMasterTradesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class MasterQualifications(Resource):
    def list(
        self,
        **params: Unpack[types.ListMasterQualificationsParams],
    ) -> Pages[types.MasterQualification, types.ListMeta]:
        """List master qualifications: GET /master-qualifications."""
        return self._pages("/master-qualifications", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListMasterQualificationsParams],
    ) -> Export[types.MasterQualification]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(
        self,
        **params: Unpack[types.ListMasterQualificationsParams],
    ) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class AccessRuleMappings(Resource):
    def list(
        self,
        **params: Unpack[types.ListAccessRuleMappingsParams],
    ) -> Pages[types.AccessRuleMapping, types.ListMeta]:
        """List access rule mappings: GET /access-rule-mappings."""
        return self._pages("/access-rule-mappings", params, keyed=True, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListAccessRuleMappingsParams],
    ) -> Export[types.AccessRuleMapping]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(
        self,
        **params: Unpack[types.ListAccessRuleMappingsParams],
    ) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class Countries(Resource):
    def list(
        self,
        **params: Unpack[types.ListCountriesParams],
    ) -> Pages[types.Country, types.ListMeta]:
        """List countries: GET /countries."""
        return self._pages("/countries", params, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListCountriesParams],
    ) -> Export[types.Country]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListCountriesParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class TelephoneCountryCodes(Resource):
    def list(
        self,
        **params: Unpack[types.ListTelephoneCountryCodesParams],
    ) -> Pages[types.TelephoneCountryCode, types.ListMeta]:
        """List telephone country codes: GET /telephone-country-codes."""
        return self._pages("/telephone-country-codes", params, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        *,
        explode: Literal["countries"] | None = None,
        **params: Unpack[types.ListTelephoneCountryCodesParams],
    ) -> Export[types.TelephoneCountryCode]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format, explode=explode)

    def to_dataframe(
        self,
        **params: Unpack[types.ListTelephoneCountryCodesParams],
    ) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class Genders(Resource):
    def list(
        self,
        **params: Unpack[types.ListGendersParams],
    ) -> Pages[types.Gender, types.ListMeta]:
        """List genders: GET /genders."""
        return self._pages("/genders", params, streams=True)

    def export(
        self,
        format: Literal["ndjson", "csv", "xlsx"],
        **params: Unpack[types.ListGendersParams],
    ) -> Export[types.Gender]:
        """The same rows in one answer that is read as it comes."""
        return self.list(**params).export(format)

    def to_dataframe(self, **params: Unpack[types.ListGendersParams]) -> pandas.DataFrame:
        """The same rows as a pandas DataFrame."""
        return self.list(**params).to_dataframe()


class Events(Resource):
    def __call__(self, **params: Unpack[types.ListEventsParams]) -> Feed[types.Event]:
        """Read events in the order they happened, from a cursor on: what webhooks tell, for catching up: GET /events."""
        return self._feed("/events", params)


class Changes(Resource):
    def __call__(self, **params: Unpack[types.ListChangesParams]) -> Feed[types.Change]:
        """Read which records were written, deleted or went out of scope, from a cursor on: for keeping a mirror: GET /changes."""
        return self._feed("/changes", params)


class Resources:
    def __init__(self, transport: Transport) -> None:
        self.me = Me(transport)
        self.sites = Sites(transport)
        self.companies = Companies(transport)
        self.projects = Projects(transport)
        self.expenses = Expenses(transport)
        self.requisitions = Requisitions(transport)
        self.workers = Workers(transport)
        self.timesheets = Timesheets(transport)
        self.invoices = Invoices(transport)
        self.afps = Afps(transport)
        self.credit_notes = CreditNotes(transport)
        self.billing_checks = BillingChecks(transport)
        self.assignments = Assignments(transport)
        self.clearances = Clearances(transport)
        self.trades = Trades(transport)
        self.rates = Rates(transport)
        self.purchase_orders = PurchaseOrders(transport)
        self.master_trades = MasterTrades(transport)
        self.master_qualifications = MasterQualifications(transport)
        self.access_rule_mappings = AccessRuleMappings(transport)
        self.countries = Countries(transport)
        self.telephone_country_codes = TelephoneCountryCodes(transport)
        self.genders = Genders(transport)
        self.events = Events(transport)
        self.changes = Changes(transport)

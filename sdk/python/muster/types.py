"""The records and parameters of the API. Generated from the declarations by npm run contract: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .documents import Upload


ProblemCode: TypeAlias = Literal[
    "BAD_REQUEST",
    "INVALID_JSON",
    "VALIDATION_ERROR",
    "INVALID_DOCUMENT",
    "UNSUPPORTED_FILE_TYPE",
    "FILE_TOO_LARGE",
    "MISSING_API_KEY",
    "INVALID_API_KEY",
    "EXPIRED_API_KEY",
    "REVOKED_API_KEY",
    "INSUFFICIENT_SCOPE",
    "IP_NOT_ALLOWED",
    "COMPANY_ACCESS_DENIED",
    "AGENCY_ACCESS_DENIED",
    "COMPANY_KEY_REQUIRED",
    "AGENCY_KEY_REQUIRED",
    "FEATURE_NOT_ENABLED",
    "NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "REQUEST_TIMEOUT",
    "WORKER_MATCH_REQUIRES_REVIEW",
    "WORKER_CONFLICT",
    "IDEMPOTENCY_CONFLICT",
    "RESYNC_REQUIRED",
    "PAYLOAD_TOO_LARGE",
    "URI_TOO_LONG",
    "UNSUPPORTED_MEDIA_TYPE",
    "RATE_LIMIT_EXCEEDED",
    "HEADERS_TOO_LARGE",
    "INTERNAL_ERROR",
    "STORAGE_ERROR",
    "SERVICE_UNAVAILABLE",
]


class AccessRuleMapping(TypedDict):
    id: str
    name: str
    category: str


class Address(TypedDict):
    lineOne: NotRequired[str]
    lineTwo: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    country: NotRequired[str]
    code: NotRequired[str]
    latitude: NotRequired[float]
    longitude: NotRequired[float]


AfpStatus: TypeAlias = Literal["pending", "confirmed"]


AfpAfpType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient"]


AfpMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class AfpPaymentFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]


class AfpPayment(TypedDict):
    reference: NotRequired[str]
    paymentDate: NotRequired[str]
    file: NotRequired[AfpPaymentFile]


class AfpValues(TypedDict):
    grossHours: float
    netHours: float
    subtotal: float
    vat: float
    total: float
    cis: float
    cisRate: float
    vatRate: float
    finalTotal: float
    expenses: float
    creditNotes: float
    netValue: float


class AfpFiles(TypedDict):
    afp: str | None
    """A link for this key; one of ours works for five minutes."""
    timesheetSnapshot: str | None
    """A link for this key; one of ours works for five minutes."""


class Afp(TypedDict):
    id: str
    reference: str
    status: AfpStatus
    company: EntityRef
    agency: EntityRef
    msp: NotRequired[EntityRef]
    projects: list[EntityRef]
    afpType: AfpAfpType
    mspInvoiceType: NotRequired[AfpMspInvoiceType]
    reason: NotRequired[str]
    comments: NotRequired[str]
    vatToBeApplied: NotRequired[bool]
    weekEnding: NotRequired[str]
    due: NotRequired[str]
    confirmedDate: NotRequired[str]
    confirmedBy: NotRequired[EntityRef]
    payment: NotRequired[AfpPayment]
    values: AfpValues
    files: AfpFiles
    timesheets: list[ReferenceRef]
    createdAt: str
    updatedAt: str


AfpTotalAfpType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient", None]


AfpTotalStatus: TypeAlias = Literal["pending", "confirmed", None]


AfpTotalMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class AfpTotal(TypedDict):
    afpType: NotRequired[AfpTotalAfpType]
    company: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    msp: NotRequired[EntityRef | None]
    status: NotRequired[AfpTotalStatus]
    mspInvoiceType: NotRequired[AfpTotalMspInvoiceType]
    weekEnding: NotRequired[str | None]
    due: NotRequired[str | None]
    confirmedDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""


AssignmentStatus: TypeAlias = Literal["pending", "confirmed", "cancelled", "completed", "ended"]


AssignmentPayType: TypeAlias = Literal["hourly", "daily"]


AssignmentRateType: TypeAlias = Literal["cis", "paye", "psc"]


AssignmentSupplierType: TypeAlias = Literal["agency", "umbrella"]


class AssignmentWorker(TypedDict):
    id: str | None
    reference: str
    name: str


class AssignmentRequisition(TypedDict):
    """Shown where the key could fetch the record it names."""

    id: str
    reference: str
    nanoid: str


class AssignmentRates(TypedDict):
    pay: float
    charge: float


class AssignmentRateUplifts(TypedDict):
    bh: NotRequired[float]
    bhNw: NotRequired[float]
    wdOt: NotRequired[float]
    sat: NotRequired[float]
    sun: NotRequired[float]
    wdNw: NotRequired[float]
    weNw: NotRequired[float]


class AssignmentEnhancedUpliftsWeekly(TypedDict):
    threshold: NotRequired[float]
    enforce: NotRequired[bool]
    reduce: NotRequired[bool]
    nightThreshold: NotRequired[float]
    nightEnforce: NotRequired[bool]
    backshiftThreshold: NotRequired[float]
    backshiftEnforce: NotRequired[bool]
    blockThresholds: NotRequired[dict[str, float]]
    nightBlockThresholds: NotRequired[dict[str, float]]
    backshiftBlockThresholds: NotRequired[dict[str, float]]


class AssignmentEnhancedUpliftsBreakdown(TypedDict):
    date: str
    dayOfWeek: str
    shiftType: NotRequired[str]
    blockStartHour: float
    blockEndHour: float
    blockHours: float
    upliftPercentage: float
    chargeRate: float
    chargeValue: float
    payRate: float
    payValue: float


class AssignmentEnhancedUplifts(TypedDict):
    enabled: bool
    mode: NotRequired[str]
    weekly: NotRequired[AssignmentEnhancedUpliftsWeekly]
    breakdown: NotRequired[list[AssignmentEnhancedUpliftsBreakdown]]


AssignmentShiftPatternM = TypedDict(
    "AssignmentShiftPatternM",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternT = TypedDict(
    "AssignmentShiftPatternT",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternW = TypedDict(
    "AssignmentShiftPatternW",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternTh = TypedDict(
    "AssignmentShiftPatternTh",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternF = TypedDict(
    "AssignmentShiftPatternF",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternS = TypedDict(
    "AssignmentShiftPatternS",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


AssignmentShiftPatternSu = TypedDict(
    "AssignmentShiftPatternSu",
    {
        "start": "float",
        "end": "float",
        "active": "bool",
        "break": "float",
        "night": "bool",
    },
)


class AssignmentShiftPattern(TypedDict):
    m: NotRequired[AssignmentShiftPatternM]
    t: NotRequired[AssignmentShiftPatternT]
    w: NotRequired[AssignmentShiftPatternW]
    th: NotRequired[AssignmentShiftPatternTh]
    f: NotRequired[AssignmentShiftPatternF]
    s: NotRequired[AssignmentShiftPatternS]
    su: NotRequired[AssignmentShiftPatternSu]


class AssignmentCancellation(TypedDict):
    reason: NotRequired[str]
    date: NotRequired[str]
    comments: NotRequired[str]
    user: NotRequired[EntityRef]


class AssignmentReinstatement(TypedDict):
    reason: NotRequired[str]
    date: NotRequired[str]
    comments: NotRequired[str]
    user: NotRequired[EntityRef]


class AssignmentEnded(TypedDict):
    reason: NotRequired[str]
    date: NotRequired[str]
    comments: NotRequired[str]
    user: NotRequired[EntityRef]


class AssignmentClone(TypedDict):
    """Shown where the key could fetch the record it names."""

    date: str
    original: ReferenceRef
    """Shown where the key could fetch the record it names."""


class AssignmentReplacementRequisition(TypedDict):
    """Shown where the key could fetch the record it names."""

    id: str
    reference: str
    nanoid: str


AssignmentReplacementType: TypeAlias = Literal["temporary", "permanent"]


class AssignmentReplacement(TypedDict):
    """Shown where the key could fetch the record it names."""

    replacedBy: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    replacementFor: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    requisition: NotRequired[AssignmentReplacementRequisition]
    """Shown where the key could fetch the record it names."""
    reason: NotRequired[str]
    type: NotRequired[AssignmentReplacementType]


class AssignmentActivityEntity(TypedDict):
    """Shown where the key could fetch the record it names."""

    id: str
    name: str


class AssignmentActivity(TypedDict):
    created: str
    activityType: str
    user: NotRequired[str]
    userId: NotRequired[str]
    entity: NotRequired[AssignmentActivityEntity]
    """Shown where the key could fetch the record it names."""
    reason: NotRequired[str]
    comments: NotRequired[str]
    message: NotRequired[str]


class AssignmentCustomDocumentUploadPermissions(TypedDict):
    company: bool
    supplier: bool


class AssignmentCustomDocument(TypedDict):
    id: str
    name: str
    description: NotRequired[str]
    required: bool
    uploadPermissions: AssignmentCustomDocumentUploadPermissions
    attachment: str | None
    """A link for this key; one of ours works for five minutes."""
    uploadedBy: str | None
    uploadedAt: NotRequired[str]
    expiry: str | None
    inactive: NotRequired[bool]


AssignmentMetaFieldType: TypeAlias = Literal["freeText", "dynamicField"]


AssignmentMetaFieldDisplay: TypeAlias = Literal["ui", "pdf"]


class AssignmentMetaField(TypedDict):
    id: str
    title: str
    type: AssignmentMetaFieldType
    value: Any
    display: list[AssignmentMetaFieldDisplay]


class AssignmentLodgeTravel(TypedDict):
    walkMinutes: NotRequired[float]
    busMinutes: NotRequired[float]
    carMinutes: NotRequired[float]
    trainMinutes: NotRequired[float]
    calculatedAt: NotRequired[str]


class AssignmentLodge(TypedDict):
    dailyAmountOverride: NotRequired[float]
    address: NotRequired[Address]
    distanceMiles: NotRequired[float]
    travel: NotRequired[AssignmentLodgeTravel]


class AssignmentSdc(TypedDict):
    status: NotRequired[str]
    attachment: NotRequired[str]
    """A link for this key; one of ours works for five minutes."""


class AssignmentSds(TypedDict):
    status: NotRequired[str]
    attachment: NotRequired[str]
    """A link for this key; one of ours works for five minutes."""


class AssignmentRateOverridesMarkup(TypedDict):
    active: bool
    value: float


class AssignmentRateOverridesEmployerCosts(TypedDict):
    active: bool
    value: float


class AssignmentRateOverrides(TypedDict):
    markup: NotRequired[AssignmentRateOverridesMarkup]
    employerCosts: NotRequired[AssignmentRateOverridesEmployerCosts]


class Assignment(TypedDict):
    id: str
    reference: str
    status: AssignmentStatus
    payType: AssignmentPayType
    rateType: AssignmentRateType
    supplierType: AssignmentSupplierType
    company: EntityRef
    project: EntityRef
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    site: NotRequired[EntityRef]
    trade: NotRequired[EntityRef]
    tag: NotRequired[EntityRef]
    agency: EntityRef
    umbrella: NotRequired[str]
    worker: AssignmentWorker
    requisition: NotRequired[AssignmentRequisition]
    """Shown where the key could fetch the record it names."""
    costCode: NotRequired[CostCode]
    startDate: NotRequired[str]
    endDate: NotRequired[str]
    timesheetStartDate: NotRequired[str]
    completedDate: NotRequired[str]
    confirmationDate: NotRequired[str]
    purchaseOrder: NotRequired[str]
    rates: NotRequired[AssignmentRates]
    values: NotRequired[dict[str, Any]]
    rateUplifts: NotRequired[AssignmentRateUplifts]
    enhancedUplifts: NotRequired[AssignmentEnhancedUplifts]
    shiftPattern: NotRequired[AssignmentShiftPattern]
    cancellation: NotRequired[AssignmentCancellation]
    reinstatement: NotRequired[AssignmentReinstatement]
    ended: NotRequired[AssignmentEnded]
    clone: NotRequired[AssignmentClone]
    """Shown where the key could fetch the record it names."""
    replacement: NotRequired[AssignmentReplacement]
    """Shown where the key could fetch the record it names."""
    assignedBy: NotRequired[EntityRef]
    activities: list[AssignmentActivity]
    competencyRequirements: NotRequired[list[Requirement]]
    customDocuments: list[AssignmentCustomDocument]
    customFields: NotRequired[list[CustomField]]
    metaFields: list[AssignmentMetaField]
    submissionAnswers: list[SubmissionAnswer]
    """Agency-scoped keys see the entries of their own agencies."""
    lodgeApplicable: NotRequired[bool]
    lodge: NotRequired[AssignmentLodge]
    sdc: NotRequired[AssignmentSdc]
    sds: NotRequired[AssignmentSds]
    kid: NotRequired[str]
    """A link for this key; one of ours works for five minutes."""
    createdAt: str
    updatedAt: str
    workActivity: NotRequired[str]
    rateOverrides: NotRequired[AssignmentRateOverrides]
    workerDistanceToSite: NotRequired[float]
    workerLodgeDistanceToSite: NotRequired[float]
    weeksElapsed: NotRequired[int]


class AssignmentSummary(TypedDict):
    id: str
    reference: str
    status: AssignmentStatus
    payType: AssignmentPayType
    rateType: AssignmentRateType
    supplierType: AssignmentSupplierType
    company: EntityRef
    project: EntityRef
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    site: NotRequired[EntityRef]
    trade: NotRequired[EntityRef]
    tag: NotRequired[EntityRef]
    agency: EntityRef
    umbrella: NotRequired[str]
    worker: AssignmentWorker
    requisition: NotRequired[AssignmentRequisition]
    """Shown where the key could fetch the record it names."""
    costCode: NotRequired[CostCode]
    startDate: NotRequired[str]
    endDate: NotRequired[str]
    timesheetStartDate: NotRequired[str]
    completedDate: NotRequired[str]
    confirmationDate: NotRequired[str]
    purchaseOrder: NotRequired[str]
    rates: NotRequired[AssignmentRates]
    values: NotRequired[dict[str, Any]]
    rateUplifts: NotRequired[AssignmentRateUplifts]
    enhancedUplifts: NotRequired[AssignmentEnhancedUplifts]
    shiftPattern: NotRequired[AssignmentShiftPattern]
    cancellation: NotRequired[AssignmentCancellation]
    reinstatement: NotRequired[AssignmentReinstatement]
    ended: NotRequired[AssignmentEnded]
    clone: NotRequired[AssignmentClone]
    """Shown where the key could fetch the record it names."""
    replacement: NotRequired[AssignmentReplacement]
    """Shown where the key could fetch the record it names."""
    assignedBy: NotRequired[EntityRef]
    activities: list[AssignmentActivity]
    competencyRequirements: NotRequired[list[Requirement]]
    customDocuments: list[AssignmentCustomDocument]
    customFields: NotRequired[list[CustomField]]
    metaFields: list[AssignmentMetaField]
    submissionAnswers: list[SubmissionAnswer]
    """Agency-scoped keys see the entries of their own agencies."""
    lodgeApplicable: NotRequired[bool]
    lodge: NotRequired[AssignmentLodge]
    sdc: NotRequired[AssignmentSdc]
    sds: NotRequired[AssignmentSds]
    kid: NotRequired[str]
    """A link for this key; one of ours works for five minutes."""
    createdAt: str
    updatedAt: str


class AssignmentTotalWorker(TypedDict):
    id: str | None
    reference: str
    name: str


AssignmentTotalStatus: TypeAlias = Literal["pending", "confirmed", "cancelled", "completed", "ended", None]


AssignmentTotalPayType: TypeAlias = Literal["hourly", "daily", None]


AssignmentTotalRateType: TypeAlias = Literal["cis", "paye", "psc", None]


AssignmentTotalSupplierType: TypeAlias = Literal["agency", "umbrella", None]


class AssignmentTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    project: NotRequired[EntityRef | None]
    site: NotRequired[EntityRef | None]
    trade: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    worker: NotRequired[AssignmentTotalWorker | None]
    status: NotRequired[AssignmentTotalStatus]
    payType: NotRequired[AssignmentTotalPayType]
    rateType: NotRequired[AssignmentTotalRateType]
    supplierType: NotRequired[AssignmentTotalSupplierType]
    startDate: NotRequired[str | None]
    endDate: NotRequired[str | None]
    completedDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


ChangeType: TypeAlias = Literal[
    "site",
    "company",
    "tag",
    "expense",
    "requisition",
    "worker",
    "timesheet",
    "invoice",
    "afp",
    "creditNote",
    "assignment",
    "trade",
    "rate",
    "purchaseOrder",
    "project",
]


ChangeChange: TypeAlias = Literal["upserted", "deleted", "out_of_scope"]


class Change(TypedDict):
    type: ChangeType
    id: str
    change: ChangeChange
    at: str
    record: NotRequired[Site | Company | CompanyTag | Expense | Requisition | Worker | TimesheetSummary | Invoice | Afp | CreditNote | AssignmentSummary | TradeSummary | Rate | PurchaseOrder | Project]
    """With include=records: the record as its list shows it now, at its last mention on the page; absent where it is gone or not visible any more."""


class CompanyFinance(TypedDict):
    vat: NotRequired[str]
    accountName: NotRequired[str]
    bankName: NotRequired[str]
    accountNumber: NotRequired[str]
    sortCode: NotRequired[str]
    paymentTerms: NotRequired[PaymentTerms]


class Company(TypedDict):
    id: str
    name: str
    prefix: str
    active: bool
    companyNumber: NotRequired[str]
    industry: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[Phone]
    address: NotRequired[Address]
    finance: NotRequired[CompanyFinance]
    projectCount: int
    createdAt: str
    updatedAt: str
    config: NotRequired[dict[str, Any]]


CompanyCompetencyMatrixEntrySource: TypeAlias = Literal["project", "sector", "company"]


class CompanyCompetencyMatrixEntry(TypedDict):
    trade: EntityRef
    project: EntityRef | None
    sector: EntityRef | None
    source: CompanyCompetencyMatrixEntrySource
    requirements: list[Requirement]


class CompanyCompetencyMatrix(TypedDict):
    company: EntityRef
    project: NotRequired[EntityRef]
    entries: list[CompanyCompetencyMatrixEntry]


CompanyTagResourceType: TypeAlias = Literal["user", "trade"]


class CompanyTag(TypedDict):
    id: str
    reference: NotRequired[str]
    name: str
    description: NotRequired[str]
    company: str
    mandatory: bool
    resourceType: CompanyTagResourceType
    createdAt: str
    updatedAt: str


class CompanyUserAssignmentCustomRole(TypedDict):
    id: str
    name: str


CompanyUserAssignmentStatus: TypeAlias = Literal["Active", "Inactive"]


class CompanyUserAssignmentProject(TypedDict):
    id: str
    name: str


class CompanyUserAssignment(TypedDict):
    id: str
    name: str
    email: NotRequired[str]
    role: NotRequired[str]
    customRole: CompanyUserAssignmentCustomRole | None
    jobTitle: NotRequired[str]
    status: CompanyUserAssignmentStatus
    projects: list[CompanyUserAssignmentProject]


class CompanyUserPermissionCustomRole(TypedDict):
    id: str
    name: str


CompanyUserPermissionStatus: TypeAlias = Literal["Active", "Inactive"]


class CompanyUserPermissionProjectPermission(TypedDict):
    id: str
    name: str
    category: str
    permitted: bool


class CompanyUserPermissionProject(TypedDict):
    id: str
    name: str
    permissions: list[CompanyUserPermissionProjectPermission]


class CompanyUserPermission(TypedDict):
    id: str
    name: str
    email: NotRequired[str]
    role: NotRequired[str]
    customRole: CompanyUserPermissionCustomRole | None
    jobTitle: NotRequired[str]
    status: CompanyUserPermissionStatus
    projects: list[CompanyUserPermissionProject]


class CostCode(TypedDict):
    name: str
    description: NotRequired[str]


class Country(TypedDict):
    code: str
    name: str


class CreditNote(TypedDict):
    id: str
    reference: str
    company: EntityRef
    agency: EntityRef
    invoice: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    value: float
    reason: NotRequired[str]
    status: str
    createdAt: str
    updatedAt: str


class CreditNoteTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    status: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value."""


class CustomField(TypedDict):
    fieldId: str | None
    label: str
    fieldType: str
    value: Any


class EntityRef(TypedDict):
    id: str | None
    name: str


EventType: TypeAlias = Literal[
    "requisition_worker_submitted",
    "requisition_worker_stage_updated",
    "requisition_worker_rejected",
    "requisition_assigned",
    "requisition_filled",
    "requisition_cancelled",
    "assignment_trade_updated",
    "assignment_rates_updated",
    "assignment_shift_updated",
    "assignment_dates_updated",
    "assignment_cancelled",
    "assignment_reinstated",
    "assignment_ended",
    "timesheet_approval_requested",
    "purchase_order_amended",
    "worker_erased",
]


class EventDataValue(TypedDict):
    id: str


class Event(TypedDict):
    id: str
    type: EventType
    createdAt: str
    data: dict[str, EventDataValue]


class ExpenseWorker(TypedDict):
    id: str | None
    reference: str
    name: str


ExpenseStatus: TypeAlias = Literal["pending", "approved", "rejected"]


ExpenseCategory: TypeAlias = Literal[
    "Accommodation",
    "Bonus",
    "Driving hours",
    "Flat rate hours",
    "Fuel",
    "Manager authorised hours",
    "Mileage",
    "On-call",
    "Other",
    "Out-of-hours callout",
    "Parking",
    "Plant",
    "Price work",
    "Training hours",
    "Vehicles",
]


class ExpenseRate(TypedDict):
    value: float
    description: NotRequired[str]


class ExpenseWra(TypedDict):
    applicable: bool
    dailyAmount: NotRequired[float]
    daysPaid: NotRequired[float]


class ExpenseReceipt(TypedDict):
    fileName: NotRequired[str]
    url: NotRequired[str]
    """A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]


class Expense(TypedDict):
    id: str
    worker: ExpenseWorker
    timesheet: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    company: EntityRef
    project: EntityRef
    agency: EntityRef
    status: ExpenseStatus
    category: ExpenseCategory
    description: NotRequired[str]
    date: str
    value: float
    hours: NotRequired[float]
    rate: NotRequired[ExpenseRate]
    wra: NotRequired[ExpenseWra]
    costCode: NotRequired[CostCode]
    receipts: list[ExpenseReceipt]
    noReceiptReason: NotRequired[str]
    createdBy: NotRequired[EntityRef]
    approvedBy: NotRequired[EntityRef]
    approvalDate: NotRequired[str]
    invoice: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    afp: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    createdAt: str
    updatedAt: str


class ExpenseTotalWorker(TypedDict):
    id: str | None
    reference: str
    name: str


ExpenseTotalStatus: TypeAlias = Literal["pending", "approved", "rejected", None]


ExpenseTotalCategory: TypeAlias = Literal[
    "Accommodation",
    "Bonus",
    "Driving hours",
    "Flat rate hours",
    "Fuel",
    "Manager authorised hours",
    "Mileage",
    "On-call",
    "Other",
    "Out-of-hours callout",
    "Parking",
    "Plant",
    "Price work",
    "Training hours",
    "Vehicles",
    None,
]


class ExpenseTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    project: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    worker: NotRequired[ExpenseTotalWorker | None]
    status: NotRequired[ExpenseTotalStatus]
    category: NotRequired[ExpenseTotalCategory]
    date: NotRequired[str | None]
    approvalDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value, hours."""


class Gender(TypedDict):
    name: str


InvoiceStatus: TypeAlias = Literal["pending", "confirmed"]


InvoiceInvoiceType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient"]


InvoiceMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class InvoicePaymentFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]


class InvoicePayment(TypedDict):
    reference: NotRequired[str]
    paymentDate: NotRequired[str]
    file: NotRequired[InvoicePaymentFile]


class InvoiceValues(TypedDict):
    grossHours: float
    netHours: float
    subtotal: float
    vat: float
    total: float
    cis: float
    cisRate: float
    vatRate: float
    finalTotal: float
    expenses: float
    creditNotes: float
    netValue: float


class InvoiceFiles(TypedDict):
    invoice: str | None
    """A link for this key; one of ours works for five minutes."""
    timesheetSnapshot: str | None
    """A link for this key; one of ours works for five minutes."""


class Invoice(TypedDict):
    id: str
    reference: str
    status: InvoiceStatus
    company: EntityRef
    agency: EntityRef
    msp: NotRequired[EntityRef]
    projects: list[EntityRef]
    invoiceType: InvoiceInvoiceType
    mspInvoiceType: NotRequired[InvoiceMspInvoiceType]
    reason: NotRequired[str]
    comments: NotRequired[str]
    vatToBeApplied: NotRequired[bool]
    weekEnding: NotRequired[str]
    due: NotRequired[str]
    confirmedDate: NotRequired[str]
    confirmedBy: NotRequired[EntityRef]
    payment: NotRequired[InvoicePayment]
    values: InvoiceValues
    files: InvoiceFiles
    timesheets: list[ReferenceRef]
    createdAt: str
    updatedAt: str


InvoiceTotalInvoiceType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient", None]


InvoiceTotalStatus: TypeAlias = Literal["pending", "confirmed", None]


InvoiceTotalMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class InvoiceTotal(TypedDict):
    invoiceType: NotRequired[InvoiceTotalInvoiceType]
    company: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    msp: NotRequired[EntityRef | None]
    status: NotRequired[InvoiceTotalStatus]
    mspInvoiceType: NotRequired[InvoiceTotalMspInvoiceType]
    weekEnding: NotRequired[str | None]
    due: NotRequired[str | None]
    confirmedDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""


MasterQualificationCollection: TypeAlias = Literal["attachment", "rightToWork"]


MasterQualificationDocumentNumber: TypeAlias = Literal["required", "optional", "none"]


MasterQualificationExpiry: TypeAlias = Literal["required", "optional", "none"]


class MasterQualification(TypedDict):
    id: str
    name: str
    collection: MasterQualificationCollection
    documentNumber: MasterQualificationDocumentNumber
    expiry: MasterQualificationExpiry
    minimumFiles: int
    smartCheck: NotRequired[str]
    agencySpecific: bool
    mayBePast: NotRequired[bool]
    homeOfficeCheck: NotRequired[bool]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]


class MasterTrade(TypedDict):
    id: str
    name: str
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]


class MeUsage(TypedDict):
    requestsToday: int
    remainingToday: int
    resetsAt: str


class MeCompany(TypedDict):
    id: str
    name: str


class MeAgency(TypedDict):
    id: str
    name: str


class Me(TypedDict):
    name: str
    description: NotRequired[str]
    scopes: list[str]
    rateLimitPerMinute: int
    rateLimitPerDay: int
    ipAllowlist: NotRequired[list[str]]
    expiresAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    usage: MeUsage
    companies: NotRequired[list[MeCompany]]
    agencies: NotRequired[list[MeAgency]]
    createdAt: str


class Money(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float


class NameEmail(TypedDict):
    name: str
    email: NotRequired[str]


NewWorkerGender: TypeAlias = Literal["Male", "Female", "Non-binary", "Prefer not to say"]


class NewWorkerAddress(TypedDict):
    lineOne: str
    lineTwo: NotRequired[str]
    city: str
    region: NotRequired[str]
    country: str
    """From the countries list"""
    code: str
    latitude: NotRequired[float]
    longitude: NotRequired[float]


NewWorkerAttachmentFileDocType: TypeAlias = Literal["Front", "Back"]


class NewWorkerAttachmentFile(TypedDict):
    fileName: str
    content: str
    """The whole file as a base64 data URL: data:<mime>;base64,<data>; PDF, JPEG or PNG"""
    docType: NotRequired[NewWorkerAttachmentFileDocType]


class NewWorkerAttachment(TypedDict):
    documentId: str
    """From the master qualifications list"""
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    files: Sequence[NewWorkerAttachmentFile | Upload]


NewWorkerRightToWorkFileDocType: TypeAlias = Literal["Front", "Back"]


class NewWorkerRightToWorkFile(TypedDict):
    fileName: str
    content: str
    """The whole file as a base64 data URL: data:<mime>;base64,<data>; PDF, JPEG or PNG"""
    docType: NotRequired[NewWorkerRightToWorkFileDocType]


class NewWorkerRightToWork(TypedDict):
    documentId: str
    """From the master qualifications list"""
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    files: Sequence[NewWorkerRightToWorkFile | Upload]


class NewWorker(TypedDict):
    firstName: str
    lastName: str
    dob: str
    email: str
    phone: str
    countryCode: str
    """From the telephone country code list, with its +"""
    gender: NewWorkerGender
    nationality: str
    """From the countries list"""
    nationalIns: NotRequired[str]
    """UK National Insurance or Irish PPS number"""
    passportNo: NotRequired[str]
    """Passport number or share code"""
    address: NewWorkerAddress
    trades: Sequence[str]
    """Master trade ids"""
    agencyId: str
    """The agency’s own identifier for the worker"""
    consent: Literal[True]
    """The agency holds the worker’s written consent"""
    attachments: NotRequired[Sequence[NewWorkerAttachment]]
    rightToWork: NotRequired[Sequence[NewWorkerRightToWork]]


class PaymentTerms(TypedDict):
    days: float
    term: str


class Phone(TypedDict):
    countryCode: str
    number: str


class Project(TypedDict):
    id: str
    reference: NotRequired[str]
    name: str
    active: bool
    company: EntityRef
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    address: NotRequired[Address]
    startDate: NotRequired[str]
    endDate: NotRequired[str]
    sites: int
    createdAt: str
    updatedAt: str


ProjectConnectedAgencySupplierType: TypeAlias = Literal["agency", "umbrella"]


ProjectConnectedAgencyConnectionLevel: TypeAlias = Literal["project", "company"]


class ProjectConnectedAgencyCis(TypedDict):
    name: str
    value: float
    display: NotRequired[str]


class ProjectConnectedAgencyTradeMarkupAdjustment(TypedDict):
    trade: EntityRef
    adjustment: float


class ProjectConnectedAgencyRateUpliftRegion(TypedDict):
    id: str
    name: NotRequired[str]
    uplift: float


class ProjectConnectedAgencyRateUplift(TypedDict):
    description: NotRequired[str]
    type: NotRequired[str]
    uplift: NotRequired[float]
    regions: NotRequired[list[ProjectConnectedAgencyRateUpliftRegion]]


ProjectConnectedAgencyTradeUpliftOverrideMode: TypeAlias = Literal["standard", "enhanced"]


class ProjectConnectedAgencyTradeUpliftOverrideRateUpliftRegion(TypedDict):
    id: str
    name: NotRequired[str]
    uplift: float


class ProjectConnectedAgencyTradeUpliftOverrideRateUplift(TypedDict):
    description: NotRequired[str]
    type: NotRequired[str]
    uplift: NotRequired[float]
    regions: NotRequired[list[ProjectConnectedAgencyTradeUpliftOverrideRateUpliftRegion]]


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsWeekly(TypedDict):
    threshold: NotRequired[float]
    enforce: NotRequired[bool]
    reduce: NotRequired[bool]
    nightThreshold: NotRequired[float]
    nightEnforce: NotRequired[bool]
    backshiftThreshold: NotRequired[float]
    backshiftEnforce: NotRequired[bool]
    blockThresholds: NotRequired[dict[str, float]]
    nightBlockThresholds: NotRequired[dict[str, float]]
    backshiftBlockThresholds: NotRequired[dict[str, float]]


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsBreakdown(TypedDict):
    date: str
    dayOfWeek: str
    shiftType: NotRequired[str]
    blockStartHour: float
    blockEndHour: float
    blockHours: float
    upliftPercentage: float
    chargeRate: float
    chargeValue: float
    payRate: float
    payValue: float


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUplifts(TypedDict):
    enabled: bool
    mode: NotRequired[str]
    weekly: NotRequired[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsWeekly]
    breakdown: NotRequired[list[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsBreakdown]]


class ProjectConnectedAgencyTradeUpliftOverride(TypedDict):
    trade: EntityRef
    mode: ProjectConnectedAgencyTradeUpliftOverrideMode
    rateUplifts: NotRequired[list[ProjectConnectedAgencyTradeUpliftOverrideRateUplift]]
    enhancedUplifts: NotRequired[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUplifts]


class ProjectConnectedAgency(TypedDict):
    id: str
    agency: EntityRef
    supplierType: ProjectConnectedAgencySupplierType
    connectionLevel: ProjectConnectedAgencyConnectionLevel
    cis: NotRequired[ProjectConnectedAgencyCis | None]
    tier: NotRequired[int]
    restricted: NotRequired[bool]
    invoice: NotRequired[bool]
    drc: NotRequired[bool]
    afp: NotRequired[bool]
    email: NotRequired[str | None]
    paymentTerms: NotRequired[PaymentTerms | None]
    markupAdjustment: NotRequired[float]
    tradeMarkupAdjustments: NotRequired[list[ProjectConnectedAgencyTradeMarkupAdjustment]]
    rateUplifts: NotRequired[list[ProjectConnectedAgencyRateUplift]]
    tradeUpliftOverrides: NotRequired[list[ProjectConnectedAgencyTradeUpliftOverride]]
    createdAt: str
    updatedAt: str


PurchaseOrderStatus: TypeAlias = Literal["active", "inactive", "expired"]


class PurchaseOrderReinstated(TypedDict):
    user: EntityRef
    date: str


class PurchaseOrderRevoked(TypedDict):
    user: EntityRef
    date: str


class PurchaseOrder(TypedDict):
    id: str
    reference: str
    status: PurchaseOrderStatus
    startDate: NotRequired[str]
    endDate: NotRequired[str]
    value: float
    company: EntityRef
    site: NotRequired[EntityRef]
    agency: NotRequired[EntityRef]
    projects: list[EntityRef]
    trades: list[EntityRef]
    allTrades: NotRequired[bool]
    tradeOption: NotRequired[str]
    tag: NotRequired[EntityRef]
    reinstated: NotRequired[PurchaseOrderReinstated]
    revoked: NotRequired[PurchaseOrderRevoked]
    createdAt: str
    updatedAt: str


PurchaseOrderTotalStatus: TypeAlias = Literal["active", "inactive", "expired", None]


class PurchaseOrderTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    site: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    status: NotRequired[PurchaseOrderTotalStatus]
    startDate: NotRequired[str | None]
    endDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value."""


class RateRatesCis(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateRatesPaye(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateRatesPsc(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateRates(TypedDict):
    cis: RateRatesCis | None
    paye: RateRatesPaye | None
    psc: RateRatesPsc | None


class RateDayRatesCis(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateDayRatesPaye(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateDayRatesPsc(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class RateDayRates(TypedDict):
    cis: RateDayRatesCis | None
    paye: RateDayRatesPaye | None
    psc: RateDayRatesPsc | None


RatePieceRateFrequency: TypeAlias = Literal["daily", "weekly"]


class RatePieceRateValues(TypedDict):
    cis: Money | None
    paye: Money | None
    psc: Money | None


class RatePieceRate(TypedDict):
    id: str
    code: str
    name: str
    unitLabel: str
    unitLabelPlural: str
    frequency: RatePieceRateFrequency
    values: RatePieceRateValues


class Rate(TypedDict):
    id: str
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    project: EntityRef | None
    agency: EntityRef | None
    trade: EntityRef
    company: EntityRef
    rates: RateRates
    dayRates: RateDayRates
    pieceRates: list[RatePieceRate]
    createdAt: str
    updatedAt: str


RecruitmentMetric1CvRejected: TypeAlias = Literal["Yes", "No"]


class RecruitmentMetric1StageDate(TypedDict):
    stage: str
    label: str
    enabled: bool
    at: str
    daysFromSubmitted: int | None
    elapsedFromStage: str
    elapsedFromStageLabel: str
    elapsedDays: int | None


class RecruitmentMetric1(TypedDict):
    reqRef: str
    reqCreated: str
    reqReopened: str
    reqStart: str
    project: str
    trade: str
    supplier: str
    worker: str
    submitted: str
    cvReviewed: str
    interviewed: str
    offerMade: str
    offerAccepted: str
    offerRejected: str
    assigned: str
    missingCompliance: str
    interviewRequested: str
    interviewBooked: str
    withdrew: str
    currentStage: str
    currentStageLabel: str
    cvRejected: RecruitmentMetric1CvRejected
    managerReviewDays: int | None
    timeToInterviewDays: int | None
    timeToOfferDays: int | None
    timeToFillDays: int | None
    timeToOfferAcceptedDays: int | None
    offerToStartDays: int | None
    requestToBookingDays: int | None
    bookingToInterviewDays: int | None
    timeToWithdrawalDays: int | None
    hasWithdrawn: bool
    stageDates: list[RecruitmentMetric1StageDate]


class RecruitmentMetric2IqrBounds(TypedDict):
    lower: float
    upper: float


class RecruitmentMetric2Values(TypedDict):
    count: int
    averageDays: float
    medianDays: float
    minDays: float
    maxDays: float
    p25Days: float
    p75Days: float


class RecruitmentMetric2(TypedDict):
    group: str
    rawCount: int
    excludedOutliers: int
    iqrBounds: RecruitmentMetric2IqrBounds
    values: RecruitmentMetric2Values


class RecruitmentMetric3Values(TypedDict):
    thresholdHours: float
    hoursField: str
    workerWeeks: int
    workersOverThreshold: int
    distinctWorkersOverThreshold: int
    totalHours: float
    averageWeeklyHours: float
    maxWeeklyHours: float


class RecruitmentMetric3(TypedDict):
    group: str
    values: RecruitmentMetric3Values


class ReferenceRef(TypedDict):
    """Shown where the key could fetch the record it names."""

    id: str
    reference: str


class RequirementItem(TypedDict):
    name: str


class RequirementGroupItem(TypedDict):
    name: str


class RequirementGroup(TypedDict):
    items: list[RequirementGroupItem]


class Requirement(TypedDict):
    rule: str
    items: list[RequirementItem]
    groups: list[RequirementGroup]


RequisitionStatus: TypeAlias = Literal["raised", "approved", "filled", "cancelled", "rejected"]


class RequisitionApprovalStage(TypedDict):
    stage: int
    name: str
    approved: bool
    approvedAt: str | None
    approver: NameEmail | None


class RequisitionAgencySubmission(TypedDict):
    worker: EntityRef
    submittedAt: str | None
    isRejected: bool
    rejectionReason: str | None
    submittedBy: NotRequired[EntityRef]
    assignedBy: NotRequired[EntityRef]


class RequisitionAgency(TypedDict):
    id: str | None
    name: str
    offered: int
    assigned: int
    dateReceived: str | None
    dateAccepted: str | None
    submissions: list[RequisitionAgencySubmission]


class RequisitionCancellation(TypedDict):
    reason: NotRequired[str]
    date: str | None
    comments: NotRequired[str]


class RequisitionStageTrackingHistory(TypedDict):
    stage: str
    stageLabel: NotRequired[str]
    at: str | None
    byUserId: str | None
    byName: NotRequired[str]
    comments: NotRequired[str]


class RequisitionStageTracking(TypedDict):
    worker: EntityRef
    agency: EntityRef
    submittedAt: NotRequired[str]
    isRejected: bool
    stage: str
    stageLabel: NotRequired[str]
    history: list[RequisitionStageTrackingHistory]


class Requisition(TypedDict):
    id: str
    reference: str
    status: RequisitionStatus
    quantity: float
    autoAssign: NotRequired[bool]
    requestor: NotRequired[NameEmail]
    approver: NotRequired[NameEmail]
    approvalStages: list[RequisitionApprovalStage]
    approvedDate: NotRequired[str]
    company: EntityRef
    project: EntityRef
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    site: NotRequired[EntityRef]
    trade: NotRequired[EntityRef]
    activity: NotRequired[EntityRef]
    agencies: list[RequisitionAgency]
    """Agency-scoped keys see the entries of their own agencies."""
    cancellation: NotRequired[RequisitionCancellation]
    customFields: NotRequired[list[CustomField]]
    startDate: NotRequired[str]
    endDate: NotRequired[str]
    submissionAnswers: list[SubmissionAnswer]
    """Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    updatedAt: str
    stageTracking: NotRequired[list[RequisitionStageTracking]]
    """Agency-scoped keys see the entries of their own agencies."""


class SiteAddress(TypedDict):
    line1: NotRequired[str]
    city: NotRequired[str]
    postcode: NotRequired[str]


class Site(TypedDict):
    id: str
    name: str
    active: bool
    project: EntityRef
    company: EntityRef
    email: NotRequired[str]
    phone: NotRequired[Phone]
    address: NotRequired[SiteAddress]
    createdAt: str
    updatedAt: str


SubmissionAnswerAnswerScope: TypeAlias = Literal["submission", "worker"]


SubmissionAnswerDisplayLocation: TypeAlias = Literal["requisition", "assignment", "timesheet"]


class SubmissionAnswer(TypedDict):
    fieldId: str
    label: str
    fieldType: str
    value: Any
    answerScope: SubmissionAnswerAnswerScope
    submissionId: str
    workerIds: list[str]
    agency: EntityRef
    worker: EntityRef | None
    displayLocations: list[SubmissionAnswerDisplayLocation]
    submittedAt: NotRequired[str]
    submittedBy: NotRequired[EntityRef]
    updatedAt: str | None
    updatedBy: EntityRef | None


class TelephoneCountryCode(TypedDict):
    name: str
    countries: list[str]


TimesheetStatus: TypeAlias = Literal["pending", "pending_approval", "approved", "cancelled", "absent"]


TimesheetSupplierType: TypeAlias = Literal["agency", "umbrella"]


TimesheetApprovalRequestedByType: TypeAlias = Literal["user", "candidate"]


class TimesheetApprovalRequestedBy(TypedDict):
    id: str
    name: str
    type: TimesheetApprovalRequestedByType


class TimesheetRatesWd(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesWdNw(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesWeNw(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesBh(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesBhNight(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesSat(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesSun(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRatesOt(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetRates(TypedDict):
    wd: NotRequired[TimesheetRatesWd]
    wdNw: NotRequired[TimesheetRatesWdNw]
    weNw: NotRequired[TimesheetRatesWeNw]
    bh: NotRequired[TimesheetRatesBh]
    bhNight: NotRequired[TimesheetRatesBhNight]
    sat: NotRequired[TimesheetRatesSat]
    sun: NotRequired[TimesheetRatesSun]
    ot: NotRequired[TimesheetRatesOt]


class TimesheetValuesPay(TypedDict):
    wdBasic: NotRequired[float]
    wdOvertime: NotRequired[float]
    wdNightwork: NotRequired[float]
    weNightwork: NotRequired[float]
    bankHoliday: NotRequired[float]
    bankHolidayNight: NotRequired[float]
    saturday: NotRequired[float]
    sunday: NotRequired[float]
    saturdayNightwork: NotRequired[float]
    sundayNightwork: NotRequired[float]
    total: NotRequired[float]


class TimesheetValuesCharge(TypedDict):
    wdBasic: NotRequired[float]
    wdOvertime: NotRequired[float]
    wdNightwork: NotRequired[float]
    weNightwork: NotRequired[float]
    bankHoliday: NotRequired[float]
    bankHolidayNight: NotRequired[float]
    saturday: NotRequired[float]
    sunday: NotRequired[float]
    saturdayNightwork: NotRequired[float]
    sundayNightwork: NotRequired[float]
    total: NotRequired[float]


class TimesheetValues(TypedDict):
    pay: TimesheetValuesPay
    charge: TimesheetValuesCharge
    expense: NotRequired[float]


TimesheetPieceRateEntryFrequency: TypeAlias = Literal["daily", "weekly"]


class TimesheetPieceRateEntryTotals(TypedDict):
    units: float
    payValue: float
    empValue: float
    marginValue: float
    chargeValue: float


class TimesheetPieceRateEntryLine(TypedDict):
    id: str
    date: NotRequired[str]
    units: float
    payValue: float
    empValue: float
    marginValue: float
    chargeValue: float
    comment: NotRequired[str]
    costCode: NotRequired[CostCode]


class TimesheetPieceRateEntry(TypedDict):
    id: str
    pieceRateId: str
    code: str
    name: str
    unitLabel: str
    unitLabelPlural: str
    frequency: TimesheetPieceRateEntryFrequency
    rateType: str
    values: Money
    totals: TimesheetPieceRateEntryTotals
    lines: list[TimesheetPieceRateEntryLine]


class TimesheetTimelogHours(TypedDict):
    standard: float
    overtime: float
    total: float


class TimesheetTimelogValuesPay(TypedDict):
    standard: float
    overtime: float
    total: float


class TimesheetTimelogValuesEmp(TypedDict):
    standard: float
    overtime: float
    total: float


class TimesheetTimelogValuesMargin(TypedDict):
    standard: float
    overtime: float
    total: float


class TimesheetTimelogValuesCharge(TypedDict):
    standard: float
    overtime: float
    total: float


class TimesheetTimelogValues(TypedDict):
    pay: TimesheetTimelogValuesPay
    emp: TimesheetTimelogValuesEmp
    margin: TimesheetTimelogValuesMargin
    charge: TimesheetTimelogValuesCharge


class TimesheetTimelogCostCodeAllocation(TypedDict):
    costCode: CostCode
    hours: float


class TimesheetTimelog(TypedDict):
    id: str
    status: str
    date: str
    start: str
    end: str
    shiftType: NotRequired[str]
    breaks: float
    rateDescription: NotRequired[str]
    hours: TimesheetTimelogHours
    rates: Money
    values: TimesheetTimelogValues
    absenceAuthorized: NotRequired[bool]
    absenceReason: NotRequired[str]
    costCodeAllocations: NotRequired[list[TimesheetTimelogCostCodeAllocation]]


class TimesheetVersionHistoryValuesPay(TypedDict):
    wdBasic: NotRequired[float]
    wdOvertime: NotRequired[float]
    wdNightwork: NotRequired[float]
    weNightwork: NotRequired[float]
    bankHoliday: NotRequired[float]
    bankHolidayNight: NotRequired[float]
    saturday: NotRequired[float]
    sunday: NotRequired[float]
    saturdayNightwork: NotRequired[float]
    sundayNightwork: NotRequired[float]
    total: NotRequired[float]


class TimesheetVersionHistoryValuesCharge(TypedDict):
    wdBasic: NotRequired[float]
    wdOvertime: NotRequired[float]
    wdNightwork: NotRequired[float]
    weNightwork: NotRequired[float]
    bankHoliday: NotRequired[float]
    bankHolidayNight: NotRequired[float]
    saturday: NotRequired[float]
    sunday: NotRequired[float]
    saturdayNightwork: NotRequired[float]
    sundayNightwork: NotRequired[float]
    total: NotRequired[float]


class TimesheetVersionHistoryValues(TypedDict):
    pay: TimesheetVersionHistoryValuesPay
    charge: TimesheetVersionHistoryValuesCharge
    expense: NotRequired[float]


class TimesheetVersionHistoryRatesWd(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesWdNw(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesWeNw(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesBh(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesBhNight(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesSat(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesSun(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRatesOt(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    uplift: float | None


class TimesheetVersionHistoryRates(TypedDict):
    wd: NotRequired[TimesheetVersionHistoryRatesWd]
    wdNw: NotRequired[TimesheetVersionHistoryRatesWdNw]
    weNw: NotRequired[TimesheetVersionHistoryRatesWeNw]
    bh: NotRequired[TimesheetVersionHistoryRatesBh]
    bhNight: NotRequired[TimesheetVersionHistoryRatesBhNight]
    sat: NotRequired[TimesheetVersionHistoryRatesSat]
    sun: NotRequired[TimesheetVersionHistoryRatesSun]
    ot: NotRequired[TimesheetVersionHistoryRatesOt]


class TimesheetVersionHistory(TypedDict):
    version: int
    snapshotReason: str
    snapshotAt: str
    netHours: float
    expenseValue: float
    values: TimesheetVersionHistoryValues
    rates: TimesheetVersionHistoryRates


class Timesheet(TypedDict):
    id: str
    reference: str
    status: TimesheetStatus
    supplierType: TimesheetSupplierType
    worker: EntityRef
    assignment: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    company: EntityRef
    project: EntityRef
    site: NotRequired[EntityRef]
    agency: EntityRef
    payType: NotRequired[str]
    rateType: NotRequired[str]
    start: str
    end: str
    weekEnding: str
    version: int
    approvedDate: NotRequired[str]
    approvalRequestedBy: NotRequired[TimesheetApprovalRequestedBy]
    approvedBy: NotRequired[EntityRef]
    timesheetApprovers: list[EntityRef]
    netHours: float
    rates: NotRequired[TimesheetRates]
    values: NotRequired[TimesheetValues]
    pieceRateEntries: list[TimesheetPieceRateEntry]
    submissionAnswers: list[SubmissionAnswer]
    """Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    updatedAt: str
    timelogs: NotRequired[list[TimesheetTimelog]]
    versionHistory: NotRequired[list[TimesheetVersionHistory]]


class TimesheetSummary(TypedDict):
    id: str
    reference: str
    status: TimesheetStatus
    supplierType: TimesheetSupplierType
    worker: EntityRef
    assignment: NotRequired[ReferenceRef]
    """Shown where the key could fetch the record it names."""
    company: EntityRef
    project: EntityRef
    site: NotRequired[EntityRef]
    agency: EntityRef
    payType: NotRequired[str]
    rateType: NotRequired[str]
    start: str
    end: str
    weekEnding: str
    version: int
    approvedDate: NotRequired[str]
    approvalRequestedBy: NotRequired[TimesheetApprovalRequestedBy]
    approvedBy: NotRequired[EntityRef]
    timesheetApprovers: list[EntityRef]
    netHours: float
    rates: NotRequired[TimesheetRates]
    values: NotRequired[TimesheetValues]
    pieceRateEntries: list[TimesheetPieceRateEntry]
    submissionAnswers: list[SubmissionAnswer]
    """Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    updatedAt: str
    timelogs: NotRequired[list[TimesheetTimelog]]


TimesheetTotalStatus: TypeAlias = Literal["pending", "pending_approval", "approved", "cancelled", "absent", None]


TimesheetTotalSupplierType: TypeAlias = Literal["agency", "umbrella", None]


class TimesheetTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    project: NotRequired[EntityRef | None]
    site: NotRequired[EntityRef | None]
    agency: NotRequired[EntityRef | None]
    worker: NotRequired[EntityRef | None]
    status: NotRequired[TimesheetTotalStatus]
    supplierType: NotRequired[TimesheetTotalSupplierType]
    payType: NotRequired[str | None]
    weekEnding: NotRequired[str | None]
    approvedDate: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: netHours, values.pay.total, values.charge.total, values.expense."""


class TradeTag(TypedDict):
    id: str | None
    name: str
    description: NotRequired[str]


class TradeRateRatesCis(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateRatesPaye(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateRatesPsc(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateRates(TypedDict):
    cis: TradeRateRatesCis | None
    paye: TradeRateRatesPaye | None
    psc: TradeRateRatesPsc | None


class TradeRateDayRatesCis(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateDayRatesPaye(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateDayRatesPsc(TypedDict):
    pay: float
    emp: float
    margin: float
    charge: float
    comparablePayRate: NotRequired[float]


class TradeRateDayRates(TypedDict):
    cis: TradeRateDayRatesCis | None
    paye: TradeRateDayRatesPaye | None
    psc: TradeRateDayRatesPsc | None


TradeRatePieceRateFrequency: TypeAlias = Literal["daily", "weekly"]


class TradeRatePieceRateValues(TypedDict):
    cis: Money | None
    paye: Money | None
    psc: Money | None


class TradeRatePieceRate(TypedDict):
    id: str
    code: str
    name: str
    unitLabel: str
    unitLabelPlural: str
    frequency: TradeRatePieceRateFrequency
    values: TradeRatePieceRateValues


class TradeRate(TypedDict):
    id: str
    region: NotRequired[EntityRef]
    sector: NotRequired[EntityRef]
    project: EntityRef | None
    agency: EntityRef | None
    rates: TradeRateRates
    dayRates: TradeRateDayRates
    pieceRates: list[TradeRatePieceRate]


class TradeCompetencyMatrix(TypedDict):
    sector: EntityRef | None
    requirements: list[Requirement]


class Trade(TypedDict):
    id: str
    name: str
    description: NotRequired[str]
    active: bool
    company: EntityRef
    masterTrade: NotRequired[EntityRef]
    tags: list[TradeTag]
    createdAt: str
    updatedAt: str
    rates: NotRequired[list[TradeRate]]
    competencyMatrix: NotRequired[list[TradeCompetencyMatrix]]


class TradeSummary(TypedDict):
    id: str
    name: str
    description: NotRequired[str]
    active: bool
    company: EntityRef
    masterTrade: NotRequired[EntityRef]
    tags: list[TradeTag]
    createdAt: str
    updatedAt: str


class WorkerAgency(TypedDict):
    id: str | None
    name: str
    agencyId: NotRequired[str]
    active: bool


class WorkerCompanyId(TypedDict):
    company: str
    id: str


WorkerAttachmentType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerAttachmentFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerAttachmentFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerAttachmentFileDocType]


class WorkerAttachmentSystemValidation(TypedDict):
    status: str
    checkedAt: NotRequired[str]
    documentType: NotRequired[str]
    reason: str | None


class WorkerAttachmentVerificationOccupationQualification(TypedDict):
    qual: str


class WorkerAttachmentVerification(TypedDict):
    verified: bool
    cardTypeName: NotRequired[str]
    serial: NotRequired[str]
    customerName: NotRequired[str]
    documentNumber: NotRequired[str]
    photoType: NotRequired[str]
    expiry: NotRequired[str]
    occupationQualifications: NotRequired[list[WorkerAttachmentVerificationOccupationQualification]]
    lastVerifiedAt: NotRequired[str]


class WorkerAttachmentValidationCompetency(TypedDict):
    id: str
    name: str


class WorkerAttachmentValidationStatusHistory(TypedDict):
    status: str
    changedAt: str
    changedBy: NotRequired[str]


class WorkerAttachmentValidation(TypedDict):
    id: str
    company: EntityRef
    competency: WorkerAttachmentValidationCompetency | None
    user: EntityRef
    validationType: str
    status: str
    resolvedAt: NotRequired[str]
    documentType: NotRequired[str]
    documentRef: NotRequired[str]
    statusHistory: list[WorkerAttachmentValidationStatusHistory]
    createdAt: str
    updatedAt: str


class WorkerAttachment(TypedDict):
    id: str
    type: WorkerAttachmentType
    documentType: str
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    indefinite: NotRequired[bool]
    createdAt: str
    files: list[WorkerAttachmentFile]
    systemValidation: NotRequired[WorkerAttachmentSystemValidation]
    verification: NotRequired[WorkerAttachmentVerification]
    validations: NotRequired[list[WorkerAttachmentValidation]]
    """Only for company-scoped keys."""


WorkerRightToWorkType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerRightToWorkFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerRightToWorkFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerRightToWorkFileDocType]


class WorkerRightToWorkSystemValidation(TypedDict):
    status: str
    checkedAt: NotRequired[str]
    documentType: NotRequired[str]
    reason: str | None


WorkerRightToWorkRightToWorkCheckStatus: TypeAlias = Literal["passed", "refused", "expired", "notFound"]


WorkerRightToWorkRightToWorkCheckCheckType: TypeAlias = Literal["homeOfficeOnline", "digitalVerification", "manual", "employerCheckingService"]


WorkerRightToWorkRightToWorkCheckPermissionType: TypeAlias = Literal["unlimited", "timeLimited"]


class WorkerRightToWorkRightToWorkCheckEvidence(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""


class WorkerRightToWorkRightToWorkCheck(TypedDict):
    id: str
    status: WorkerRightToWorkRightToWorkCheckStatus
    checkType: WorkerRightToWorkRightToWorkCheckCheckType
    checkedAt: str
    checkedBy: NotRequired[str]
    reference: NotRequired[str]
    shareCodeLast4: NotRequired[str]
    permissionType: NotRequired[WorkerRightToWorkRightToWorkCheckPermissionType]
    immigrationStatus: NotRequired[str]
    permissionStart: NotRequired[str]
    permissionExpiry: NotRequired[str]
    restrictions: NotRequired[list[str]]
    maxHoursPerWeek: NotRequired[float]
    followUpDue: NotRequired[str]
    evidence: NotRequired[WorkerRightToWorkRightToWorkCheckEvidence]


class WorkerRightToWorkValidationCompetency(TypedDict):
    id: str
    name: str


class WorkerRightToWorkValidationStatusHistory(TypedDict):
    status: str
    changedAt: str
    changedBy: NotRequired[str]


class WorkerRightToWorkValidation(TypedDict):
    id: str
    company: EntityRef
    competency: WorkerRightToWorkValidationCompetency | None
    user: EntityRef
    validationType: str
    status: str
    resolvedAt: NotRequired[str]
    documentType: NotRequired[str]
    documentRef: NotRequired[str]
    statusHistory: list[WorkerRightToWorkValidationStatusHistory]
    createdAt: str
    updatedAt: str


class WorkerRightToWork(TypedDict):
    id: str
    type: WorkerRightToWorkType
    documentType: str
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    indefinite: NotRequired[bool]
    createdAt: str
    files: list[WorkerRightToWorkFile]
    systemValidation: NotRequired[WorkerRightToWorkSystemValidation]
    rightToWorkCheck: NotRequired[WorkerRightToWorkRightToWorkCheck]
    validations: NotRequired[list[WorkerRightToWorkValidation]]
    """Only for company-scoped keys."""


class Worker(TypedDict):
    id: str
    reference: str
    firstName: str
    lastName: str
    name: str
    gender: NotRequired[str]
    nationality: NotRequired[str]
    dob: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[Phone]
    address: NotRequired[Address]
    agencies: list[WorkerAgency]
    """Agency-scoped keys see the entries of their own agencies."""
    trades: list[EntityRef]
    companyIds: NotRequired[list[WorkerCompanyId]]
    """Only for company-scoped keys. Company-scoped keys see the entries of their own companies."""
    attachments: list[WorkerAttachment]
    rightToWork: list[WorkerRightToWork]
    createdAt: str
    updatedAt: str


WorkerCreated1AttachmentType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerCreated1AttachmentFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerCreated1AttachmentFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerCreated1AttachmentFileDocType]


class WorkerCreated1Attachment(TypedDict):
    id: str
    type: WorkerCreated1AttachmentType
    documentType: str
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    indefinite: NotRequired[bool]
    createdAt: str
    files: list[WorkerCreated1AttachmentFile]


WorkerCreated1RightToWorkType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerCreated1RightToWorkFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerCreated1RightToWorkFile(TypedDict):
    fileName: str
    url: str
    """A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerCreated1RightToWorkFileDocType]


class WorkerCreated1RightToWork(TypedDict):
    id: str
    type: WorkerCreated1RightToWorkType
    documentType: str
    documentNumber: NotRequired[str]
    expiration: NotRequired[str]
    indefinite: NotRequired[bool]
    createdAt: str
    files: list[WorkerCreated1RightToWorkFile]


class WorkerCreated1(TypedDict):
    id: str
    reference: str
    attachments: list[WorkerCreated1Attachment]
    rightToWork: list[WorkerCreated1RightToWork]
    createdAt: str


class WorkerCreated2(TypedDict):
    """With dryRun=true: nothing was wrong, and nothing was stored"""

    dryRun: Literal[True]


class ListMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""


class FeedMeta(TypedDict):
    """Where to go on reading."""

    limit: int
    """Entries a page, as it was read: at most 200."""
    next: str
    """The cursor to go on from, as `after`."""
    more: bool
    """Whether there is more at once."""
    total: NotRequired[int]
    """Entries after the cursor that was given, counted up to 100,000, where `include` asks for it."""


class ExpenseTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value, hours."""


class ExpenseTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[ExpenseTotalMetaAll]
    """Of everything that matches."""


class RecruitmentMetricMetaWithdrawalSummary(TypedDict):
    submissions: int
    withdrawn: int
    ratePercent: float


class RecruitmentMetricMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    withdrawalSummary: NotRequired[RecruitmentMetricMetaWithdrawalSummary]
    metric: NotRequired[str]
    groupBy: NotRequired[str]
    dateField: NotRequired[str]
    outlierRule: NotRequired[str]
    hoursField: NotRequired[str]


class TimesheetTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: netHours, values.pay.total, values.charge.total, values.expense."""


class TimesheetTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[TimesheetTotalMetaAll]
    """Of everything that matches."""


class InvoiceTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""


class InvoiceTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[InvoiceTotalMetaAll]
    """Of everything that matches."""


class AfpTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""


class AfpTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[AfpTotalMetaAll]
    """Of everything that matches."""


class CreditNoteTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value."""


class CreditNoteTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[CreditNoteTotalMetaAll]
    """Of everything that matches."""


class AssignmentTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


class AssignmentTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[AssignmentTotalMetaAll]
    """Of everything that matches."""


class PurchaseOrderTotalMetaAll(TypedDict):
    """Of everything that matches."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly, by what `sum` asked for: value."""


class PurchaseOrderTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records in the whole list."""
    all: NotRequired[PurchaseOrderTotalMetaAll]
    """Of everything that matches."""


SiteField: TypeAlias = Literal[
    "id",
    "name",
    "active",
    "project",
    "project.id",
    "project.name",
    "company",
    "company.id",
    "company.name",
    "email",
    "phone",
    "phone.countryCode",
    "phone.number",
    "address",
    "address.line1",
    "address.city",
    "address.postcode",
    "createdAt",
    "updatedAt",
]


CompanyTagField: TypeAlias = Literal[
    "id",
    "reference",
    "name",
    "description",
    "company",
    "mandatory",
    "resourceType",
    "createdAt",
    "updatedAt",
]


CompanyUserPermissionField: TypeAlias = Literal[
    "id",
    "name",
    "email",
    "role",
    "customRole",
    "customRole.id",
    "customRole.name",
    "jobTitle",
    "status",
    "projects",
    "projects.id",
    "projects.name",
    "projects.permissions",
    "projects.permissions.id",
    "projects.permissions.name",
    "projects.permissions.category",
    "projects.permissions.permitted",
]


CompanyUserAssignmentField: TypeAlias = Literal[
    "id",
    "name",
    "email",
    "role",
    "customRole",
    "customRole.id",
    "customRole.name",
    "jobTitle",
    "status",
    "projects",
    "projects.id",
    "projects.name",
]


ProjectConnectedAgencyField: TypeAlias = Literal[
    "id",
    "agency",
    "agency.id",
    "agency.name",
    "supplierType",
    "connectionLevel",
    "cis",
    "cis.name",
    "cis.value",
    "cis.display",
    "tier",
    "restricted",
    "invoice",
    "drc",
    "afp",
    "email",
    "paymentTerms",
    "paymentTerms.days",
    "paymentTerms.term",
    "markupAdjustment",
    "tradeMarkupAdjustments",
    "tradeMarkupAdjustments.trade",
    "tradeMarkupAdjustments.trade.id",
    "tradeMarkupAdjustments.trade.name",
    "tradeMarkupAdjustments.adjustment",
    "rateUplifts",
    "rateUplifts.description",
    "rateUplifts.type",
    "rateUplifts.uplift",
    "rateUplifts.regions",
    "rateUplifts.regions.id",
    "rateUplifts.regions.name",
    "rateUplifts.regions.uplift",
    "tradeUpliftOverrides",
    "tradeUpliftOverrides.trade",
    "tradeUpliftOverrides.trade.id",
    "tradeUpliftOverrides.trade.name",
    "tradeUpliftOverrides.mode",
    "tradeUpliftOverrides.rateUplifts",
    "tradeUpliftOverrides.rateUplifts.description",
    "tradeUpliftOverrides.rateUplifts.type",
    "tradeUpliftOverrides.rateUplifts.uplift",
    "tradeUpliftOverrides.rateUplifts.regions",
    "tradeUpliftOverrides.rateUplifts.regions.id",
    "tradeUpliftOverrides.rateUplifts.regions.name",
    "tradeUpliftOverrides.rateUplifts.regions.uplift",
    "tradeUpliftOverrides.enhancedUplifts",
    "tradeUpliftOverrides.enhancedUplifts.enabled",
    "tradeUpliftOverrides.enhancedUplifts.mode",
    "tradeUpliftOverrides.enhancedUplifts.weekly",
    "tradeUpliftOverrides.enhancedUplifts.weekly.threshold",
    "tradeUpliftOverrides.enhancedUplifts.weekly.enforce",
    "tradeUpliftOverrides.enhancedUplifts.weekly.reduce",
    "tradeUpliftOverrides.enhancedUplifts.weekly.nightThreshold",
    "tradeUpliftOverrides.enhancedUplifts.weekly.nightEnforce",
    "tradeUpliftOverrides.enhancedUplifts.weekly.backshiftThreshold",
    "tradeUpliftOverrides.enhancedUplifts.weekly.backshiftEnforce",
    "tradeUpliftOverrides.enhancedUplifts.weekly.blockThresholds",
    "tradeUpliftOverrides.enhancedUplifts.weekly.nightBlockThresholds",
    "tradeUpliftOverrides.enhancedUplifts.weekly.backshiftBlockThresholds",
    "tradeUpliftOverrides.enhancedUplifts.breakdown",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.date",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.dayOfWeek",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.shiftType",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.blockStartHour",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.blockEndHour",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.blockHours",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.upliftPercentage",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.chargeRate",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.chargeValue",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.payRate",
    "tradeUpliftOverrides.enhancedUplifts.breakdown.payValue",
    "createdAt",
    "updatedAt",
]


ExpenseField: TypeAlias = Literal[
    "id",
    "worker",
    "worker.id",
    "worker.reference",
    "worker.name",
    "timesheet",
    "timesheet.id",
    "timesheet.reference",
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "agency",
    "agency.id",
    "agency.name",
    "status",
    "category",
    "description",
    "date",
    "value",
    "hours",
    "rate",
    "rate.value",
    "rate.description",
    "wra",
    "wra.applicable",
    "wra.dailyAmount",
    "wra.daysPaid",
    "costCode",
    "costCode.name",
    "costCode.description",
    "receipts",
    "receipts.fileName",
    "receipts.url",
    "receipts.created",
    "noReceiptReason",
    "createdBy",
    "createdBy.id",
    "createdBy.name",
    "approvedBy",
    "approvedBy.id",
    "approvedBy.name",
    "approvalDate",
    "invoice",
    "invoice.id",
    "invoice.reference",
    "afp",
    "afp.id",
    "afp.reference",
    "createdAt",
    "updatedAt",
]


ExpenseTotalField: TypeAlias = Literal[
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "agency",
    "agency.id",
    "agency.name",
    "worker",
    "worker.id",
    "worker.reference",
    "worker.name",
    "status",
    "category",
    "date",
    "approvalDate",
    "createdAt",
    "count",
    "sums",
]


RequisitionField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "quantity",
    "autoAssign",
    "requestor",
    "requestor.name",
    "requestor.email",
    "approver",
    "approver.name",
    "approver.email",
    "approvalStages",
    "approvalStages.stage",
    "approvalStages.name",
    "approvalStages.approved",
    "approvalStages.approvedAt",
    "approvalStages.approver",
    "approvalStages.approver.name",
    "approvalStages.approver.email",
    "approvedDate",
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "region",
    "region.id",
    "region.name",
    "sector",
    "sector.id",
    "sector.name",
    "site",
    "site.id",
    "site.name",
    "trade",
    "trade.id",
    "trade.name",
    "activity",
    "activity.id",
    "activity.name",
    "agencies",
    "agencies.id",
    "agencies.name",
    "agencies.offered",
    "agencies.assigned",
    "agencies.dateReceived",
    "agencies.dateAccepted",
    "agencies.submissions",
    "agencies.submissions.worker",
    "agencies.submissions.worker.id",
    "agencies.submissions.worker.name",
    "agencies.submissions.submittedAt",
    "agencies.submissions.isRejected",
    "agencies.submissions.rejectionReason",
    "agencies.submissions.submittedBy",
    "agencies.submissions.submittedBy.id",
    "agencies.submissions.submittedBy.name",
    "agencies.submissions.assignedBy",
    "agencies.submissions.assignedBy.id",
    "agencies.submissions.assignedBy.name",
    "cancellation",
    "cancellation.reason",
    "cancellation.date",
    "cancellation.comments",
    "customFields",
    "customFields.fieldId",
    "customFields.label",
    "customFields.fieldType",
    "customFields.value",
    "startDate",
    "endDate",
    "submissionAnswers",
    "submissionAnswers.fieldId",
    "submissionAnswers.label",
    "submissionAnswers.fieldType",
    "submissionAnswers.value",
    "submissionAnswers.answerScope",
    "submissionAnswers.submissionId",
    "submissionAnswers.workerIds",
    "submissionAnswers.agency",
    "submissionAnswers.agency.id",
    "submissionAnswers.agency.name",
    "submissionAnswers.worker",
    "submissionAnswers.worker.id",
    "submissionAnswers.worker.name",
    "submissionAnswers.displayLocations",
    "submissionAnswers.submittedAt",
    "submissionAnswers.submittedBy",
    "submissionAnswers.submittedBy.id",
    "submissionAnswers.submittedBy.name",
    "submissionAnswers.updatedAt",
    "submissionAnswers.updatedBy",
    "submissionAnswers.updatedBy.id",
    "submissionAnswers.updatedBy.name",
    "createdAt",
    "updatedAt",
    "stageTracking",
    "stageTracking.worker",
    "stageTracking.worker.id",
    "stageTracking.worker.name",
    "stageTracking.agency",
    "stageTracking.agency.id",
    "stageTracking.agency.name",
    "stageTracking.submittedAt",
    "stageTracking.isRejected",
    "stageTracking.stage",
    "stageTracking.stageLabel",
    "stageTracking.history",
    "stageTracking.history.stage",
    "stageTracking.history.stageLabel",
    "stageTracking.history.at",
    "stageTracking.history.byUserId",
    "stageTracking.history.byName",
    "stageTracking.history.comments",
]


RecruitmentMetricField: TypeAlias = Literal[
    "reqRef",
    "reqCreated",
    "reqReopened",
    "reqStart",
    "project",
    "trade",
    "supplier",
    "worker",
    "submitted",
    "cvReviewed",
    "interviewed",
    "offerMade",
    "offerAccepted",
    "offerRejected",
    "assigned",
    "missingCompliance",
    "interviewRequested",
    "interviewBooked",
    "withdrew",
    "currentStage",
    "currentStageLabel",
    "cvRejected",
    "managerReviewDays",
    "timeToInterviewDays",
    "timeToOfferDays",
    "timeToFillDays",
    "timeToOfferAcceptedDays",
    "offerToStartDays",
    "requestToBookingDays",
    "bookingToInterviewDays",
    "timeToWithdrawalDays",
    "hasWithdrawn",
    "stageDates",
    "stageDates.stage",
    "stageDates.label",
    "stageDates.enabled",
    "stageDates.at",
    "stageDates.daysFromSubmitted",
    "stageDates.elapsedFromStage",
    "stageDates.elapsedFromStageLabel",
    "stageDates.elapsedDays",
    "group",
    "rawCount",
    "excludedOutliers",
    "iqrBounds",
    "iqrBounds.lower",
    "iqrBounds.upper",
    "values",
    "values.count",
    "values.averageDays",
    "values.medianDays",
    "values.minDays",
    "values.maxDays",
    "values.p25Days",
    "values.p75Days",
    "values.thresholdHours",
    "values.hoursField",
    "values.workerWeeks",
    "values.workersOverThreshold",
    "values.distinctWorkersOverThreshold",
    "values.totalHours",
    "values.averageWeeklyHours",
    "values.maxWeeklyHours",
]


WorkerField: TypeAlias = Literal[
    "id",
    "reference",
    "firstName",
    "lastName",
    "name",
    "gender",
    "nationality",
    "dob",
    "email",
    "phone",
    "phone.countryCode",
    "phone.number",
    "address",
    "address.lineOne",
    "address.lineTwo",
    "address.city",
    "address.region",
    "address.country",
    "address.code",
    "address.latitude",
    "address.longitude",
    "agencies",
    "agencies.id",
    "agencies.name",
    "agencies.agencyId",
    "agencies.active",
    "trades",
    "trades.id",
    "trades.name",
    "companyIds",
    "companyIds.company",
    "companyIds.id",
    "attachments",
    "attachments.id",
    "attachments.type",
    "attachments.documentType",
    "attachments.documentNumber",
    "attachments.expiration",
    "attachments.indefinite",
    "attachments.createdAt",
    "attachments.files",
    "attachments.files.fileName",
    "attachments.files.url",
    "attachments.files.docType",
    "attachments.systemValidation",
    "attachments.systemValidation.status",
    "attachments.systemValidation.checkedAt",
    "attachments.systemValidation.documentType",
    "attachments.systemValidation.reason",
    "attachments.verification",
    "attachments.verification.verified",
    "attachments.verification.cardTypeName",
    "attachments.verification.serial",
    "attachments.verification.customerName",
    "attachments.verification.documentNumber",
    "attachments.verification.photoType",
    "attachments.verification.expiry",
    "attachments.verification.occupationQualifications",
    "attachments.verification.occupationQualifications.qual",
    "attachments.verification.lastVerifiedAt",
    "attachments.validations",
    "attachments.validations.id",
    "attachments.validations.company",
    "attachments.validations.company.id",
    "attachments.validations.company.name",
    "attachments.validations.competency",
    "attachments.validations.competency.id",
    "attachments.validations.competency.name",
    "attachments.validations.user",
    "attachments.validations.user.id",
    "attachments.validations.user.name",
    "attachments.validations.validationType",
    "attachments.validations.status",
    "attachments.validations.resolvedAt",
    "attachments.validations.documentType",
    "attachments.validations.documentRef",
    "attachments.validations.statusHistory",
    "attachments.validations.statusHistory.status",
    "attachments.validations.statusHistory.changedAt",
    "attachments.validations.statusHistory.changedBy",
    "attachments.validations.createdAt",
    "attachments.validations.updatedAt",
    "rightToWork",
    "rightToWork.id",
    "rightToWork.type",
    "rightToWork.documentType",
    "rightToWork.documentNumber",
    "rightToWork.expiration",
    "rightToWork.indefinite",
    "rightToWork.createdAt",
    "rightToWork.files",
    "rightToWork.files.fileName",
    "rightToWork.files.url",
    "rightToWork.files.docType",
    "rightToWork.systemValidation",
    "rightToWork.systemValidation.status",
    "rightToWork.systemValidation.checkedAt",
    "rightToWork.systemValidation.documentType",
    "rightToWork.systemValidation.reason",
    "rightToWork.rightToWorkCheck",
    "rightToWork.rightToWorkCheck.id",
    "rightToWork.rightToWorkCheck.status",
    "rightToWork.rightToWorkCheck.checkType",
    "rightToWork.rightToWorkCheck.checkedAt",
    "rightToWork.rightToWorkCheck.checkedBy",
    "rightToWork.rightToWorkCheck.reference",
    "rightToWork.rightToWorkCheck.shareCodeLast4",
    "rightToWork.rightToWorkCheck.permissionType",
    "rightToWork.rightToWorkCheck.immigrationStatus",
    "rightToWork.rightToWorkCheck.permissionStart",
    "rightToWork.rightToWorkCheck.permissionExpiry",
    "rightToWork.rightToWorkCheck.restrictions",
    "rightToWork.rightToWorkCheck.maxHoursPerWeek",
    "rightToWork.rightToWorkCheck.followUpDue",
    "rightToWork.rightToWorkCheck.evidence",
    "rightToWork.rightToWorkCheck.evidence.fileName",
    "rightToWork.rightToWorkCheck.evidence.url",
    "rightToWork.validations",
    "rightToWork.validations.id",
    "rightToWork.validations.company",
    "rightToWork.validations.company.id",
    "rightToWork.validations.company.name",
    "rightToWork.validations.competency",
    "rightToWork.validations.competency.id",
    "rightToWork.validations.competency.name",
    "rightToWork.validations.user",
    "rightToWork.validations.user.id",
    "rightToWork.validations.user.name",
    "rightToWork.validations.validationType",
    "rightToWork.validations.status",
    "rightToWork.validations.resolvedAt",
    "rightToWork.validations.documentType",
    "rightToWork.validations.documentRef",
    "rightToWork.validations.statusHistory",
    "rightToWork.validations.statusHistory.status",
    "rightToWork.validations.statusHistory.changedAt",
    "rightToWork.validations.statusHistory.changedBy",
    "rightToWork.validations.createdAt",
    "rightToWork.validations.updatedAt",
    "createdAt",
    "updatedAt",
]


TimesheetField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "supplierType",
    "worker",
    "worker.id",
    "worker.name",
    "assignment",
    "assignment.id",
    "assignment.reference",
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "site",
    "site.id",
    "site.name",
    "agency",
    "agency.id",
    "agency.name",
    "payType",
    "rateType",
    "start",
    "end",
    "weekEnding",
    "version",
    "approvedDate",
    "approvalRequestedBy",
    "approvalRequestedBy.id",
    "approvalRequestedBy.name",
    "approvalRequestedBy.type",
    "approvedBy",
    "approvedBy.id",
    "approvedBy.name",
    "timesheetApprovers",
    "timesheetApprovers.id",
    "timesheetApprovers.name",
    "netHours",
    "rates",
    "rates.wd",
    "rates.wd.pay",
    "rates.wd.emp",
    "rates.wd.margin",
    "rates.wd.charge",
    "rates.wd.uplift",
    "rates.wdNw",
    "rates.wdNw.pay",
    "rates.wdNw.emp",
    "rates.wdNw.margin",
    "rates.wdNw.charge",
    "rates.wdNw.uplift",
    "rates.weNw",
    "rates.weNw.pay",
    "rates.weNw.emp",
    "rates.weNw.margin",
    "rates.weNw.charge",
    "rates.weNw.uplift",
    "rates.bh",
    "rates.bh.pay",
    "rates.bh.emp",
    "rates.bh.margin",
    "rates.bh.charge",
    "rates.bh.uplift",
    "rates.bhNight",
    "rates.bhNight.pay",
    "rates.bhNight.emp",
    "rates.bhNight.margin",
    "rates.bhNight.charge",
    "rates.bhNight.uplift",
    "rates.sat",
    "rates.sat.pay",
    "rates.sat.emp",
    "rates.sat.margin",
    "rates.sat.charge",
    "rates.sat.uplift",
    "rates.sun",
    "rates.sun.pay",
    "rates.sun.emp",
    "rates.sun.margin",
    "rates.sun.charge",
    "rates.sun.uplift",
    "rates.ot",
    "rates.ot.pay",
    "rates.ot.emp",
    "rates.ot.margin",
    "rates.ot.charge",
    "rates.ot.uplift",
    "values",
    "values.pay",
    "values.pay.wdBasic",
    "values.pay.wdOvertime",
    "values.pay.wdNightwork",
    "values.pay.weNightwork",
    "values.pay.bankHoliday",
    "values.pay.bankHolidayNight",
    "values.pay.saturday",
    "values.pay.sunday",
    "values.pay.saturdayNightwork",
    "values.pay.sundayNightwork",
    "values.pay.total",
    "values.charge",
    "values.charge.wdBasic",
    "values.charge.wdOvertime",
    "values.charge.wdNightwork",
    "values.charge.weNightwork",
    "values.charge.bankHoliday",
    "values.charge.bankHolidayNight",
    "values.charge.saturday",
    "values.charge.sunday",
    "values.charge.saturdayNightwork",
    "values.charge.sundayNightwork",
    "values.charge.total",
    "values.expense",
    "pieceRateEntries",
    "pieceRateEntries.id",
    "pieceRateEntries.pieceRateId",
    "pieceRateEntries.code",
    "pieceRateEntries.name",
    "pieceRateEntries.unitLabel",
    "pieceRateEntries.unitLabelPlural",
    "pieceRateEntries.frequency",
    "pieceRateEntries.rateType",
    "pieceRateEntries.values",
    "pieceRateEntries.values.pay",
    "pieceRateEntries.values.emp",
    "pieceRateEntries.values.margin",
    "pieceRateEntries.values.charge",
    "pieceRateEntries.totals",
    "pieceRateEntries.totals.units",
    "pieceRateEntries.totals.payValue",
    "pieceRateEntries.totals.empValue",
    "pieceRateEntries.totals.marginValue",
    "pieceRateEntries.totals.chargeValue",
    "pieceRateEntries.lines",
    "pieceRateEntries.lines.id",
    "pieceRateEntries.lines.date",
    "pieceRateEntries.lines.units",
    "pieceRateEntries.lines.payValue",
    "pieceRateEntries.lines.empValue",
    "pieceRateEntries.lines.marginValue",
    "pieceRateEntries.lines.chargeValue",
    "pieceRateEntries.lines.comment",
    "pieceRateEntries.lines.costCode",
    "pieceRateEntries.lines.costCode.name",
    "pieceRateEntries.lines.costCode.description",
    "submissionAnswers",
    "submissionAnswers.fieldId",
    "submissionAnswers.label",
    "submissionAnswers.fieldType",
    "submissionAnswers.value",
    "submissionAnswers.answerScope",
    "submissionAnswers.submissionId",
    "submissionAnswers.workerIds",
    "submissionAnswers.agency",
    "submissionAnswers.agency.id",
    "submissionAnswers.agency.name",
    "submissionAnswers.worker",
    "submissionAnswers.worker.id",
    "submissionAnswers.worker.name",
    "submissionAnswers.displayLocations",
    "submissionAnswers.submittedAt",
    "submissionAnswers.submittedBy",
    "submissionAnswers.submittedBy.id",
    "submissionAnswers.submittedBy.name",
    "submissionAnswers.updatedAt",
    "submissionAnswers.updatedBy",
    "submissionAnswers.updatedBy.id",
    "submissionAnswers.updatedBy.name",
    "createdAt",
    "updatedAt",
    "timelogs",
    "timelogs.id",
    "timelogs.status",
    "timelogs.date",
    "timelogs.start",
    "timelogs.end",
    "timelogs.shiftType",
    "timelogs.breaks",
    "timelogs.rateDescription",
    "timelogs.hours",
    "timelogs.hours.standard",
    "timelogs.hours.overtime",
    "timelogs.hours.total",
    "timelogs.rates",
    "timelogs.rates.pay",
    "timelogs.rates.emp",
    "timelogs.rates.margin",
    "timelogs.rates.charge",
    "timelogs.values",
    "timelogs.values.pay",
    "timelogs.values.pay.standard",
    "timelogs.values.pay.overtime",
    "timelogs.values.pay.total",
    "timelogs.values.emp",
    "timelogs.values.emp.standard",
    "timelogs.values.emp.overtime",
    "timelogs.values.emp.total",
    "timelogs.values.margin",
    "timelogs.values.margin.standard",
    "timelogs.values.margin.overtime",
    "timelogs.values.margin.total",
    "timelogs.values.charge",
    "timelogs.values.charge.standard",
    "timelogs.values.charge.overtime",
    "timelogs.values.charge.total",
    "timelogs.absenceAuthorized",
    "timelogs.absenceReason",
    "timelogs.costCodeAllocations",
    "timelogs.costCodeAllocations.costCode",
    "timelogs.costCodeAllocations.costCode.name",
    "timelogs.costCodeAllocations.costCode.description",
    "timelogs.costCodeAllocations.hours",
]


TimesheetTotalField: TypeAlias = Literal[
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "site",
    "site.id",
    "site.name",
    "agency",
    "agency.id",
    "agency.name",
    "worker",
    "worker.id",
    "worker.name",
    "status",
    "supplierType",
    "payType",
    "weekEnding",
    "approvedDate",
    "createdAt",
    "count",
    "sums",
]


InvoiceField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "msp",
    "msp.id",
    "msp.name",
    "projects",
    "projects.id",
    "projects.name",
    "invoiceType",
    "mspInvoiceType",
    "reason",
    "comments",
    "vatToBeApplied",
    "weekEnding",
    "due",
    "confirmedDate",
    "confirmedBy",
    "confirmedBy.id",
    "confirmedBy.name",
    "payment",
    "payment.reference",
    "payment.paymentDate",
    "payment.file",
    "payment.file.fileName",
    "payment.file.url",
    "payment.file.created",
    "values",
    "values.grossHours",
    "values.netHours",
    "values.subtotal",
    "values.vat",
    "values.total",
    "values.cis",
    "values.cisRate",
    "values.vatRate",
    "values.finalTotal",
    "values.expenses",
    "values.creditNotes",
    "values.netValue",
    "files",
    "files.invoice",
    "files.timesheetSnapshot",
    "timesheets",
    "timesheets.id",
    "timesheets.reference",
    "createdAt",
    "updatedAt",
]


InvoiceTotalField: TypeAlias = Literal[
    "invoiceType",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "msp",
    "msp.id",
    "msp.name",
    "status",
    "mspInvoiceType",
    "weekEnding",
    "due",
    "confirmedDate",
    "createdAt",
    "count",
    "sums",
]


AfpField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "msp",
    "msp.id",
    "msp.name",
    "projects",
    "projects.id",
    "projects.name",
    "afpType",
    "mspInvoiceType",
    "reason",
    "comments",
    "vatToBeApplied",
    "weekEnding",
    "due",
    "confirmedDate",
    "confirmedBy",
    "confirmedBy.id",
    "confirmedBy.name",
    "payment",
    "payment.reference",
    "payment.paymentDate",
    "payment.file",
    "payment.file.fileName",
    "payment.file.url",
    "payment.file.created",
    "values",
    "values.grossHours",
    "values.netHours",
    "values.subtotal",
    "values.vat",
    "values.total",
    "values.cis",
    "values.cisRate",
    "values.vatRate",
    "values.finalTotal",
    "values.expenses",
    "values.creditNotes",
    "values.netValue",
    "files",
    "files.afp",
    "files.timesheetSnapshot",
    "timesheets",
    "timesheets.id",
    "timesheets.reference",
    "createdAt",
    "updatedAt",
]


AfpTotalField: TypeAlias = Literal[
    "afpType",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "msp",
    "msp.id",
    "msp.name",
    "status",
    "mspInvoiceType",
    "weekEnding",
    "due",
    "confirmedDate",
    "createdAt",
    "count",
    "sums",
]


CreditNoteField: TypeAlias = Literal[
    "id",
    "reference",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "invoice",
    "invoice.id",
    "invoice.reference",
    "value",
    "reason",
    "status",
    "createdAt",
    "updatedAt",
]


CreditNoteTotalField: TypeAlias = Literal[
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "status",
    "createdAt",
    "count",
    "sums",
]


AssignmentField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "payType",
    "rateType",
    "supplierType",
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "region",
    "region.id",
    "region.name",
    "sector",
    "sector.id",
    "sector.name",
    "site",
    "site.id",
    "site.name",
    "trade",
    "trade.id",
    "trade.name",
    "tag",
    "tag.id",
    "tag.name",
    "agency",
    "agency.id",
    "agency.name",
    "umbrella",
    "worker",
    "worker.id",
    "worker.reference",
    "worker.name",
    "requisition",
    "requisition.id",
    "requisition.reference",
    "requisition.nanoid",
    "costCode",
    "costCode.name",
    "costCode.description",
    "startDate",
    "endDate",
    "timesheetStartDate",
    "completedDate",
    "confirmationDate",
    "purchaseOrder",
    "rates",
    "rates.pay",
    "rates.charge",
    "values",
    "rateUplifts",
    "rateUplifts.bh",
    "rateUplifts.bhNw",
    "rateUplifts.wdOt",
    "rateUplifts.sat",
    "rateUplifts.sun",
    "rateUplifts.wdNw",
    "rateUplifts.weNw",
    "enhancedUplifts",
    "enhancedUplifts.enabled",
    "enhancedUplifts.mode",
    "enhancedUplifts.weekly",
    "enhancedUplifts.weekly.threshold",
    "enhancedUplifts.weekly.enforce",
    "enhancedUplifts.weekly.reduce",
    "enhancedUplifts.weekly.nightThreshold",
    "enhancedUplifts.weekly.nightEnforce",
    "enhancedUplifts.weekly.backshiftThreshold",
    "enhancedUplifts.weekly.backshiftEnforce",
    "enhancedUplifts.weekly.blockThresholds",
    "enhancedUplifts.weekly.nightBlockThresholds",
    "enhancedUplifts.weekly.backshiftBlockThresholds",
    "enhancedUplifts.breakdown",
    "enhancedUplifts.breakdown.date",
    "enhancedUplifts.breakdown.dayOfWeek",
    "enhancedUplifts.breakdown.shiftType",
    "enhancedUplifts.breakdown.blockStartHour",
    "enhancedUplifts.breakdown.blockEndHour",
    "enhancedUplifts.breakdown.blockHours",
    "enhancedUplifts.breakdown.upliftPercentage",
    "enhancedUplifts.breakdown.chargeRate",
    "enhancedUplifts.breakdown.chargeValue",
    "enhancedUplifts.breakdown.payRate",
    "enhancedUplifts.breakdown.payValue",
    "shiftPattern",
    "shiftPattern.m",
    "shiftPattern.m.start",
    "shiftPattern.m.end",
    "shiftPattern.m.active",
    "shiftPattern.m.break",
    "shiftPattern.m.night",
    "shiftPattern.t",
    "shiftPattern.t.start",
    "shiftPattern.t.end",
    "shiftPattern.t.active",
    "shiftPattern.t.break",
    "shiftPattern.t.night",
    "shiftPattern.w",
    "shiftPattern.w.start",
    "shiftPattern.w.end",
    "shiftPattern.w.active",
    "shiftPattern.w.break",
    "shiftPattern.w.night",
    "shiftPattern.th",
    "shiftPattern.th.start",
    "shiftPattern.th.end",
    "shiftPattern.th.active",
    "shiftPattern.th.break",
    "shiftPattern.th.night",
    "shiftPattern.f",
    "shiftPattern.f.start",
    "shiftPattern.f.end",
    "shiftPattern.f.active",
    "shiftPattern.f.break",
    "shiftPattern.f.night",
    "shiftPattern.s",
    "shiftPattern.s.start",
    "shiftPattern.s.end",
    "shiftPattern.s.active",
    "shiftPattern.s.break",
    "shiftPattern.s.night",
    "shiftPattern.su",
    "shiftPattern.su.start",
    "shiftPattern.su.end",
    "shiftPattern.su.active",
    "shiftPattern.su.break",
    "shiftPattern.su.night",
    "cancellation",
    "cancellation.reason",
    "cancellation.date",
    "cancellation.comments",
    "cancellation.user",
    "cancellation.user.id",
    "cancellation.user.name",
    "reinstatement",
    "reinstatement.reason",
    "reinstatement.date",
    "reinstatement.comments",
    "reinstatement.user",
    "reinstatement.user.id",
    "reinstatement.user.name",
    "ended",
    "ended.reason",
    "ended.date",
    "ended.comments",
    "ended.user",
    "ended.user.id",
    "ended.user.name",
    "clone",
    "clone.date",
    "clone.original",
    "clone.original.id",
    "clone.original.reference",
    "replacement",
    "replacement.replacedBy",
    "replacement.replacedBy.id",
    "replacement.replacedBy.reference",
    "replacement.replacementFor",
    "replacement.replacementFor.id",
    "replacement.replacementFor.reference",
    "replacement.requisition",
    "replacement.requisition.id",
    "replacement.requisition.reference",
    "replacement.requisition.nanoid",
    "replacement.reason",
    "replacement.type",
    "assignedBy",
    "assignedBy.id",
    "assignedBy.name",
    "activities",
    "activities.created",
    "activities.activityType",
    "activities.user",
    "activities.userId",
    "activities.entity",
    "activities.entity.id",
    "activities.entity.name",
    "activities.reason",
    "activities.comments",
    "activities.message",
    "competencyRequirements",
    "competencyRequirements.rule",
    "competencyRequirements.items",
    "competencyRequirements.items.name",
    "competencyRequirements.groups",
    "competencyRequirements.groups.items",
    "competencyRequirements.groups.items.name",
    "customDocuments",
    "customDocuments.id",
    "customDocuments.name",
    "customDocuments.description",
    "customDocuments.required",
    "customDocuments.uploadPermissions",
    "customDocuments.uploadPermissions.company",
    "customDocuments.uploadPermissions.supplier",
    "customDocuments.attachment",
    "customDocuments.uploadedBy",
    "customDocuments.uploadedAt",
    "customDocuments.expiry",
    "customDocuments.inactive",
    "customFields",
    "customFields.fieldId",
    "customFields.label",
    "customFields.fieldType",
    "customFields.value",
    "metaFields",
    "metaFields.id",
    "metaFields.title",
    "metaFields.type",
    "metaFields.value",
    "metaFields.display",
    "submissionAnswers",
    "submissionAnswers.fieldId",
    "submissionAnswers.label",
    "submissionAnswers.fieldType",
    "submissionAnswers.value",
    "submissionAnswers.answerScope",
    "submissionAnswers.submissionId",
    "submissionAnswers.workerIds",
    "submissionAnswers.agency",
    "submissionAnswers.agency.id",
    "submissionAnswers.agency.name",
    "submissionAnswers.worker",
    "submissionAnswers.worker.id",
    "submissionAnswers.worker.name",
    "submissionAnswers.displayLocations",
    "submissionAnswers.submittedAt",
    "submissionAnswers.submittedBy",
    "submissionAnswers.submittedBy.id",
    "submissionAnswers.submittedBy.name",
    "submissionAnswers.updatedAt",
    "submissionAnswers.updatedBy",
    "submissionAnswers.updatedBy.id",
    "submissionAnswers.updatedBy.name",
    "lodgeApplicable",
    "lodge",
    "lodge.dailyAmountOverride",
    "lodge.address",
    "lodge.address.lineOne",
    "lodge.address.lineTwo",
    "lodge.address.city",
    "lodge.address.region",
    "lodge.address.country",
    "lodge.address.code",
    "lodge.address.latitude",
    "lodge.address.longitude",
    "lodge.distanceMiles",
    "lodge.travel",
    "lodge.travel.walkMinutes",
    "lodge.travel.busMinutes",
    "lodge.travel.carMinutes",
    "lodge.travel.trainMinutes",
    "lodge.travel.calculatedAt",
    "sdc",
    "sdc.status",
    "sdc.attachment",
    "sds",
    "sds.status",
    "sds.attachment",
    "kid",
    "createdAt",
    "updatedAt",
]


AssignmentTotalField: TypeAlias = Literal[
    "company",
    "company.id",
    "company.name",
    "project",
    "project.id",
    "project.name",
    "site",
    "site.id",
    "site.name",
    "trade",
    "trade.id",
    "trade.name",
    "agency",
    "agency.id",
    "agency.name",
    "worker",
    "worker.id",
    "worker.reference",
    "worker.name",
    "status",
    "payType",
    "rateType",
    "supplierType",
    "startDate",
    "endDate",
    "completedDate",
    "createdAt",
    "count",
    "sums",
]


TradeField: TypeAlias = Literal[
    "id",
    "name",
    "description",
    "active",
    "company",
    "company.id",
    "company.name",
    "masterTrade",
    "masterTrade.id",
    "masterTrade.name",
    "tags",
    "tags.id",
    "tags.name",
    "tags.description",
    "createdAt",
    "updatedAt",
]


RateField: TypeAlias = Literal[
    "id",
    "region",
    "region.id",
    "region.name",
    "sector",
    "sector.id",
    "sector.name",
    "project",
    "project.id",
    "project.name",
    "agency",
    "agency.id",
    "agency.name",
    "trade",
    "trade.id",
    "trade.name",
    "company",
    "company.id",
    "company.name",
    "rates",
    "rates.cis",
    "rates.cis.pay",
    "rates.cis.emp",
    "rates.cis.margin",
    "rates.cis.charge",
    "rates.cis.comparablePayRate",
    "rates.paye",
    "rates.paye.pay",
    "rates.paye.emp",
    "rates.paye.margin",
    "rates.paye.charge",
    "rates.paye.comparablePayRate",
    "rates.psc",
    "rates.psc.pay",
    "rates.psc.emp",
    "rates.psc.margin",
    "rates.psc.charge",
    "rates.psc.comparablePayRate",
    "dayRates",
    "dayRates.cis",
    "dayRates.cis.pay",
    "dayRates.cis.emp",
    "dayRates.cis.margin",
    "dayRates.cis.charge",
    "dayRates.cis.comparablePayRate",
    "dayRates.paye",
    "dayRates.paye.pay",
    "dayRates.paye.emp",
    "dayRates.paye.margin",
    "dayRates.paye.charge",
    "dayRates.paye.comparablePayRate",
    "dayRates.psc",
    "dayRates.psc.pay",
    "dayRates.psc.emp",
    "dayRates.psc.margin",
    "dayRates.psc.charge",
    "dayRates.psc.comparablePayRate",
    "pieceRates",
    "pieceRates.id",
    "pieceRates.code",
    "pieceRates.name",
    "pieceRates.unitLabel",
    "pieceRates.unitLabelPlural",
    "pieceRates.frequency",
    "pieceRates.values",
    "pieceRates.values.cis",
    "pieceRates.values.cis.pay",
    "pieceRates.values.cis.emp",
    "pieceRates.values.cis.margin",
    "pieceRates.values.cis.charge",
    "pieceRates.values.paye",
    "pieceRates.values.paye.pay",
    "pieceRates.values.paye.emp",
    "pieceRates.values.paye.margin",
    "pieceRates.values.paye.charge",
    "pieceRates.values.psc",
    "pieceRates.values.psc.pay",
    "pieceRates.values.psc.emp",
    "pieceRates.values.psc.margin",
    "pieceRates.values.psc.charge",
    "createdAt",
    "updatedAt",
]


PurchaseOrderField: TypeAlias = Literal[
    "id",
    "reference",
    "status",
    "startDate",
    "endDate",
    "value",
    "company",
    "company.id",
    "company.name",
    "site",
    "site.id",
    "site.name",
    "agency",
    "agency.id",
    "agency.name",
    "projects",
    "projects.id",
    "projects.name",
    "trades",
    "trades.id",
    "trades.name",
    "allTrades",
    "tradeOption",
    "tag",
    "tag.id",
    "tag.name",
    "reinstated",
    "reinstated.user",
    "reinstated.user.id",
    "reinstated.user.name",
    "reinstated.date",
    "revoked",
    "revoked.user",
    "revoked.user.id",
    "revoked.user.name",
    "revoked.date",
    "createdAt",
    "updatedAt",
]


PurchaseOrderTotalField: TypeAlias = Literal[
    "company",
    "company.id",
    "company.name",
    "site",
    "site.id",
    "site.name",
    "agency",
    "agency.id",
    "agency.name",
    "status",
    "startDate",
    "endDate",
    "createdAt",
    "count",
    "sums",
]


ProjectField: TypeAlias = Literal[
    "id",
    "reference",
    "name",
    "active",
    "company",
    "company.id",
    "company.name",
    "region",
    "region.id",
    "region.name",
    "sector",
    "sector.id",
    "sector.name",
    "address",
    "address.lineOne",
    "address.lineTwo",
    "address.city",
    "address.region",
    "address.country",
    "address.code",
    "address.latitude",
    "address.longitude",
    "startDate",
    "endDate",
    "sites",
    "createdAt",
    "updatedAt",
]


MasterTradeField: TypeAlias = Literal["id", "name", "createdAt", "updatedAt"]


MasterQualificationField: TypeAlias = Literal[
    "id",
    "name",
    "collection",
    "documentNumber",
    "expiry",
    "minimumFiles",
    "smartCheck",
    "agencySpecific",
    "mayBePast",
    "homeOfficeCheck",
    "createdAt",
    "updatedAt",
]


AccessRuleMappingField: TypeAlias = Literal["id", "name", "category"]


CountryField: TypeAlias = Literal["code", "name"]


TelephoneCountryCodeField: TypeAlias = Literal["name", "countries"]


GenderField: TypeAlias = Literal["name"]


class ListSitesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """By status."""
    project: str | None
    """The id of one project."""
    query: str | None
    """Searches name."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[SiteField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCompanyParams(TypedDict, total=False):
    includeConfig: bool | None
    """Adds config."""


class ListCompanyTagsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    resourceType: Literal["user", "trade"] | None
    """By resourceType."""
    query: str | None
    """Searches name."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[CompanyTagField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCompanyUserPermissionsParams(TypedDict, total=False):
    status: Literal["active", "inactive"] | None
    """By status; omitted = all."""
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    fields: Sequence[CompanyUserPermissionField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCompanyUserAssignmentsParams(TypedDict, total=False):
    status: Literal["active", "inactive"] | None
    """By status; omitted = all."""
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    fields: Sequence[CompanyUserAssignmentField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCompanyCompetencyMatrixParams(TypedDict, total=False):
    projectId: str | None
    """The project whose requirements are meant."""


class ListProjectConnectedAgenciesParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Searches agency name and e-mail, the agency’s own and the connection’s."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["name", "createdAt", "updatedAt", "tier"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[ProjectConnectedAgencyField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListExpensesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "approved", "rejected"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Ids of timesheet, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    category: Literal[
        "Accommodation",
        "Bonus",
        "Driving hours",
        "Flat rate hours",
        "Fuel",
        "Manager authorised hours",
        "Mileage",
        "On-call",
        "Other",
        "Out-of-hours callout",
        "Parking",
        "Plant",
        "Price work",
        "Training hours",
        "Vehicles",
    ] | None
    """By category."""
    query: str | None
    """Searches category, description."""
    dateField: Literal["date", "createdAt", "updatedAt", "approvalDate"] | None
    """The date that from and to apply to, default date."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "date", "value", "status", "category"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[ExpenseField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetExpenseTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "approved", "rejected"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Ids of timesheet, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    category: Literal[
        "Accommodation",
        "Bonus",
        "Driving hours",
        "Flat rate hours",
        "Fuel",
        "Manager authorised hours",
        "Mileage",
        "On-call",
        "Other",
        "Out-of-hours callout",
        "Parking",
        "Plant",
        "Price work",
        "Training hours",
        "Vehicles",
    ] | None
    """By category."""
    query: str | None
    """Searches category, description."""
    dateField: Literal["date", "createdAt", "updatedAt", "approvalDate"] | None
    """The date that from and to apply to, default date."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: company, project, agency, worker, status, category; or by a date: date, approvalDate, createdAt, each with :day, :week, :month, :quarter, :year, such as date:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: value, hours."""
    sortBy: Literal["group", "count", "value", "hours"] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[ExpenseTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListRequisitionsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["open", "raised", "approved", "filled", "cancelled", "rejected"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    costCode: str | Sequence[str] | None
    """Ids of costCode, comma-separated."""
    trade: str | Sequence[str] | None
    """Ids of trade, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    query: str | None
    """Searches reference."""
    dateField: Literal["createdAt", "updatedAt", "approvedDate", "startDate", "endDate", "dateAccepted"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "approvedDate", "reqRef"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[RequisitionField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""
    includeStageTracking: bool | None
    """Adds stageTracking."""


class GetRequisitionParams(TypedDict, total=False):
    includeStageTracking: bool | None
    """Adds stageTracking."""


class ListRecruitmentMetricsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    project: str | Sequence[str] | None
    """Project ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Agency ids, comma-separated."""
    metric: Literal["rows", "timeToFill", "workersOverHours"] | None
    """What is measured, default rows."""
    groupBy: str | Sequence[str] | None
    """What timeToFill and workersOverHours are grouped by: one or several, comma-separated, of all, company, project, agency, month, week; default all, which stands alone."""
    hoursThreshold: float | None
    """Weekly net hours above which a worker-week of workersOverHours is over, default 48."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC), of the creation date (rows), the date accepted (timeToFill) or the week ending (workersOverHours)."""
    sortBy: Literal["createdAt", "reqRef"] | None
    """Sort field of rows, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction of rows, default desc."""
    fields: Sequence[RecruitmentMetricField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class CreateWorkerParams(TypedDict, total=False):
    agency: str | None
    """The agency to create the worker for; required when the key covers several."""
    dryRun: bool | None
    """Checks everything but whether the worker is known already, and stores nothing."""


class ListWorkersParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    trade: str | Sequence[str] | None
    """Ids of trade, comma-separated."""
    query: str | None
    """Searches name, reference, email."""
    dateField: Literal["createdAt", "updatedAt"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "name", "reference"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[WorkerField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetWorkerParams(TypedDict, total=False):
    includeDocumentValidations: bool | None
    """Adds documentValidations."""


class ListTimesheetsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "pending_approval", "approved", "cancelled", "absent"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    assignment: str | Sequence[str] | None
    """Ids of assignment, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    query: str | None
    """Searches reference, worker.name, worker.reference, agency.name."""
    dateField: Literal["createdAt", "updatedAt", "start", "end", "weekEnding", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "start", "weekEnding", "approvedDate", "timesheetRef"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[TimesheetField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""
    includeTimelogs: bool | None
    """Adds timelogs."""


class GetTimesheetParams(TypedDict, total=False):
    includeTimelogs: bool | None
    """Adds timelogs."""
    includeVersionHistory: bool | None
    """Adds versionHistory."""


class GetTimesheetTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "pending_approval", "approved", "cancelled", "absent"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    assignment: str | Sequence[str] | None
    """Ids of assignment, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    query: str | None
    """Searches reference, worker.name, worker.reference, agency.name."""
    dateField: Literal["createdAt", "updatedAt", "start", "end", "weekEnding", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: company, project, site, agency, worker, status, supplierType, payType; or by a date: weekEnding, approvedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: netHours, values.pay.total, values.charge.total, values.expense."""
    sortBy: Literal[
        "group",
        "count",
        "netHours",
        "values.pay.total",
        "values.charge.total",
        "values.expense",
    ] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[TimesheetTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListInvoicesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType."""
    invoiceType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By invoiceType."""
    query: str | None
    """Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "due", "weekEnding", "confirmedDate", "invoiceRef"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[InvoiceField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetInvoiceTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType."""
    invoiceType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By invoiceType."""
    query: str | None
    """Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: invoiceType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""
    sortBy: Literal[
        "group",
        "count",
        "values.grossHours",
        "values.netHours",
        "values.subtotal",
        "values.vat",
        "values.total",
        "values.cis",
        "values.finalTotal",
        "values.expenses",
        "values.creditNotes",
        "values.netValue",
    ] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[InvoiceTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListAfpsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType."""
    afpType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By afpType."""
    query: str | None
    """Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "due", "weekEnding", "confirmedDate", "invoiceRef"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[AfpField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetAfpTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType."""
    afpType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By afpType."""
    query: str | None
    """Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: afpType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""
    sortBy: Literal[
        "group",
        "count",
        "values.grossHours",
        "values.netHours",
        "values.subtotal",
        "values.vat",
        "values.total",
        "values.cis",
        "values.finalTotal",
        "values.expenses",
        "values.creditNotes",
        "values.netValue",
    ] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[AfpTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCreditNotesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    invoice: str | Sequence[str] | None
    """Ids of invoice, comma-separated."""
    query: str | None
    """Searches reference."""
    dateField: Literal["createdAt", "updatedAt"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "value", "reference"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[CreditNoteField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCreditNoteTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    invoice: str | Sequence[str] | None
    """Ids of invoice, comma-separated."""
    query: str | None
    """Searches reference."""
    dateField: Literal["createdAt", "updatedAt"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: company, agency, status; or by a date: createdAt, each with :day, :week, :month, :quarter, :year, such as createdAt:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: value."""
    sortBy: Literal["group", "count", "value"] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[CreditNoteTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListAssignmentsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed", "cancelled", "completed", "ended"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    trade: str | Sequence[str] | None
    """Ids of trade, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    requisition: str | Sequence[str] | None
    """Ids of requisition, comma-separated."""
    query: str | None
    """Searches reference, worker.name, worker.reference, agency.name."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate", "completedDate", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "startDate", "endDate", "assignmentRef"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[AssignmentField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetAssignmentTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed", "cancelled", "completed", "ended"] | None
    """By status."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    trade: str | Sequence[str] | None
    """Ids of trade, comma-separated."""
    worker: str | Sequence[str] | None
    """Ids of worker, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    requisition: str | Sequence[str] | None
    """Ids of requisition, comma-separated."""
    query: str | None
    """Searches reference, worker.name, worker.reference, agency.name."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate", "completedDate", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: company, project, site, trade, agency, worker, status, payType, rateType, supplierType; or by a date: startDate, endDate, completedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as startDate:month; omitted = one row for all."""
    sortBy: Literal["group", "count"] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[AssignmentTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListTradesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """By status."""
    query: str | None
    """Searches name."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[TradeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetTradeParams(TypedDict, total=False):
    includeRates: bool | None
    """Adds the rates of the trade that the key may see."""
    includeCompetencyMatrix: bool | None
    """Adds its requirements by company and sector."""


class ListRatesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    trade: str | Sequence[str] | None
    """Ids of trade, comma-separated."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    region: str | Sequence[str] | None
    """Ids of region, comma-separated."""
    sector: str | Sequence[str] | None
    """Ids of sector, comma-separated."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[RateField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListPurchaseOrdersParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    status: Literal["active", "inactive", "expired"] | None
    """By status."""
    query: str | None
    """Searches reference."""
    dateField: Literal["createdAt", "start", "end"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "value", "poRef", "start", "end"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[PurchaseOrderField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetPurchaseOrderTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Ids of project, comma-separated."""
    site: str | Sequence[str] | None
    """Ids of site, comma-separated."""
    agency: str | Sequence[str] | None
    """Ids of agency, comma-separated."""
    status: Literal["active", "inactive", "expired"] | None
    """By status."""
    query: str | None
    """Searches reference."""
    dateField: Literal["createdAt", "start", "end"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    groupBy: str | Sequence[str] | None
    """What to group by, one or several separated by commas, at most 4: company, site, agency, status; or by a date: startDate, endDate, createdAt, each with :day, :week, :month, :quarter, :year, such as startDate:month; omitted = one row for all."""
    sum: str | Sequence[str] | None
    """What to add up, one or several separated by commas: value."""
    sortBy: Literal["group", "count", "value"] | None
    """What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc for group, desc for figures."""
    fields: Sequence[PurchaseOrderTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListProjectsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Company ids, comma-separated; omitted = all companies available to the key."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """By status."""
    region: str | Sequence[str] | None
    """Ids of region, comma-separated."""
    sector: str | Sequence[str] | None
    """Ids of sector, comma-separated."""
    query: str | None
    """Searches name, reference."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day, inclusive (UTC)."""
    to: str | date | None
    """Last day, inclusive (UTC)."""
    sortBy: Literal["createdAt", "updatedAt", "name", "reference", "startDate", "endDate"] | None
    """Sort field, default createdAt."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default desc."""
    fields: Sequence[ProjectField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListMasterTradesParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Searches name."""
    sortBy: Literal["name"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[MasterTradeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListMasterQualificationsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    collection: Literal["attachment", "rightToWork"] | None
    """By collection."""
    query: str | None
    """Searches name."""
    sortBy: Literal["name"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[MasterQualificationField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListAccessRuleMappingsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Searches name, category."""
    sortBy: Literal["name", "category"] | None
    """Sort field, default name."""
    sortOrder: Literal["asc", "desc"] | None
    """Sort direction, default asc."""
    fields: Sequence[AccessRuleMappingField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCountriesParams(TypedDict, total=False):
    query: str | None
    """Searches name."""
    fields: Sequence[CountryField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListTelephoneCountryCodesParams(TypedDict, total=False):
    query: str | None
    """Searches name."""
    fields: Sequence[TelephoneCountryCodeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListGendersParams(TypedDict, total=False):
    query: str | None
    """Searches name."""
    fields: Sequence[GenderField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListEventsParams(TypedDict, total=False):
    after: str | None
    """The cursor that the page before gave as meta.next; \"now\" begins at the end; omitted = the oldest that is kept."""


class ListChangesParams(TypedDict, total=False):
    after: str | None
    """The cursor that the page before gave as meta.next; \"now\" begins at the end; omitted = the oldest that is kept."""
    type: Literal[
        "site",
        "company",
        "tag",
        "expense",
        "requisition",
        "worker",
        "timesheet",
        "invoice",
        "afp",
        "creditNote",
        "assignment",
        "trade",
        "rate",
        "purchaseOrder",
        "project",
    ] | Sequence[Literal[
        "site",
        "company",
        "tag",
        "expense",
        "requisition",
        "worker",
        "timesheet",
        "invoice",
        "afp",
        "creditNote",
        "assignment",
        "trade",
        "rate",
        "purchaseOrder",
        "project",
    ]] | None
    """Only changes of these types of records, comma-separated."""
    include: Literal["records", "total"] | Sequence[Literal["records", "total"]] | None
    """records: with what was upserted the record as its list shows it now; total: meta.total says how many changes come after the cursor, counted up to 100,000."""


class SyncRequisitionsParams(TypedDict, total=False):
    includeStageTracking: bool | None
    """Adds stageTracking."""


class SyncTimesheetsParams(TypedDict, total=False):
    includeTimelogs: bool | None
    """Adds timelogs."""

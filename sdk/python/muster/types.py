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
    "KEY_OWNER_DELETED",
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
    "BILLING_CHECK_CHANGED",
    "WORKER_ERASED",
    "PAYLOAD_TOO_LARGE",
    "URI_TOO_LONG",
    "UNSUPPORTED_MEDIA_TYPE",
    "RATE_LIMIT_EXCEEDED",
    "HEADERS_TOO_LARGE",
    "INTERNAL_ERROR",
    "STORAGE_ERROR",
    "SERVICE_UNAVAILABLE",
]


Format: TypeAlias = Literal["ndjson", "csv", "xlsx"]


class AccessRuleMapping(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """The action in words, such as Raise requisitions."""
    category: str
    """What the action belongs to, such as Requisitions."""


class Address(TypedDict):
    """A postal address; parts that are not known are absent."""

    lineOne: NotRequired[str]
    """House and street."""
    lineTwo: NotRequired[str]
    """Flat, floor or building."""
    city: NotRequired[str]
    """Town or city."""
    region: NotRequired[str]
    """County, or a larger part of the country."""
    country: NotRequired[str]
    """As in `GET /countries`."""
    code: NotRequired[str]
    """Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285."""
    latitude: NotRequired[float]
    """Degrees north of the equator; negative is south."""
    longitude: NotRequired[float]
    """Degrees east of Greenwich; negative is west."""


AfpStatus: TypeAlias = Literal["pending", "confirmed"]


AfpAfpType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient"]


AfpMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class AfpPaymentFile(TypedDict):
    """Proof of the payment; absent when none was uploaded."""

    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The remittance advice. A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]
    """When it was uploaded."""


class AfpPayment(TypedDict):
    """How it was paid; absent before that."""

    reference: NotRequired[str]
    """What the payer calls the payment."""
    paymentDate: NotRequired[str]
    """The day the money was sent."""
    file: NotRequired[AfpPaymentFile]
    """Proof of the payment; absent when none was uploaded."""


class AfpValues(TypedDict):
    """What it comes to, in pounds unless said."""

    grossHours: float
    """Hours of its timesheets, breaks included."""
    netHours: float
    """Hours of its timesheets after breaks."""
    subtotal: float
    """Hours, piece rates and expenses, before VAT, CIS and margin adjustments."""
    vat: float
    """VAT on the subtotal; 0 under the domestic reverse charge."""
    total: float
    """subtotal + vat."""
    cis: float
    """What is held back for the Construction Industry Scheme; positive, and never on VAT."""
    cisRate: float
    """Percent that is held back: 20, 30 or 0."""
    vatRate: float
    """Percent, such as 20."""
    finalTotal: float
    """total less cis, with margin adjustments, before credit notes."""
    expenses: float
    """How much of the subtotal is expenses."""
    creditNotes: float
    """Credit notes applied so far; positive."""
    netValue: float
    """What is left to pay: finalTotal less creditNotes."""


class AfpFiles(TypedDict):
    """What can be downloaded."""

    afp: str | None
    """The document as a PDF; null when not made."""
    timesheetSnapshot: str | None
    """The timesheets as they were billed; null when not made."""


class Afp(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-INV00081."""
    status: AfpStatus
    """Whether it has been settled. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid."""
    company: EntityRef
    """Whom the work was done for; the client, also where an MSP is billed."""
    agency: EntityRef
    """Who supplied the workers, whoever bills."""
    msp: NotRequired[EntityRef]
    """The managed service provider that runs the supply; absent when there is none."""
    projects: list[EntityRef]
    """Projects that its timesheets are for."""
    afpType: AfpAfpType
    """Who bills whom. Agencies never see mspToClient, and the client never supplierToMsp. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company."""
    mspInvoiceType: NotRequired[AfpMspInvoiceType]
    """Which way the money goes at the MSP; null or absent where there is none. `receivable`: owed to the MSP. `payable`: owed by the MSP."""
    reason: NotRequired[str]
    """Why it was made by hand; absent for those made from timesheets."""
    comments: NotRequired[str]
    """What was written on one made by hand."""
    vatToBeApplied: NotRequired[bool]
    """Whether VAT was asked for, before other rules decide about it."""
    weekEnding: NotRequired[str]
    """The Sunday that the week it bills ends on."""
    due: NotRequired[str]
    """The day by which to pay."""
    confirmedDate: NotRequired[str]
    """When it was marked confirmed or paid; absent before that."""
    confirmedBy: NotRequired[EntityRef]
    """Who marked it."""
    payment: NotRequired[AfpPayment]
    """How it was paid; absent before that."""
    values: AfpValues
    """What it comes to, in pounds unless said."""
    files: AfpFiles
    """What can be downloaded."""
    timesheets: list[ReferenceRef]
    """The weeks that it bills."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


AfpTotalAfpType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient", None]


AfpTotalStatus: TypeAlias = Literal["pending", "confirmed", None]


AfpTotalMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class AfpTotal(TypedDict):
    afpType: NotRequired[AfpTotalAfpType]
    """What its records have in common, if groupBy has afpType; null for records without one. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company."""
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    msp: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has msp; null for records without one."""
    status: NotRequired[AfpTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid."""
    mspInvoiceType: NotRequired[AfpTotalMspInvoiceType]
    """What its records have in common, if groupBy has mspInvoiceType; null for records without one. `receivable`: owed to the MSP. `payable`: owed by the MSP."""
    weekEnding: NotRequired[str | None]
    """The weekEnding of its records, such as 2026-11 by month; null for records without one."""
    due: NotRequired[str | None]
    """The due of its records, such as 2026-11 by month; null for records without one."""
    confirmedDate: NotRequired[str | None]
    """The confirmedDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


AssignmentStatus: TypeAlias = Literal["pending", "confirmed", "cancelled", "completed", "ended"]


AssignmentPayType: TypeAlias = Literal["hourly", "daily"]


AssignmentRateType: TypeAlias = Literal["cis", "paye", "psc"]


AssignmentSupplierType: TypeAlias = Literal["agency", "umbrella"]


class AssignmentWorker(TypedDict):
    """Who was placed."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


class AssignmentRequisition(TypedDict):
    """The request that it fills; absent when it fills none. Shown where the key could fetch the record it names."""

    id: str
    """Finds the record that is named."""
    reference: str
    """The number that people quote for that record."""
    nanoid: str
    """The short id of that record, which paths take too."""


class AssignmentRates(TypedDict):
    """Pounds for an hour or a day, by payType, in basic time."""

    pay: float
    """What the worker gets."""
    charge: float
    """What the company is charged, before VAT."""


class AssignmentRateUplifts(TypedDict):
    """Percent on top of rates, such as 50; absent where enhancedUplifts apply."""

    bh: NotRequired[float]
    """Bank holidays."""
    bhNw: NotRequired[float]
    """Bank holiday nights."""
    wdOt: NotRequired[float]
    """Weekday overtime."""
    sat: NotRequired[float]
    """Saturdays."""
    sun: NotRequired[float]
    """Sundays."""
    wdNw: NotRequired[float]
    """Weekday nights."""
    weNw: NotRequired[float]
    """Weekend nights."""


class AssignmentEnhancedUpliftsWeekly(TypedDict):
    """How many hours a week have to be worked first."""

    threshold: NotRequired[float]
    """Hours in a week after which uplifts begin."""
    enforce: NotRequired[bool]
    """Whether that threshold is enforced."""
    reduce: NotRequired[bool]
    """Whether hours are reduced by that threshold."""
    nightThreshold: NotRequired[float]
    """The same threshold for night shifts, in hours."""
    nightEnforce: NotRequired[bool]
    """Whether it is enforced for night shifts."""
    backshiftThreshold: NotRequired[float]
    """The same threshold for back shifts, in hours."""
    backshiftEnforce: NotRequired[bool]
    """Whether it is enforced for back shifts."""
    blockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks, by the block’s index."""
    nightBlockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks at night, by the block’s index."""
    backshiftBlockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks of back shifts, by the block’s index."""


class AssignmentEnhancedUpliftsBreakdown(TypedDict):
    date: str
    """The day, at midnight UTC."""
    dayOfWeek: str
    """The day by name, such as Friday."""
    shiftType: NotRequired[str]
    """Day, night or back shift."""
    blockStartHour: float
    """Hour of the day that the block begins at."""
    blockEndHour: float
    """Hour of the day that it ends at."""
    blockHours: float
    """How long the block is."""
    upliftPercentage: float
    """Percent on top, such as 50; included in the rates beside it."""
    chargeRate: float
    """Pounds an hour that the company is charged."""
    chargeValue: float
    """Pounds that the company is charged for the block."""
    payRate: float
    """Pounds an hour that the worker gets."""
    payValue: float
    """Pounds that the worker gets for the block."""


class AssignmentEnhancedUplifts(TypedDict):
    """Uplifts by blocks of hours; absent where rateUplifts apply."""

    enabled: bool
    """Whether these apply, and not the plain percentages."""
    mode: NotRequired[str]
    """How they are applied, as the company has set it."""
    weekly: NotRequired[AssignmentEnhancedUpliftsWeekly]
    """How many hours a week have to be worked first."""
    breakdown: list[AssignmentEnhancedUpliftsBreakdown]
    """The blocks of a week, with what each comes to."""


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
    """The usual hours of each day of the week."""

    m: NotRequired[AssignmentShiftPatternM]
    """Monday."""
    t: NotRequired[AssignmentShiftPatternT]
    """Tuesday."""
    w: NotRequired[AssignmentShiftPatternW]
    """Wednesday."""
    th: NotRequired[AssignmentShiftPatternTh]
    """Thursday."""
    f: NotRequired[AssignmentShiftPatternF]
    """Friday."""
    s: NotRequired[AssignmentShiftPatternS]
    """Saturday."""
    su: NotRequired[AssignmentShiftPatternSu]
    """Sunday."""


class AssignmentCancellation(TypedDict):
    """Why and when it was called off."""

    reason: NotRequired[str]
    """Why, in the company’s words."""
    date: NotRequired[str]
    """When it takes effect."""
    comments: NotRequired[str]
    """What else was written about it."""
    user: NotRequired[EntityRef]
    """Who did it."""


class AssignmentReinstatement(TypedDict):
    """Why and when it was taken up again."""

    reason: NotRequired[str]
    """Why, in the company’s words."""
    date: NotRequired[str]
    """When it takes effect."""
    comments: NotRequired[str]
    """What else was written about it."""
    user: NotRequired[EntityRef]
    """Who did it."""


class AssignmentEnded(TypedDict):
    """Why and when it was stopped early."""

    reason: NotRequired[str]
    """Why, in the company’s words."""
    date: NotRequired[str]
    """When it takes effect."""
    comments: NotRequired[str]
    """What else was written about it."""
    user: NotRequired[EntityRef]
    """Who did it."""


class AssignmentClone(TypedDict):
    """Where it was copied from; absent for an original. Shown where the key could fetch the record it names."""

    date: str
    """When it was copied."""
    original: ReferenceRef
    """What it is a copy of. Shown where the key could fetch the record it names."""


class AssignmentReplacementRequisition(TypedDict):
    """The request that both are for. Shown where the key could fetch the record it names."""

    id: str
    """Finds the record that is named."""
    reference: str
    """The number that people quote for that record."""
    nanoid: str
    """The short id of that record, which paths take too."""


AssignmentReplacementType: TypeAlias = Literal["temporary", "permanent"]


class AssignmentReplacement(TypedDict):
    """The assignment before or after it, where one worker took over from another. Shown where the key could fetch the record it names."""

    replacedBy: NotRequired[ReferenceRef]
    """The assignment that took over from this one. Shown where the key could fetch the record it names."""
    replacementFor: NotRequired[ReferenceRef]
    """The assignment that this one took over from. Shown where the key could fetch the record it names."""
    requisition: NotRequired[AssignmentReplacementRequisition]
    """The request that both are for. Shown where the key could fetch the record it names."""
    reason: NotRequired[str]
    """Why another worker took over."""
    type: NotRequired[AssignmentReplacementType]
    """How long the other worker is to stay. `temporary`: for a while. `permanent`: for good."""


class AssignmentActivityEntity(TypedDict):
    """Another assignment that it involved. Shown where the key could fetch the record it names."""

    id: str
    """Finds the record that is named."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


class AssignmentActivity(TypedDict):
    created: str
    """When it happened."""
    activityType: str
    """What happened, as a word for programs."""
    user: NotRequired[str]
    """The name of whoever did it."""
    userId: NotRequired[str]
    """Their id."""
    entity: NotRequired[AssignmentActivityEntity]
    """Another assignment that it involved. Shown where the key could fetch the record it names."""
    reason: NotRequired[str]
    """Why, where one was chosen."""
    comments: NotRequired[str]
    """What was written about it."""
    message: NotRequired[str]
    """What happened, for people."""


class AssignmentCustomDocumentUploadPermissions(TypedDict):
    """Who may upload it."""

    company: bool
    """Whether the hiring company may."""
    supplier: bool
    """Whether the agency may."""


class AssignmentCustomDocument(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    name: str
    """What is asked for, such as Site induction."""
    description: NotRequired[str]
    """What it has to show."""
    required: bool
    """Whether the assignment needs it."""
    uploadPermissions: AssignmentCustomDocumentUploadPermissions
    """Who may upload it."""
    attachment: str | None
    """What was uploaded; null before that."""
    uploadedBy: str | None
    """Id of whoever uploaded it; null before that."""
    uploadedAt: NotRequired[str]
    """When that was; absent before it."""
    expiry: str | None
    """When it stops being valid; null when it does not."""
    inactive: NotRequired[bool]
    """true when its requirement is no longer active; absent otherwise."""


AssignmentMetaFieldType: TypeAlias = Literal["freeText", "dynamicField"]


AssignmentMetaFieldDisplay: TypeAlias = Literal["ui", "pdf"]


class AssignmentMetaField(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    title: str
    """What stands before the value."""
    type: AssignmentMetaFieldType
    """Where the value comes from. `freeText`: written for this assignment. `dynamicField`: filled in from other data."""
    value: Any
    """What is shown: any JSON."""
    display: list[AssignmentMetaFieldDisplay]
    """Where it is shown. `ui`: on screens. `pdf`: on printed confirmations."""


class AssignmentLodgeTravel(TypedDict):
    """How long it takes from the lodgings to the site, in minutes one way."""

    walkMinutes: NotRequired[float]
    """On foot."""
    busMinutes: NotRequired[float]
    """By bus, door to door."""
    carMinutes: NotRequired[float]
    """Driving."""
    trainMinutes: NotRequired[float]
    """By train, door to door."""
    calculatedAt: NotRequired[str]
    """When these were worked out."""


class AssignmentLodge(TypedDict):
    """Where the worker lodges, and what is paid for it; absent when not recorded."""

    dailyAmountOverride: NotRequired[float]
    """Pounds a day; absent where the amount of the project or company applies."""
    address: NotRequired[Address]
    """Where the worker stays during the work."""
    distanceMiles: NotRequired[float]
    """From the lodgings to the site, in miles."""
    travel: NotRequired[AssignmentLodgeTravel]
    """How long it takes from the lodgings to the site, in minutes one way."""


class AssignmentSdc(TypedDict):
    """Whether the worker is under supervision, direction or control."""

    status: NotRequired[str]
    """What was found, as a word for programs."""
    attachment: NotRequired[str]
    """The statement itself. A link for this key; one of ours works for five minutes."""


class AssignmentSds(TypedDict):
    """The status determination under IR35."""

    status: NotRequired[str]
    """What was found, as a word for programs."""
    attachment: NotRequired[str]
    """The statement itself. A link for this key; one of ours works for five minutes."""


class AssignmentRateOverridesMarkup(TypedDict):
    """In place of the agency’s usual markup."""

    active: bool
    """Whether it applies."""
    value: float
    """What applies in place of the usual one."""


class AssignmentRateOverridesEmployerCosts(TypedDict):
    """In place of the usual employer’s costs."""

    active: bool
    """Whether it applies."""
    value: float
    """What applies in place of the usual one."""


class AssignmentRateOverrides(TypedDict):
    """What was agreed for this assignment alone; only on the single record, when configured."""

    markup: NotRequired[AssignmentRateOverridesMarkup]
    """In place of the agency’s usual markup."""
    employerCosts: NotRequired[AssignmentRateOverridesEmployerCosts]
    """In place of the usual employer’s costs."""


class Assignment(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-AS00085."""
    status: AssignmentStatus
    """How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date."""
    payType: AssignmentPayType
    """What rates are for. `hourly`: for an hour. `daily`: for a day."""
    rateType: AssignmentRateType
    """How the worker is paid and taxed. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own."""
    supplierType: AssignmentSupplierType
    """What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    trade: NotRequired[EntityRef]
    """What is hired for, out of the company’s own trades."""
    tag: NotRequired[EntityRef]
    """One of the company’s own labels."""
    agency: EntityRef
    """The supplier of the workers."""
    umbrella: NotRequired[str]
    """Name of the umbrella company that employs the worker, as recorded then."""
    worker: AssignmentWorker
    """Who was placed."""
    requisition: NotRequired[AssignmentRequisition]
    """The request that it fills; absent when it fills none. Shown where the key could fetch the record it names."""
    costCode: NotRequired[CostCode]
    startDate: NotRequired[str]
    """The first day planned."""
    endDate: NotRequired[str]
    """The last day planned."""
    timesheetStartDate: NotRequired[str]
    """From when on timesheets are made."""
    completedDate: NotRequired[str]
    """When it was completed; absent before that."""
    confirmationDate: NotRequired[str]
    """When it was confirmed; absent before that."""
    purchaseOrder: NotRequired[str]
    """Reference of the purchase order that covers it."""
    rates: NotRequired[AssignmentRates]
    """Pounds for an hour or a day, by payType, in basic time."""
    values: NotRequired[dict[str, Any]]
    """What it comes to, in pounds: pay and charge, and whatever else the source gives."""
    rateUplifts: NotRequired[AssignmentRateUplifts]
    """Percent on top of rates, such as 50; absent where enhancedUplifts apply."""
    enhancedUplifts: NotRequired[AssignmentEnhancedUplifts]
    """Uplifts by blocks of hours; absent where rateUplifts apply."""
    shiftPattern: NotRequired[AssignmentShiftPattern]
    """The usual hours of each day of the week."""
    cancellation: NotRequired[AssignmentCancellation]
    """Why and when it was called off."""
    reinstatement: NotRequired[AssignmentReinstatement]
    """Why and when it was taken up again."""
    ended: NotRequired[AssignmentEnded]
    """Why and when it was stopped early."""
    clone: NotRequired[AssignmentClone]
    """Where it was copied from; absent for an original. Shown where the key could fetch the record it names."""
    replacement: NotRequired[AssignmentReplacement]
    """The assignment before or after it, where one worker took over from another. Shown where the key could fetch the record it names."""
    assignedBy: NotRequired[EntityRef]
    """Who placed the worker; absent when the history does not tell."""
    activities: list[AssignmentActivity]
    """What happened to it, in order."""
    competencyRequirements: NotRequired[list[Requirement]]
    """What the worker must hold here, on top of what the competency matrix asks; absent when that is all."""
    customDocuments: list[AssignmentCustomDocument]
    """Documents that the company asks for."""
    customFields: NotRequired[list[CustomField]]
    """What was filled in on the company’s form; absent when nothing was."""
    metaFields: list[AssignmentMetaField]
    """Further lines that the company shows with it."""
    submissionAnswers: list[SubmissionAnswer]
    """Answers as saved with the assignment that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies."""
    lodgeApplicable: NotRequired[bool]
    """Whether the worker is paid for lodgings."""
    lodge: NotRequired[AssignmentLodge]
    """Where the worker lodges, and what is paid for it; absent when not recorded."""
    sdc: NotRequired[AssignmentSdc]
    """Whether the worker is under supervision, direction or control."""
    sds: NotRequired[AssignmentSds]
    """The status determination under IR35."""
    kid: NotRequired[str]
    """The key information document that the worker was given. A link for this key; one of ours works for five minutes."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    workActivity: NotRequired[str]
    """What the worker does there; only on the single record."""
    rateOverrides: NotRequired[AssignmentRateOverrides]
    """What was agreed for this assignment alone; only on the single record, when configured."""
    workerDistanceToSite: NotRequired[float]
    """Miles from the worker’s home to the site; only on the single record."""
    workerLodgeDistanceToSite: NotRequired[float]
    """Miles from the lodgings to the site; only on the single record, when known."""
    weeksElapsed: NotRequired[int]
    """Full weeks since it was confirmed, else since its start, until today or its end; single record only."""


class AssignmentSummary(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-AS00085."""
    status: AssignmentStatus
    """How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date."""
    payType: AssignmentPayType
    """What rates are for. `hourly`: for an hour. `daily`: for a day."""
    rateType: AssignmentRateType
    """How the worker is paid and taxed. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own."""
    supplierType: AssignmentSupplierType
    """What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    trade: NotRequired[EntityRef]
    """What is hired for, out of the company’s own trades."""
    tag: NotRequired[EntityRef]
    """One of the company’s own labels."""
    agency: EntityRef
    """The supplier of the workers."""
    umbrella: NotRequired[str]
    """Name of the umbrella company that employs the worker, as recorded then."""
    worker: AssignmentWorker
    """Who was placed."""
    requisition: NotRequired[AssignmentRequisition]
    """The request that it fills; absent when it fills none. Shown where the key could fetch the record it names."""
    costCode: NotRequired[CostCode]
    startDate: NotRequired[str]
    """The first day planned."""
    endDate: NotRequired[str]
    """The last day planned."""
    timesheetStartDate: NotRequired[str]
    """From when on timesheets are made."""
    completedDate: NotRequired[str]
    """When it was completed; absent before that."""
    confirmationDate: NotRequired[str]
    """When it was confirmed; absent before that."""
    purchaseOrder: NotRequired[str]
    """Reference of the purchase order that covers it."""
    rates: NotRequired[AssignmentRates]
    """Pounds for an hour or a day, by payType, in basic time."""
    values: NotRequired[dict[str, Any]]
    """What it comes to, in pounds: pay and charge, and whatever else the source gives."""
    rateUplifts: NotRequired[AssignmentRateUplifts]
    """Percent on top of rates, such as 50; absent where enhancedUplifts apply."""
    enhancedUplifts: NotRequired[AssignmentEnhancedUplifts]
    """Uplifts by blocks of hours; absent where rateUplifts apply."""
    shiftPattern: NotRequired[AssignmentShiftPattern]
    """The usual hours of each day of the week."""
    cancellation: NotRequired[AssignmentCancellation]
    """Why and when it was called off."""
    reinstatement: NotRequired[AssignmentReinstatement]
    """Why and when it was taken up again."""
    ended: NotRequired[AssignmentEnded]
    """Why and when it was stopped early."""
    clone: NotRequired[AssignmentClone]
    """Where it was copied from; absent for an original. Shown where the key could fetch the record it names."""
    replacement: NotRequired[AssignmentReplacement]
    """The assignment before or after it, where one worker took over from another. Shown where the key could fetch the record it names."""
    assignedBy: NotRequired[EntityRef]
    """Who placed the worker; absent when the history does not tell."""
    activities: list[AssignmentActivity]
    """What happened to it, in order."""
    competencyRequirements: NotRequired[list[Requirement]]
    """What the worker must hold here, on top of what the competency matrix asks; absent when that is all."""
    customDocuments: list[AssignmentCustomDocument]
    """Documents that the company asks for."""
    customFields: NotRequired[list[CustomField]]
    """What was filled in on the company’s form; absent when nothing was."""
    metaFields: list[AssignmentMetaField]
    """Further lines that the company shows with it."""
    submissionAnswers: list[SubmissionAnswer]
    """Answers as saved with the assignment that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies."""
    lodgeApplicable: NotRequired[bool]
    """Whether the worker is paid for lodgings."""
    lodge: NotRequired[AssignmentLodge]
    """Where the worker lodges, and what is paid for it; absent when not recorded."""
    sdc: NotRequired[AssignmentSdc]
    """Whether the worker is under supervision, direction or control."""
    sds: NotRequired[AssignmentSds]
    """The status determination under IR35."""
    kid: NotRequired[str]
    """The key information document that the worker was given. A link for this key; one of ours works for five minutes."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


class AssignmentTotalWorker(TypedDict):
    """What its records have in common, if groupBy has worker; null for records without one."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


AssignmentTotalStatus: TypeAlias = Literal["pending", "confirmed", "cancelled", "completed", "ended", None]


AssignmentTotalPayType: TypeAlias = Literal["hourly", "daily", None]


AssignmentTotalRateType: TypeAlias = Literal["cis", "paye", "psc", None]


AssignmentTotalSupplierType: TypeAlias = Literal["agency", "umbrella", None]


class AssignmentTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    project: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has project; null for records without one."""
    site: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has site; null for records without one."""
    trade: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has trade; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    worker: NotRequired[AssignmentTotalWorker | None]
    """What its records have in common, if groupBy has worker; null for records without one."""
    status: NotRequired[AssignmentTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date."""
    payType: NotRequired[AssignmentTotalPayType]
    """What its records have in common, if groupBy has payType; null for records without one. `hourly`: for an hour. `daily`: for a day."""
    rateType: NotRequired[AssignmentTotalRateType]
    """What its records have in common, if groupBy has rateType; null for records without one. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own."""
    supplierType: NotRequired[AssignmentTotalSupplierType]
    """What its records have in common, if groupBy has supplierType; null for records without one. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    startDate: NotRequired[str | None]
    """The startDate of its records, such as 2026-11 by month; null for records without one."""
    endDate: NotRequired[str | None]
    """The endDate of its records, such as 2026-11 by month; null for records without one."""
    completedDate: NotRequired[str | None]
    """The completedDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


BillingCheckCode: TypeAlias = Literal[
    "notBilled",
    "billedTwice",
    "notApproved",
    "changedSinceBilled",
    "sumDiffers",
    "hoursDiffer",
    "rateDiffers",
    "outsideAssignment",
    "overlaps",
    "overOrder",
    "creditTooLarge",
    "taxDiffers",
    "afpDiffers",
    "flowsDiffer",
]


BillingCheckSeverity: TypeAlias = Literal["certain", "likely", "look"]


BillingCheckSide: TypeAlias = Literal["client", "agency", "msp"]


BillingCheckUnit: TypeAlias = Literal["pounds", "hours", "days"]


class BillingCheckExpense(TypedDict):
    id: str
    """Finds the record that is named."""


class BillingCheckCompared(TypedDict):
    type: str
    """The type of the record, such as timesheet."""
    id: str
    """Finds that record."""
    path: str
    """Where in the record the value stands, such as values.subtotal."""
    value: Any
    """What stands there: a number, or a text."""
    differs: bool
    """Whether it is one of those that do not fit."""


BillingCheckMarkState: TypeAlias = Literal["accepted", "disputed"]


class BillingCheckMark(TypedDict):
    """What somebody decided about it; absent when nobody has."""

    state: BillingCheckMarkState
    """What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side."""
    note: NotRequired[str]
    """Why, in the words of whoever marked it; absent when nothing was written."""
    until: NotRequired[str]
    """The last day that it counts; then the finding is open again. Absent: no end."""
    by: str
    """The name of the key or the operator."""
    at: str
    """When it was marked."""


class BillingCheck(TypedDict):
    id: str
    """Stays the same for as long as the same thing is wrong with the same records."""
    code: BillingCheckCode
    """What is wrong. `notBilled`: an approved timesheet is on no invoice. `billedTwice`: a timesheet is on two invoices of one flow, and neither is credited in full. `notApproved`: a timesheet is on an invoice and is not approved, or no longer. `changedSinceBilled`: a timesheet was amended after it was billed. `sumDiffers`: an invoice does not bill what its timesheets, piece rates and expenses come to. `hoursDiffer`: an invoice does not have the hours of its timesheets. `rateDiffers`: a timesheet has other rates than its assignment, or other piece rates than were agreed. `outsideAssignment`: a timesheet has days outside its assignment, or another site or project. `overlaps`: two timesheets of one worker have the same time. `overOrder`: work goes beyond the value of its purchase order, or is not covered by it. `creditTooLarge`: more was credited than an invoice comes to. `taxDiffers`: VAT or CIS is not what the rates on the invoice make it. `afpDiffers`: an invoice is not what its applications for payment applied for. `flowsDiffer`: the MSP bills other hours than it is billed."""
    severity: BillingCheckSeverity
    """How sure that is. `certain`: the records contradict each other. `likely`: it is hardly right. `look`: there may be a reason that the records do not tell."""
    side: BillingCheckSide
    """For whom it was worked out: from nothing but what that side could fetch. `client`: the company that the work was done for. `agency`: the agency that supplied the workers. `msp`: the company that manages the supply."""
    sentence: str
    """What is wrong in one sentence, with the numbers and without names of people."""
    amount: float
    """Pounds at stake: above 0 for billed too much, below 0 for too little, 0 for hours or dates alone."""
    atStake: float
    """The same whatever its sign: what amount sorts by, and leastAmount looks at."""
    expected: float
    """What should stand there, by the other records, in the unit given."""
    found: float
    """What stands there, in the unit given."""
    unit: BillingCheckUnit
    """What expected and found are counted in."""
    company: EntityRef
    """Whom the work was done for; the client, also on the side of an MSP."""
    agency: NotRequired[EntityRef]
    """Who supplied the workers; absent where its records have several."""
    project: NotRequired[EntityRef]
    """What the work was for; absent where its records have several or none."""
    worker: NotRequired[EntityRef]
    """Whose work it is about; absent where its records are of several people."""
    timesheets: list[ReferenceRef]
    """Weeks of work that it is about."""
    assignments: list[ReferenceRef]
    """Placements that it is about."""
    invoices: list[ReferenceRef]
    """Bills that it is about."""
    afps: list[ReferenceRef]
    """Applications for payment that it is about."""
    creditNotes: list[ReferenceRef]
    """Credits that it is about."""
    expenses: list[BillingCheckExpense]
    """Expense claims that it is about."""
    purchaseOrders: list[ReferenceRef]
    """Orders that it is about."""
    compared: list[BillingCheckCompared]
    """The values that were held against each other."""
    weekEnding: str
    """The Sunday that the week it belongs to ends on."""
    since: str
    """When it was first found."""
    resolvedAt: NotRequired[str]
    """When its records stopped saying so; absent while they do."""
    mark: NotRequired[BillingCheckMark]
    """What somebody decided about it; absent when nobody has."""


BillingCheckMarkedMarkState: TypeAlias = Literal["accepted", "disputed"]


class BillingCheckMarkedMark(TypedDict):
    """What was decided about it; absent when it is open."""

    state: BillingCheckMarkedMarkState
    """What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side."""
    note: NotRequired[str]
    """Why, in the words of whoever marked it; absent when nothing was written."""
    until: NotRequired[str]
    """The last day that it counts; then the finding is open again. Absent: no end."""
    by: str
    """The name of the key or the operator."""
    at: str
    """When it was marked."""


class BillingCheckMarked(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    mark: NotRequired[BillingCheckMarkedMark]
    """What was decided about it; absent when it is open."""


BillingCheckTotalCode: TypeAlias = Literal[
    "notBilled",
    "billedTwice",
    "notApproved",
    "changedSinceBilled",
    "sumDiffers",
    "hoursDiffer",
    "rateDiffers",
    "outsideAssignment",
    "overlaps",
    "overOrder",
    "creditTooLarge",
    "taxDiffers",
    "afpDiffers",
    "flowsDiffer",
    None,
]


BillingCheckTotalSeverity: TypeAlias = Literal["certain", "likely", "look", None]


BillingCheckTotalSide: TypeAlias = Literal["client", "agency", "msp", None]


class BillingCheckTotal(TypedDict):
    code: NotRequired[BillingCheckTotalCode]
    """What its records have in common, if groupBy has code; null for records without one. `notBilled`: an approved timesheet is on no invoice. `billedTwice`: a timesheet is on two invoices of one flow, and neither is credited in full. `notApproved`: a timesheet is on an invoice and is not approved, or no longer. `changedSinceBilled`: a timesheet was amended after it was billed. `sumDiffers`: an invoice does not bill what its timesheets, piece rates and expenses come to. `hoursDiffer`: an invoice does not have the hours of its timesheets. `rateDiffers`: a timesheet has other rates than its assignment, or other piece rates than were agreed. `outsideAssignment`: a timesheet has days outside its assignment, or another site or project. `overlaps`: two timesheets of one worker have the same time. `overOrder`: work goes beyond the value of its purchase order, or is not covered by it. `creditTooLarge`: more was credited than an invoice comes to. `taxDiffers`: VAT or CIS is not what the rates on the invoice make it. `afpDiffers`: an invoice is not what its applications for payment applied for. `flowsDiffer`: the MSP bills other hours than it is billed."""
    severity: NotRequired[BillingCheckTotalSeverity]
    """What its records have in common, if groupBy has severity; null for records without one. `certain`: the records contradict each other. `likely`: it is hardly right. `look`: there may be a reason that the records do not tell."""
    side: NotRequired[BillingCheckTotalSide]
    """What its records have in common, if groupBy has side; null for records without one. `client`: the company that the work was done for. `agency`: the agency that supplied the workers. `msp`: the company that manages the supply."""
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    project: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has project; null for records without one."""
    weekEnding: NotRequired[str | None]
    """The weekEnding of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


BillingSummaryCodeCode: TypeAlias = Literal[
    "notBilled",
    "billedTwice",
    "notApproved",
    "changedSinceBilled",
    "sumDiffers",
    "hoursDiffer",
    "rateDiffers",
    "outsideAssignment",
    "overlaps",
    "overOrder",
    "creditTooLarge",
    "taxDiffers",
    "afpDiffers",
    "flowsDiffer",
]


class BillingSummaryCode(TypedDict):
    code: BillingSummaryCodeCode
    """What is wrong."""
    count: int
    """How many findings."""
    atStake: float
    """Pounds at stake in them, whatever the sign."""


class BillingSummaryAgency(TypedDict):
    agency: EntityRef | None
    """Whose bills; null for those of several."""
    count: int
    """How many findings."""
    atStake: float
    """Pounds at stake in them, whatever the sign."""


class BillingSummaryLargest(TypedDict):
    id: str
    """Stays the same for as long as the same thing is wrong with the same records."""
    sentence: str
    """What is wrong in one sentence, with the numbers and without names of people."""
    agency: NotRequired[str]
    """The name of the agency."""


class BillingSummary(TypedDict):
    count: int
    """How many findings."""
    atStake: float
    """Pounds at stake in them, whatever the sign."""
    codes: list[BillingSummaryCode]
    """Every code that there is, the one with most at stake first."""
    agencies: list[BillingSummaryAgency]
    """The 5 with most at stake."""
    largest: list[BillingSummaryLargest]
    """The 5 findings with most at stake."""
    checking: bool
    """Whether something was written that was not looked at yet."""
    notChecked: list[str]
    """Codes that this key is told nothing of, for want of scopes."""


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
    """What kind of record it is."""
    id: str
    """Of the record."""
    change: ChangeChange
    """What became of it: write it to a copy, or take it out. `upserted`: made or changed, for this key. `deleted`: gone for everybody. `out_of_scope`: still there, but not this key’s to see any more."""
    at: str
    """When it was written."""
    record: NotRequired[Site | Company | CompanyTag | Expense | Requisition | Worker | TimesheetSummary | Invoice | Afp | CreditNote | AssignmentSummary | TradeSummary | Rate | PurchaseOrder | Project]
    """With include=records, at its last mention on the page: as its list shows it now, unless it is gone."""


ClearanceSide: TypeAlias = Literal["company", "agency"]


class ClearanceAssignment(TypedDict):
    """The placement that it is about."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""


ClearanceStatus: TypeAlias = Literal["pending", "confirmed", "cancelled", "completed", "ended"]


class ClearanceWorker(TypedDict):
    """Who was placed."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


ClearanceState: TypeAlias = Literal["cleared", "expiring", "unknown", "notCleared"]


ClearanceNeedSource: TypeAlias = Literal["rightToWork", "company", "sector", "project", "assignment", "customDocument", "smartCheck"]


ClearanceNeedStatus: TypeAlias = Literal["held", "unknown", "notHeld"]


class ClearanceNeedDocument(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    documentType: str
    """The master qualification it is, or the custom document, by name."""


ClearanceNeedReason: TypeAlias = Literal[
    "notValidated",
    "tooManyHours",
    "notBegun",
    "expired",
    "refused",
    "none",
    "matrixNotKnown",
    "ruleNotKnown",
    "workerNotSeen",
    "documentsNotSeen",
    "notChecked",
    "decisionNotKnown",
    "endNotKnown",
    "hoursNotKnown",
    "termTime",
]


class ClearanceNeed(TypedDict):
    source: ClearanceNeedSource
    """Who asks for it. `rightToWork`: the law: the right to work. `company`: the company’s competency matrix, everywhere. `sector`: the company’s competency matrix, in all of a sector. `project`: the company’s competency matrix, on this project alone. `assignment`: this assignment alone. `customDocument`: the company’s list of documents for this assignment. `smartCheck`: the company, which has cards checked with their schemes."""
    what: str
    """What is asked for, such as CPCS or NPORS with ALLMI."""
    names: list[str]
    """The qualifications in it by name, each once."""
    status: ClearanceNeedStatus
    """Whether it is held on the day. `held`: there is a document that is good on the day. `unknown`: what would decide it is not seen or not known. `notHeld`: there is none that is good on the day."""
    documents: list[ClearanceNeedDocument]
    """Those by which it is held; otherwise the one that reason is about, if it is about one."""
    until: NotRequired[str]
    """The first day on which it is held no longer; where it has expired, the first on which it was not."""
    reason: NotRequired[ClearanceNeedReason]
    """Why it is not held; absent where it is. `notValidated`: its card scheme has not confirmed it. `tooManyHours`: the assignment plans more hours a week than the permission allows. `notBegun`: the permission begins later. `expired`: it has expired. `refused`: it was looked at and refused. `none`: there is no such document. `matrixNotKnown`: it is not known what the competency matrix asks for. `ruleNotKnown`: the rule of the requirement is none that is known. `workerNotSeen`: the worker and all documents are not seen. `documentsNotSeen`: such documents are seen by the agency alone. `notChecked`: no check of the permission is saved. `decisionNotKnown`: what was decided about it is in a word that is not known. `endNotKnown`: it does not say when it expires. `hoursNotKnown`: the permission is for some hours a week, and the assignment does not say how many it plans. `termTime`: the hours planned are allowed out of term alone, and when that is stands in the file of term dates."""
    why: NotRequired[str]
    """The same in one sentence; absent where it is held."""


ClearanceEndSource: TypeAlias = Literal["rightToWork", "company", "sector", "project", "assignment", "customDocument", "smartCheck"]


class ClearanceEnd(TypedDict):
    source: ClearanceEndSource
    """Who asks for it. `rightToWork`: the law: the right to work. `company`: the company’s competency matrix, everywhere. `sector`: the company’s competency matrix, in all of a sector. `project`: the company’s competency matrix, on this project alone. `assignment`: this assignment alone. `customDocument`: the company’s list of documents for this assignment. `smartCheck`: the company, which has cards checked with their schemes."""
    what: str
    """What is asked for, such as CPCS or NPORS with ALLMI."""
    names: list[str]
    """The qualifications in it by name, each once."""


class Clearance(TypedDict):
    id: str
    """Tells it from other rows."""
    side: ClearanceSide
    """For whom it was worked out: from nothing but what that side could fetch. `company`: the company that the work is done for. `agency`: the agency that supplies the worker."""
    assignment: ClearanceAssignment
    """The placement that it is about."""
    status: ClearanceStatus
    """How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date."""
    worker: ClearanceWorker
    """Who was placed."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    trade: NotRequired[EntityRef]
    """What is hired for, out of the company’s own trades."""
    agency: EntityRef
    """The supplier of the workers."""
    startDate: str
    """The first day on which the assignment runs."""
    endDate: NotRequired[str]
    """The last day on which it runs; absent where no end is known."""
    day: str
    """The day that all of this is about, as stored the first of its stretch."""
    state: ClearanceState
    """How the worker stands on that day; never expiring as stored. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held."""
    needs: list[ClearanceNeed]
    """Everything that is asked for."""
    until: NotRequired[str]
    """The first day on which the state is another; absent if it stays."""
    ends: list[ClearanceEnd]
    """What is worse on that day than on the day before it."""


ClearanceTotalState: TypeAlias = Literal["cleared", "expiring", "unknown", "notCleared", None]


class ClearanceTotal(TypedDict):
    state: NotRequired[ClearanceTotalState]
    """What its records have in common, if groupBy has state; null for records without one. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held."""
    site: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has site; null for records without one."""
    trade: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has trade; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    need: NotRequired[str]
    """What its records have in common, if groupBy has need; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


class CompanyFinance(TypedDict):
    """How it is paid and pays."""

    vat: NotRequired[str]
    """Its VAT registration number."""
    accountName: NotRequired[str]
    """Whose bank account it is."""
    bankName: NotRequired[str]
    """Where the account is held."""
    accountNumber: NotRequired[str]
    """The account at that bank, as text: zeros in front count."""
    sortCode: NotRequired[str]
    """The branch of that bank, with or without hyphens."""
    paymentTerms: NotRequired[PaymentTerms]
    """When it pays, unless a connection says otherwise."""


class Company(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What it trades as."""
    prefix: str
    """Begins the references of its records, such as BRK in BRK-TS001411."""
    active: bool
    """Whether it still hires here."""
    companyNumber: NotRequired[str]
    """Its number in the register of companies."""
    industry: NotRequired[str]
    """What it does, in words."""
    email: NotRequired[str]
    """Where to write to it."""
    phone: NotRequired[Phone]
    """Where to call it."""
    address: NotRequired[Address]
    """Where it has its office."""
    finance: NotRequired[CompanyFinance]
    """How it is paid and pays."""
    projectCount: int
    """How many projects it has."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    config: NotRequired[dict[str, Any]]
    """Its settings, as its system of record has them; only with includeConfig=true."""


CompanyCompetencyMatrixEntrySource: TypeAlias = Literal["project", "sector", "company"]


class CompanyCompetencyMatrixEntry(TypedDict):
    trade: EntityRef
    """Whom it is asked of."""
    project: EntityRef | None
    """The project that asks for it itself; null where its sector or company does."""
    sector: EntityRef | None
    """The sector it holds in; null for every one."""
    source: CompanyCompetencyMatrixEntrySource
    """Which level the entry comes from. `project`: asked for on this project alone. `sector`: asked for in all of a sector. `company`: asked for everywhere."""
    requirements: list[Requirement]
    """All of them have to be met."""


class CompanyCompetencyMatrix(TypedDict):
    company: EntityRef
    """Who asks."""
    project: NotRequired[EntityRef]
    """The one that was asked about; absent without projectId."""
    entries: list[CompanyCompetencyMatrixEntry]
    """One for each trade and level; with projectId one for each trade, put together."""


CompanyTagResourceType: TypeAlias = Literal["user", "trade"]


class CompanyTag(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: NotRequired[str]
    """The number people quote, with the company’s prefix, such as BRK-TAG1."""
    name: str
    """The label itself, such as Safety critical."""
    description: NotRequired[str]
    """What the company means by it; absent when not set."""
    company: str
    """Id of the company whose label it is."""
    mandatory: bool
    """Whether one has to be chosen."""
    resourceType: CompanyTagResourceType
    """What it is put on. `user`: people of the company. `trade`: what the company hires for."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


class CompanyUserAssignmentCustomRole(TypedDict):
    """The role in this company, if it made its own; null otherwise."""

    id: str
    """Of the company’s own role."""
    name: str
    """What the company calls it."""


CompanyUserAssignmentStatus: TypeAlias = Literal["Active", "Inactive"]


class CompanyUserAssignmentProject(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What the company calls the project."""


class CompanyUserAssignment(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """First and last name."""
    email: NotRequired[str]
    """Where to write to the user."""
    role: NotRequired[str]
    """What the base role is called."""
    customRole: CompanyUserAssignmentCustomRole | None
    """The role in this company, if it made its own; null otherwise."""
    jobTitle: NotRequired[str]
    """What the user does, in words."""
    status: CompanyUserAssignmentStatus
    """Whether the user still works there; both are listed. `Active`: unless marked otherwise. `Inactive`: marked as having left."""
    projects: list[CompanyUserAssignmentProject]
    """The company’s projects that the user is on; empty when on none."""


class CompanyUserPermissionCustomRole(TypedDict):
    """The role in this company, if it made its own; null otherwise."""

    id: str
    """Of the company’s own role."""
    name: str
    """What the company calls it."""


CompanyUserPermissionStatus: TypeAlias = Literal["Active", "Inactive"]


class CompanyUserPermissionProjectPermission(TypedDict):
    id: str
    """Of the action, as in `GET /access-rule-mappings`."""
    name: str
    """The action in words, such as Raise requisitions."""
    category: str
    """What the action belongs to, such as Requisitions."""
    permitted: bool
    """Whether rules and roles allow it; limits on values and single records are not looked at."""


class CompanyUserPermissionProject(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What the company calls the project."""
    permissions: list[CompanyUserPermissionProjectPermission]
    """Actions that a rule or a role decides about; one that is not listed is not thereby refused."""


class CompanyUserPermission(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """First and last name."""
    email: NotRequired[str]
    """Where to write to the user."""
    role: NotRequired[str]
    """What the base role is called."""
    customRole: CompanyUserPermissionCustomRole | None
    """The role in this company, if it made its own; null otherwise."""
    jobTitle: NotRequired[str]
    """What the user does, in words."""
    status: CompanyUserPermissionStatus
    """Whether the user still works there; both are listed. `Active`: unless marked otherwise. `Inactive`: marked as having left."""
    projects: list[CompanyUserPermissionProject]
    """The company’s projects that the user is on, with what they may do there; empty when on none."""


class CostCode(TypedDict):
    """What the cost is booked to, as it was called when recorded."""

    name: str
    """The code with its title, such as 02-210 Groundworks."""
    description: NotRequired[str]
    """What is booked under it; absent when not given."""


class Country(TypedDict):
    code: str
    """ISO 3166 code of two letters."""
    name: str
    """What nationality and address.country take, exactly."""


class CreditNote(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-CN00017."""
    company: EntityRef
    """Whose bill is reduced."""
    agency: EntityRef
    """Who gives the credit."""
    invoice: NotRequired[ReferenceRef]
    """What it is taken off; absent before it is applied. Shown where the key could fetch the record it names."""
    value: float
    """Pounds taken off; positive."""
    reason: NotRequired[str]
    """Why it was given."""
    status: str
    """How far it has come, such as draft or applied."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


class CreditNoteTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    status: NotRequired[str | None]
    """What its records have in common, if groupBy has status; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class CustomField(TypedDict):
    """A field that the company added to its forms."""

    fieldId: str | None
    """Which of the company’s fields it fills; null for one that is not known any more."""
    label: str
    """The question on the form."""
    fieldType: str
    """How it is filled in, such as text or date."""
    value: Any
    """What was filled in: any JSON, or null."""


class EntityRef(TypedDict):
    """Another record by its id, with what it is called now."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


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
    "billing_check_found",
    "billing_check_resolved",
    "clearance_lost",
    "clearance_expiring",
]


class EventDataValue(TypedDict):
    id: str
    """What to fetch the record with."""


class Event(TypedDict):
    id: str
    """The same however often it is delivered: drop ids that you have seen."""
    type: EventType
    """What happened."""
    createdAt: str
    """When it happened."""
    data: dict[str, EventDataValue]
    """The record it is about, under its name, such as timesheet."""


class ExpenseWorker(TypedDict):
    """Who is paid for it."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


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
    """What one hour, mile or piece is paid at."""

    value: float
    """Pounds for one."""
    description: NotRequired[str]
    """For one of what, such as a mile."""


class ExpenseWra(TypedDict):
    """Lodging allowance under the Working Rule Agreement."""

    applicable: bool
    """Whether the agreement applies."""
    dailyAmount: NotRequired[float]
    """Pounds a day."""
    daysPaid: NotRequired[float]
    """How many days are paid."""


class ExpenseReceipt(TypedDict):
    fileName: NotRequired[str]
    """What it was called when it was uploaded."""
    url: NotRequired[str]
    """The picture or document. A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]
    """When it was uploaded."""


class Expense(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    worker: ExpenseWorker
    """Who is paid for it."""
    timesheet: NotRequired[ReferenceRef]
    """The week that it is claimed with. Shown where the key could fetch the record it names."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    agency: EntityRef
    """The supplier of the workers."""
    status: ExpenseStatus
    """Whether the company has agreed to pay it. `pending`: not decided yet. `approved`: the company has agreed to pay it. `rejected`: the company will not pay it."""
    category: ExpenseCategory
    """What it is for."""
    description: NotRequired[str]
    """What the worker wrote about it."""
    date: str
    """The day it arose on."""
    value: float
    """Pounds claimed in all."""
    hours: NotRequired[float]
    """For categories that are paid by the hour; absent when not recorded."""
    rate: NotRequired[ExpenseRate]
    """What one hour, mile or piece is paid at."""
    wra: NotRequired[ExpenseWra]
    """Lodging allowance under the Working Rule Agreement."""
    costCode: NotRequired[CostCode]
    receipts: list[ExpenseReceipt]
    """What was uploaded as proof; empty when nothing was."""
    noReceiptReason: NotRequired[str]
    """Why there is no proof; absent where there is."""
    createdBy: NotRequired[EntityRef]
    """Who entered it."""
    approvedBy: NotRequired[EntityRef]
    """Who agreed to it; absent before that."""
    approvalDate: NotRequired[str]
    """When it was agreed to; absent before that."""
    invoice: NotRequired[ReferenceRef]
    """The invoice that it is on; absent before it is invoiced. Shown where the key could fetch the record it names."""
    afp: NotRequired[ReferenceRef]
    """The application for payment that it is on; absent before that. Shown where the key could fetch the record it names."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


class ExpenseTotalWorker(TypedDict):
    """What its records have in common, if groupBy has worker; null for records without one."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


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
    """What its records have in common, if groupBy has company; null for records without one."""
    project: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has project; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    worker: NotRequired[ExpenseTotalWorker | None]
    """What its records have in common, if groupBy has worker; null for records without one."""
    status: NotRequired[ExpenseTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `pending`: not decided yet. `approved`: the company has agreed to pay it. `rejected`: the company will not pay it."""
    category: NotRequired[ExpenseTotalCategory]
    """What its records have in common, if groupBy has category; null for records without one."""
    date: NotRequired[str | None]
    """The date of its records, such as 2026-11 by month; null for records without one."""
    approvalDate: NotRequired[str | None]
    """The approvalDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class GateListCounts(TypedDict):
    """How many assignments that run on that day stand how."""

    cleared: int
    """How many are: everything that is asked for is held."""
    expiring: int
    """How many are: cleared, and not for long."""
    unknown: int
    """How many are: nothing is known to be missing, but what would decide it is not seen or not known."""
    notCleared: int
    """How many are: something that is asked for is not held."""


class GateListPeopleWorker(TypedDict):
    """Who was placed."""

    id: str | None
    """Finds the record that is named; null where only a name is known."""
    reference: str
    """The number that people quote for that record."""
    name: str
    """What that record is called now; it changes when that record is renamed."""


GateListPeopleState: TypeAlias = Literal["cleared", "expiring", "unknown", "notCleared"]


class GateListPeopleNeed(TypedDict):
    what: str
    """What is asked for."""
    why: NotRequired[str]
    """Why it is not held, in a sentence; absent of what only ends soon."""


class GateListPeople(TypedDict):
    reference: str
    """Reference of the assignment."""
    worker: GateListPeopleWorker
    """Who was placed."""
    agency: NotRequired[str]
    """The name of the agency."""
    site: NotRequired[str]
    """The name of the site."""
    trade: NotRequired[str]
    """The name of the trade."""
    state: GateListPeopleState
    """How the worker stands on that day; never expiring as stored. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held."""
    mayEnter: bool
    """Whether they are cleared: who is expiring is, and who is unknown is not."""
    starts: bool
    """Whether the assignment begins on that day."""
    until: NotRequired[str]
    """The first day on which the state is another, YYYY-MM-DD."""
    needs: list[GateListPeopleNeed]
    """What is not held; of who is expiring what ends."""


class GateList(TypedDict):
    day: str
    """The day that it is of, YYYY-MM-DD."""
    counts: GateListCounts
    """How many assignments that run on that day stand how."""
    people: list[GateListPeople]
    """Who may not enter, at most 50, or everybody: first those who start on that day and may not, then from worst to best."""
    more: int
    """How many of those who may not enter are left out."""
    sha256: str
    """SHA-256 of the bytes of the same list as CSV, in hexadecimal digits."""
    checking: bool
    """Whether something was written that was not worked out yet."""


class Gender(TypedDict):
    name: str
    """What gender takes, exactly."""


InvoiceStatus: TypeAlias = Literal["pending", "confirmed"]


InvoiceInvoiceType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient"]


InvoiceMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class InvoicePaymentFile(TypedDict):
    """Proof of the payment; absent when none was uploaded."""

    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The remittance advice. A link for this key; one of ours works for five minutes."""
    created: NotRequired[str]
    """When it was uploaded."""


class InvoicePayment(TypedDict):
    """How it was paid; absent before that."""

    reference: NotRequired[str]
    """What the payer calls the payment."""
    paymentDate: NotRequired[str]
    """The day the money was sent."""
    file: NotRequired[InvoicePaymentFile]
    """Proof of the payment; absent when none was uploaded."""


class InvoiceValues(TypedDict):
    """What it comes to, in pounds unless said."""

    grossHours: float
    """Hours of its timesheets, breaks included."""
    netHours: float
    """Hours of its timesheets after breaks."""
    subtotal: float
    """Hours, piece rates and expenses, before VAT, CIS and margin adjustments."""
    vat: float
    """VAT on the subtotal; 0 under the domestic reverse charge."""
    total: float
    """subtotal + vat."""
    cis: float
    """What is held back for the Construction Industry Scheme; positive, and never on VAT."""
    cisRate: float
    """Percent that is held back: 20, 30 or 0."""
    vatRate: float
    """Percent, such as 20."""
    finalTotal: float
    """total less cis, with margin adjustments, before credit notes."""
    expenses: float
    """How much of the subtotal is expenses."""
    creditNotes: float
    """Credit notes applied so far; positive."""
    netValue: float
    """What is left to pay: finalTotal less creditNotes."""


class InvoiceFiles(TypedDict):
    """What can be downloaded."""

    invoice: str | None
    """The document as a PDF; null when not made."""
    timesheetSnapshot: str | None
    """The timesheets as they were billed; null when not made."""


class Invoice(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-INV00081."""
    status: InvoiceStatus
    """Whether it has been settled. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid."""
    company: EntityRef
    """Whom the work was done for; the client, also where an MSP is billed."""
    agency: EntityRef
    """Who supplied the workers, whoever bills."""
    msp: NotRequired[EntityRef]
    """The managed service provider that runs the supply; absent when there is none."""
    projects: list[EntityRef]
    """Projects that its timesheets are for."""
    invoiceType: InvoiceInvoiceType
    """Who bills whom. Agencies never see mspToClient, and the client never supplierToMsp. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company."""
    mspInvoiceType: NotRequired[InvoiceMspInvoiceType]
    """Which way the money goes at the MSP; null or absent where there is none. `receivable`: owed to the MSP. `payable`: owed by the MSP."""
    reason: NotRequired[str]
    """Why it was made by hand; absent for those made from timesheets."""
    comments: NotRequired[str]
    """What was written on one made by hand."""
    vatToBeApplied: NotRequired[bool]
    """Whether VAT was asked for, before other rules decide about it."""
    weekEnding: NotRequired[str]
    """The Sunday that the week it bills ends on."""
    due: NotRequired[str]
    """The day by which to pay."""
    confirmedDate: NotRequired[str]
    """When it was marked confirmed or paid; absent before that."""
    confirmedBy: NotRequired[EntityRef]
    """Who marked it."""
    payment: NotRequired[InvoicePayment]
    """How it was paid; absent before that."""
    values: InvoiceValues
    """What it comes to, in pounds unless said."""
    files: InvoiceFiles
    """What can be downloaded."""
    timesheets: list[ReferenceRef]
    """The weeks that it bills."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


InvoiceTotalInvoiceType: TypeAlias = Literal["supplierToClient", "supplierToMsp", "mspToClient", None]


InvoiceTotalStatus: TypeAlias = Literal["pending", "confirmed", None]


InvoiceTotalMspInvoiceType: TypeAlias = Literal["receivable", "payable", None]


class InvoiceTotal(TypedDict):
    invoiceType: NotRequired[InvoiceTotalInvoiceType]
    """What its records have in common, if groupBy has invoiceType; null for records without one. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company."""
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    msp: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has msp; null for records without one."""
    status: NotRequired[InvoiceTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid."""
    mspInvoiceType: NotRequired[InvoiceTotalMspInvoiceType]
    """What its records have in common, if groupBy has mspInvoiceType; null for records without one. `receivable`: owed to the MSP. `payable`: owed by the MSP."""
    weekEnding: NotRequired[str | None]
    """The weekEnding of its records, such as 2026-11 by month; null for records without one."""
    due: NotRequired[str | None]
    """The due of its records, such as 2026-11 by month; null for records without one."""
    confirmedDate: NotRequired[str | None]
    """The confirmedDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


MarkBillingCheckState: TypeAlias = Literal["accepted", "disputed", "open"]


class MarkBillingCheck(TypedDict):
    state: MarkBillingCheckState
    """What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side. `open`: nothing was decided: a mark that it has is taken away."""
    note: NotRequired[str]
    """Why; 2,000 characters at most, and not with open."""
    until: NotRequired[str]
    """The last day that it counts, YYYY-MM-DD; absent: no end. Not with open."""
    amount: NotRequired[float]
    """What was at stake when you looked: if it is another now, nothing is marked."""


MasterQualificationCollection: TypeAlias = Literal["attachment", "rightToWork"]


MasterQualificationDocumentNumber: TypeAlias = Literal["required", "optional", "none"]


MasterQualificationExpiry: TypeAlias = Literal["required", "optional", "none"]


class MasterQualification(TypedDict):
    id: str
    """What POST /workers takes as documentId."""
    name: str
    """The document, as workers’ documentType repeats it."""
    collection: MasterQualificationCollection
    """Which list of a worker it goes into: attachments or rightToWork. `attachment`: any other document. `rightToWork`: proves the right to work."""
    documentNumber: MasterQualificationDocumentNumber
    """Whether it has a number to give. `required`: has to be given. `optional`: may be given. `none`: has none, and one is refused."""
    expiry: MasterQualificationExpiry
    """Whether it has an expiry to give. `required`: has to be given. `optional`: may be given. `none`: never expires, and a date is refused."""
    minimumFiles: int
    """How many files it needs at least, such as 2 for both sides."""
    smartCheck: NotRequired[str]
    """The card scheme that is asked about it; absent when none is."""
    agencySpecific: bool
    """Whether only the agency that uploads it sees it, as with a CV."""
    mayBePast: NotRequired[bool]
    """Whether it counts even when it has expired."""
    homeOfficeCheck: NotRequired[bool]
    """Whether a passed Home Office check has to be on file, as for a Visa."""
    createdAt: NotRequired[str]
    """When the entry was made."""
    updatedAt: NotRequired[str]
    """When the entry last changed."""


class MasterTrade(TypedDict):
    id: str
    """What POST /workers takes in trades."""
    name: str
    """The trade, as all companies understand it."""
    createdAt: NotRequired[str]
    """When the entry was made."""
    updatedAt: NotRequired[str]
    """When the entry last changed."""


class MeUsage(TypedDict):
    """How much of the day’s limit is gone."""

    requestsToday: int
    """Requests counted since midnight UTC, this one among them."""
    remainingToday: int
    """Requests left until the day ends."""
    resetsAt: str
    """When the day ends: the next midnight UTC."""


class MeCompany(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What it trades as."""


class MeAgency(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What it trades as."""


class MeFreshness(TypedDict):
    list: str
    """The list, such as /timesheets."""
    loadedAt: NotRequired[str]
    """When records of it were last loaded for these owners; absent where that is not known."""
    source: NotRequired[str]
    """The job or mapping that loaded them; absent where it has no name, or they are not these owners’ alone."""


class Me(TypedDict):
    name: str
    """What whoever made the key calls it."""
    description: NotRequired[str]
    """What the key is for; absent when not given."""
    scopes: list[str]
    """What it may do, such as read:timesheets."""
    rateLimitPerMinute: int
    """Requests that it may make in any 60 seconds."""
    rateLimitPerDay: int
    """Requests that it may make from midnight to midnight UTC."""
    ipAllowlist: NotRequired[list[str]]
    """Addresses and CIDR ranges it may be used from; absent for anywhere."""
    expiresAt: NotRequired[str]
    """When it stops working; absent when it does not."""
    lastUsedAt: NotRequired[str]
    """When it was last used, to within seconds; absent before that."""
    usage: MeUsage
    """How much of the day’s limit is gone."""
    companies: NotRequired[list[MeCompany]]
    """Whose data it sees; on company-scoped keys."""
    agencies: NotRequired[list[MeAgency]]
    """Whose data it sees; on agency-scoped keys."""
    createdAt: str
    """When the key was made."""
    freshness: NotRequired[list[MeFreshness]]
    """How fresh each list is that the key may read; with includeFreshness."""


class Money(TypedDict):
    """Pay, and what makes it up to the charge, in pounds."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""


class NameEmail(TypedDict):
    """Somebody as recorded at the time; later changes do not reach it."""

    name: str
    """What they were called when it was recorded."""
    email: NotRequired[str]
    """Their address when it was recorded; absent when none was."""


NewWorkerGender: TypeAlias = Literal["Male", "Female", "Non-binary", "Prefer not to say"]


class NewWorkerAddress(TypedDict):
    """Where the worker lives."""

    lineOne: str
    """House and street."""
    lineTwo: NotRequired[str]
    """Flat, floor or building."""
    city: str
    """Town or city."""
    region: NotRequired[str]
    """County, or a larger part of the country."""
    country: str
    """Exactly as in `GET /countries`."""
    code: str
    """Postcode or Eircode; checked for the United Kingdom and Ireland."""
    latitude: NotRequired[float]
    """Degrees north; negative is south."""
    longitude: NotRequired[float]
    """Degrees east; negative is west."""


NewWorkerAttachmentFileDocType: TypeAlias = Literal["Front", "Back"]


class NewWorkerAttachmentFile(TypedDict):
    fileName: str
    """What to call it, with its ending."""
    content: str
    """The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most."""
    docType: NotRequired[NewWorkerAttachmentFileDocType]
    """Which side it shows. `Front`: the side to read first. `Back`: the other side."""


class NewWorkerAttachment(TypedDict):
    documentId: str
    """Its id in `GET /master-qualifications`, which says what else it needs."""
    documentNumber: NotRequired[str]
    """The number on it, for a Visa the share code; required, optional or refused, as the qualification says."""
    expiration: NotRequired[str]
    """The day it expires, YYYY-MM-DD; required, optional or refused, as the qualification says."""
    files: Sequence[NewWorkerAttachmentFile | Upload]
    """Its scans; the qualification says how many at least."""


NewWorkerRightToWorkFileDocType: TypeAlias = Literal["Front", "Back"]


class NewWorkerRightToWorkFile(TypedDict):
    fileName: str
    """What to call it, with its ending."""
    content: str
    """The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most."""
    docType: NotRequired[NewWorkerRightToWorkFileDocType]
    """Which side it shows. `Front`: the side to read first. `Back`: the other side."""


class NewWorkerRightToWork(TypedDict):
    documentId: str
    """Its id in `GET /master-qualifications`, which says what else it needs."""
    documentNumber: NotRequired[str]
    """The number on it, for a Visa the share code; required, optional or refused, as the qualification says."""
    expiration: NotRequired[str]
    """The day it expires, YYYY-MM-DD; required, optional or refused, as the qualification says."""
    files: Sequence[NewWorkerRightToWorkFile | Upload]
    """Its scans; the qualification says how many at least."""


class NewWorker(TypedDict):
    firstName: str
    """As on the worker’s identity documents."""
    lastName: str
    """As on the worker’s identity documents."""
    dob: str
    """Date of birth, YYYY-MM-DD; the worker is 16 to 100 years old."""
    email: str
    """The worker’s own e-mail address."""
    phone: str
    """With or without the leading 0 and spaces."""
    countryCode: str
    """Exactly as in `GET /telephone-country-codes`, with its +."""
    gender: NewWorkerGender
    """Exactly as in `GET /genders`."""
    nationality: str
    """Exactly as in `GET /countries`."""
    nationalIns: NotRequired[str]
    """UK nationals: National Insurance number. Irish: that or a PPS number. Others: this or passportNo. Never returned."""
    passportNo: NotRequired[str]
    """Passport number or share code, of nationals other than UK and Irish who give no nationalIns. Never returned."""
    address: NewWorkerAddress
    """Where the worker lives."""
    trades: Sequence[str]
    """Ids from `GET /master-trades`, at least one."""
    agencyId: str
    """The agency’s own identifier for the worker; each may be used once."""
    consent: Literal[True]
    """Only true is taken: the agency holds the worker’s written consent."""
    attachments: NotRequired[Sequence[NewWorkerAttachment]]
    """Documents that do not prove the right to work."""
    rightToWork: NotRequired[Sequence[NewWorkerRightToWork]]
    """Documents that prove the right to work."""


class PaymentTerms(TypedDict):
    """When bills fall due."""

    days: float
    """How many days there are to pay."""
    term: str
    """What the days are counted from, in words."""


class Phone(TypedDict):
    """A telephone number in two parts."""

    countryCode: str
    """The dialling code with its leading +, such as +44."""
    number: str
    """What follows the dialling code, without a leading 0."""


class Project(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: NotRequired[str]
    """The number people quote, with the company’s prefix, such as TRN-P102."""
    name: str
    """What the company calls it."""
    active: bool
    """Whether it still hires."""
    company: EntityRef
    """Whose project it is."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    address: NotRequired[Address]
    """Where it is built."""
    startDate: NotRequired[str]
    """The first day planned."""
    endDate: NotRequired[str]
    """The last day planned."""
    sites: int
    """How many sites it has."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


ProjectConnectedAgencySupplierType: TypeAlias = Literal["agency", "umbrella"]


ProjectConnectedAgencyConnectionLevel: TypeAlias = Literal["project", "company"]


class ProjectConnectedAgencyCis(TypedDict):
    """What is held back under the Construction Industry Scheme; null when nothing is."""

    name: str
    """What the rate is called, such as Standard."""
    value: float
    """Percent that is held back, such as 20."""
    display: NotRequired[str]
    """The rate as people read it, such as 20%."""


class ProjectConnectedAgencyTradeMarkupAdjustment(TypedDict):
    trade: EntityRef
    """Which trade it is for."""
    adjustment: float
    """Percentage points in place of markupAdjustment."""


class ProjectConnectedAgencyRateUpliftRegion(TypedDict):
    id: str
    """Finds the region among those of rates."""
    name: NotRequired[str]
    """As the region was called when agreed."""
    uplift: float
    """Percent that applies there instead."""


class ProjectConnectedAgencyRateUplift(TypedDict):
    description: NotRequired[str]
    """The kind of time it is paid for, in words."""
    type: NotRequired[str]
    """The kind of time, such as sat or wdNw."""
    uplift: NotRequired[float]
    """Percent on top of the rate, such as 50."""
    regions: list[ProjectConnectedAgencyRateUpliftRegion]
    """Where another percentage applies."""


ProjectConnectedAgencyTradeUpliftOverrideMode: TypeAlias = Literal["standard", "enhanced"]


class ProjectConnectedAgencyTradeUpliftOverrideRateUpliftRegion(TypedDict):
    id: str
    """Finds the region among those of rates."""
    name: NotRequired[str]
    """As the region was called when agreed."""
    uplift: float
    """Percent that applies there instead."""


class ProjectConnectedAgencyTradeUpliftOverrideRateUplift(TypedDict):
    description: NotRequired[str]
    """The kind of time it is paid for, in words."""
    type: NotRequired[str]
    """The kind of time, such as sat or wdNw."""
    uplift: NotRequired[float]
    """Percent on top of the rate, such as 50."""
    regions: list[ProjectConnectedAgencyTradeUpliftOverrideRateUpliftRegion]
    """Where another percentage applies."""


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsWeekly(TypedDict):
    """How many hours a week have to be worked first."""

    threshold: NotRequired[float]
    """Hours in a week after which uplifts begin."""
    enforce: NotRequired[bool]
    """Whether that threshold is enforced."""
    reduce: NotRequired[bool]
    """Whether hours are reduced by that threshold."""
    nightThreshold: NotRequired[float]
    """The same threshold for night shifts, in hours."""
    nightEnforce: NotRequired[bool]
    """Whether it is enforced for night shifts."""
    backshiftThreshold: NotRequired[float]
    """The same threshold for back shifts, in hours."""
    backshiftEnforce: NotRequired[bool]
    """Whether it is enforced for back shifts."""
    blockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks, by the block’s index."""
    nightBlockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks at night, by the block’s index."""
    backshiftBlockThresholds: NotRequired[dict[str, float]]
    """Hours for single blocks of back shifts, by the block’s index."""


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsBreakdown(TypedDict):
    date: str
    """The day, at midnight UTC."""
    dayOfWeek: str
    """The day by name, such as Friday."""
    shiftType: NotRequired[str]
    """Day, night or back shift."""
    blockStartHour: float
    """Hour of the day that the block begins at."""
    blockEndHour: float
    """Hour of the day that it ends at."""
    blockHours: float
    """How long the block is."""
    upliftPercentage: float
    """Percent on top, such as 50; included in the rates beside it."""
    chargeRate: float
    """Pounds an hour that the company is charged."""
    chargeValue: float
    """Pounds that the company is charged for the block."""
    payRate: float
    """Pounds an hour that the worker gets."""
    payValue: float
    """Pounds that the worker gets for the block."""


class ProjectConnectedAgencyTradeUpliftOverrideEnhancedUplifts(TypedDict):
    """Percentages by blocks of hours; with mode enhanced."""

    enabled: bool
    """Whether these apply, and not the plain percentages."""
    mode: NotRequired[str]
    """How they are applied, as the company has set it."""
    weekly: NotRequired[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsWeekly]
    """How many hours a week have to be worked first."""
    breakdown: list[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUpliftsBreakdown]
    """The blocks of a week, with what each comes to."""


class ProjectConnectedAgencyTradeUpliftOverride(TypedDict):
    trade: EntityRef
    """Which trade it is for."""
    mode: ProjectConnectedAgencyTradeUpliftOverrideMode
    """Which of the two it has. `standard`: rateUplifts apply. `enhanced`: enhancedUplifts apply."""
    rateUplifts: NotRequired[list[ProjectConnectedAgencyTradeUpliftOverrideRateUplift]]
    """Percentages by kind of time; with mode standard."""
    enhancedUplifts: NotRequired[ProjectConnectedAgencyTradeUpliftOverrideEnhancedUplifts]
    """Percentages by blocks of hours; with mode enhanced."""


class ProjectConnectedAgency(TypedDict):
    id: str
    """Of the connection, not of the agency."""
    agency: EntityRef
    """Who supplies."""
    supplierType: ProjectConnectedAgencySupplierType
    """What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    connectionLevel: ProjectConnectedAgencyConnectionLevel
    """What the connection is to; the project’s own goes before the company’s. `project`: agreed for this project. `company`: agreed for all the company’s projects, or several."""
    cis: ProjectConnectedAgencyCis | None
    """What is held back under the Construction Industry Scheme; null when nothing is."""
    tier: NotRequired[int]
    """Rank among the suppliers; 1 is the first."""
    restricted: NotRequired[bool]
    """Whether it holds for some of the company’s projects only."""
    invoice: NotRequired[bool]
    """Whether it bills with invoices."""
    drc: NotRequired[bool]
    """Whether VAT is under the domestic reverse charge: the company accounts for it."""
    afp: NotRequired[bool]
    """Whether it bills with applications for payment."""
    email: str | None
    """Where to write to it about this work; null when its own address will do."""
    paymentTerms: PaymentTerms | None
    """When its bills fall due; null when the company’s terms apply."""
    markupAdjustment: NotRequired[float]
    """Percentage points of pay added to its margin; may be negative."""
    tradeMarkupAdjustments: list[ProjectConnectedAgencyTradeMarkupAdjustment]
    """For single trades; each replaces markupAdjustment there."""
    rateUplifts: list[ProjectConnectedAgencyRateUplift]
    """What is paid on top for kinds of time, for all trades."""
    tradeUpliftOverrides: list[ProjectConnectedAgencyTradeUpliftOverride]
    """For single trades; each replaces rateUplifts there."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


PurchaseOrderStatus: TypeAlias = Literal["active", "inactive", "expired"]


class PurchaseOrderReinstated(TypedDict):
    """Who made it valid again, and when; absent when nobody has."""

    user: EntityRef
    """Who did it."""
    date: str
    """When it was done."""


class PurchaseOrderRevoked(TypedDict):
    """Who took it back, and when; absent when nobody has."""

    user: EntityRef
    """Who did it."""
    date: str
    """When it was done."""


class PurchaseOrder(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as BRK-PO01026."""
    status: PurchaseOrderStatus
    """Whether work can be booked to it, as stored: it does not change with the day. `active`: work can be booked to it. `inactive`: revoked; expired ones are not among these. `expired`: its end has passed."""
    startDate: NotRequired[str]
    """The first day it covers."""
    endDate: NotRequired[str]
    """The last day it covers."""
    value: float
    """The most that may be spent under it, in pounds."""
    company: EntityRef
    """Who spends."""
    site: NotRequired[EntityRef]
    """The only site it covers; absent for all."""
    agency: NotRequired[EntityRef]
    """The only agency it is for; absent for all."""
    projects: list[EntityRef]
    """The projects it covers."""
    trades: list[EntityRef]
    """The trades it covers; ignored when allTrades is true."""
    allTrades: NotRequired[bool]
    """Whether it covers every trade."""
    tradeOption: NotRequired[str]
    """How trades were chosen, such as all or selected."""
    tag: NotRequired[EntityRef]
    """The company’s label on it; absent when not set."""
    reinstated: NotRequired[PurchaseOrderReinstated]
    """Who made it valid again, and when; absent when nobody has."""
    revoked: NotRequired[PurchaseOrderRevoked]
    """Who took it back, and when; absent when nobody has."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


PurchaseOrderTotalStatus: TypeAlias = Literal["active", "inactive", "expired", None]


class PurchaseOrderTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    site: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has site; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    status: NotRequired[PurchaseOrderTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `active`: work can be booked to it. `inactive`: revoked; expired ones are not among these. `expired`: its end has passed."""
    startDate: NotRequired[str | None]
    """The startDate of its records, such as 2026-11 by month; null for records without one."""
    endDate: NotRequired[str | None]
    """The endDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class RateRatesCis(TypedDict):
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateRatesPaye(TypedDict):
    """For workers on the payroll; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateRatesPsc(TypedDict):
    """For workers with a company of their own; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateRates(TypedDict):
    """Pounds an hour; an agency’s own have its markup in margin and charge."""

    cis: RateRatesCis | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: RateRatesPaye | None
    """For workers on the payroll; null when not agreed."""
    psc: RateRatesPsc | None
    """For workers with a company of their own; null when not agreed."""


class RateDayRatesCis(TypedDict):
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateDayRatesPaye(TypedDict):
    """For workers on the payroll; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateDayRatesPsc(TypedDict):
    """For workers with a company of their own; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class RateDayRates(TypedDict):
    """Pounds a day; an agency’s own have its markup in margin and charge."""

    cis: RateDayRatesCis | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: RateDayRatesPaye | None
    """For workers on the payroll; null when not agreed."""
    psc: RateDayRatesPsc | None
    """For workers with a company of their own; null when not agreed."""


RatePieceRateFrequency: TypeAlias = Literal["daily", "weekly"]


class RatePieceRateValues(TypedDict):
    """Pounds for one unit."""

    cis: Money | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: Money | None
    """For workers on the payroll; null when not agreed."""
    psc: Money | None
    """For workers with a company of their own; null when not agreed."""


class RatePieceRate(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    code: str
    """The short code of the kind of work."""
    name: str
    """The kind of work, such as Boarding."""
    unitLabel: str
    """What is counted, for one, such as square metre."""
    unitLabelPlural: str
    """What is counted, for several."""
    frequency: RatePieceRateFrequency
    """How units are counted. `daily`: for each day. `weekly`: for the week as a whole."""
    values: RatePieceRateValues
    """Pounds for one unit."""


class Rate(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    project: EntityRef | None
    """The only project it holds for; null for any."""
    agency: EntityRef | None
    """The only agency it holds for; null for any."""
    trade: EntityRef
    """What is hired for, out of the company’s own trades."""
    company: EntityRef
    """The company that hires."""
    rates: RateRates
    """Pounds an hour; an agency’s own have its markup in margin and charge."""
    dayRates: RateDayRates
    """Pounds a day; an agency’s own have its markup in margin and charge."""
    pieceRates: list[RatePieceRate]
    """What work is paid by the piece; empty when none is."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


RecruitmentMetric1CvRejected: TypeAlias = Literal["Yes", "No"]


class RecruitmentMetric1StageDate(TypedDict):
    stage: str
    """A built-in stage such as cvReviewed, or one of the company’s own as custom_…."""
    label: str
    """What the company calls it now."""
    enabled: bool
    """Whether the company still uses it."""
    at: str
    """When the worker first came to it, as DD/MM/YYYY; empty when never."""
    daysFromSubmitted: int | None
    """Days from being put forward; null when either date is missing."""
    elapsedFromStage: str
    """The stage that elapsedDays counts from; submitted unless the company chose another."""
    elapsedFromStageLabel: str
    """What the company calls that stage."""
    elapsedDays: int | None
    """Days from that stage; null when a date is missing or that stage came later."""


class RecruitmentMetric1(TypedDict):
    reqRef: str
    """The number people quote for the requisition."""
    reqCreated: str
    """When the requisition was made, as DD/MM/YYYY."""
    reqReopened: str
    """When it was last opened again, as DD/MM/YYYY; empty when never."""
    reqStart: str
    """The first day planned, as DD/MM/YYYY; empty when not set."""
    project: str
    """What the project is called."""
    trade: str
    """What the trade is called."""
    supplier: str
    """What the agency is called."""
    worker: str
    """First and last name of who was put forward."""
    submitted: str
    """When the agency put the worker forward. DD/MM/YYYY; empty when never."""
    cvReviewed: str
    """When the company had read the CV. DD/MM/YYYY; empty when never."""
    interviewed: str
    """When the interview took place. DD/MM/YYYY; empty when never."""
    offerMade: str
    """When the company offered the job. DD/MM/YYYY; empty when never."""
    offerAccepted: str
    """When the worker took the offer. DD/MM/YYYY; empty when never."""
    offerRejected: str
    """When the worker turned the offer down. DD/MM/YYYY; empty when never."""
    assigned: str
    """When the worker got the assignment. DD/MM/YYYY; empty when never."""
    missingCompliance: str
    """When documents were found missing. DD/MM/YYYY; empty when never."""
    interviewRequested: str
    """When the company asked for an interview. DD/MM/YYYY; empty when never."""
    interviewBooked: str
    """When a time for it was agreed. DD/MM/YYYY; empty when never."""
    withdrew: str
    """When the worker withdrew. DD/MM/YYYY; empty when never."""
    currentStage: str
    """The stage that was entered last, for programs."""
    currentStageLabel: str
    """What the company calls that stage now."""
    cvRejected: RecruitmentMetric1CvRejected
    """Whether the company turned the worker down. `Yes`: turned down. `No`: not turned down so far."""
    managerReviewDays: int | None
    """Days from submitted to cvReviewed; null when either is missing."""
    timeToInterviewDays: int | None
    """Days from submitted to interviewed; null when either is missing."""
    timeToOfferDays: int | None
    """Days from submitted to offerMade; null when either is missing."""
    timeToFillDays: int | None
    """Days from creation (or the latest reopening before it) to the offer, else to the accepted response; or null."""
    timeToOfferAcceptedDays: int | None
    """Days from reqCreated to offerAccepted; null when either is missing."""
    offerToStartDays: int | None
    """Days from offerAccepted to reqStart; negative when work began first; null when unknown."""
    requestToBookingDays: int | None
    """Days from interviewRequested to interviewBooked; null when either is missing."""
    bookingToInterviewDays: int | None
    """Days from interviewBooked to interviewed; null when either is missing."""
    timeToWithdrawalDays: int | None
    """Days from submitted to withdrew; null when either is missing."""
    hasWithdrawn: bool
    """Whether a withdrawal was ever dated, even if the worker came back later."""
    stageDates: list[RecruitmentMetric1StageDate]
    """Every stage in the company’s order, then the other built-in and former ones."""


class RecruitmentMetric2IqrBounds(TypedDict):
    """What counts as usual in this group, both ends included."""

    lower: float
    """Days; the first quartile less 1.5 times the interquartile range."""
    upper: float
    """Days; the third quartile plus 1.5 times the interquartile range."""


class RecruitmentMetric2Values(TypedDict):
    """Days from approval (or the latest reopening) to the accepted response, without outliers."""

    count: int
    """Responses that are left."""
    averageDays: float
    """Their mean."""
    medianDays: float
    """Half took no longer."""
    minDays: float
    """The quickest."""
    maxDays: float
    """The slowest."""
    p25Days: float
    """A quarter took no longer."""
    p75Days: float
    """Three quarters took no longer."""


class RecruitmentMetric2(TypedDict):
    group: str
    """What groupBy asked for: names, YYYY-MM or YYYY-Www, joined with \" | \"; empty for all."""
    groupKey: NotRequired[str]
    """Its ids (~ for none) and first days, joined with commas, as group takes it; only where fields names it."""
    rawCount: int
    """Accepted supplier responses, outliers included."""
    excludedOutliers: int
    """How many of them lie outside the bounds and are not in values."""
    iqrBounds: RecruitmentMetric2IqrBounds
    """What counts as usual in this group, both ends included."""
    outliers: NotRequired[list[float]]
    """The durations that are left out, in days, the shortest first; only where fields names it."""
    values: RecruitmentMetric2Values
    """Days from approval (or the latest reopening) to the accepted response, without outliers."""


class RecruitmentMetric3Values(TypedDict):
    """Of timesheets that are neither cancelled nor absent."""

    thresholdHours: float
    """The hoursThreshold that was asked for."""
    hoursField: str
    """What is added up: netHours, after breaks."""
    workerWeeks: int
    """Weeks in which somebody worked, counted once for each worker."""
    workersOverThreshold: int
    """How many of those weeks have more hours than the threshold."""
    distinctWorkersOverThreshold: int
    """How many people had such a week."""
    totalHours: float
    """Net hours of all the weeks."""
    averageWeeklyHours: float
    """Net hours of a week, over all of them."""
    maxWeeklyHours: float
    """Net hours of the longest week."""


class RecruitmentMetric3(TypedDict):
    group: str
    """What groupBy asked for: names, YYYY-MM or YYYY-Www, joined with \" | \"; empty for all."""
    groupKey: NotRequired[str]
    """Its ids (~ for none) and first days, joined with commas, as group takes it; only where fields names it."""
    values: RecruitmentMetric3Values
    """Of timesheets that are neither cancelled nor absent."""


class RecruitmentMetric4LeftBy(TypedDict):
    """How they left; they add up to left."""

    withdrew: int
    """The worker withdrew, and has not come back."""
    rejected: int
    """The company turned the worker down."""
    offerRejected: int
    """The worker turned the offer down."""
    missingCompliance: int
    """Documents were missing."""


class RecruitmentMetric4(TypedDict):
    stage: str
    """A built-in stage such as cvReviewed, or one of the company’s own as custom_…."""
    label: str
    """What the company calls it now."""
    reached: int
    """Submissions with a date at this stage, or whose last stage it is."""
    reachedPercent: float
    """Of all submissions that match, to two decimals."""
    passed: int
    """Submissions that reached a later stage and have no date at this one."""
    here: int
    """Submissions that are at this stage now."""
    left: int
    """Submissions that have left, and were at this stage last."""
    leftBy: RecruitmentMetric4LeftBy
    """How they left; they add up to left."""
    medianDays: float | None
    """Days from the stage before to this one: half took no longer; null when unknown."""
    medianOf: int
    """How many of them have both dates, in that order, which medianDays is of."""


class RecruitmentMetric5(TypedDict):
    agencyId: str | None
    """Id of the agency; null where only its name is known."""
    supplier: str
    """What the agency is called."""
    asked: int
    """Requisitions that were sent to it."""
    accepted: int
    """How many of them it agreed to supply."""
    acceptedPercent: float
    """Of those asked, to two decimals."""
    offered: int
    """Workers it put forward."""
    assigned: int
    """How many of them got the job."""
    medianDays: float | None
    """Days from receiving the request to accepting it: half took no longer; null when unknown."""
    medianOf: int
    """How many of them have both dates, in that order, which medianDays is of."""


class RecruitmentMetric6Requisition(TypedDict):
    """The requisition it is about; null for hours."""

    id: str
    """Finds the record."""
    reference: str | None
    """The number people quote for it."""


class RecruitmentMetric6Project(TypedDict):
    """Where it is."""

    id: str | None
    """Finds the record; null where only a name is known."""
    name: str | None
    """What the project is called."""


class RecruitmentMetric6Agency(TypedDict):
    """Who was asked; null for hours."""

    id: str | None
    """Finds the record; null where only a name is known."""
    name: str | None
    """What the agency is called."""


class RecruitmentMetric6Worker(TypedDict):
    """Who was submitted, or worked; null for responses."""

    id: str | None
    """Finds the record; null where only a name is known."""
    name: str | None
    """First and last name."""


class RecruitmentMetric6(TypedDict):
    requisition: RecruitmentMetric6Requisition | None
    """The requisition it is about; null for hours."""
    project: RecruitmentMetric6Project | None
    """Where it is."""
    agency: RecruitmentMetric6Agency | None
    """Who was asked; null for hours."""
    worker: RecruitmentMetric6Worker | None
    """Who was submitted, or worked; null for responses."""
    stage: str | None
    """What the company calls the stage that a submission is at now; null for the others."""
    date: str | None
    """Of the stage, else of submitting, accepting, receiving, or the week ending; YYYY-MM-DD, null when unknown."""
    value: float | None
    """Its days, its hours, or the workers of a response; null where nothing is measured."""


class ReferenceRef(TypedDict):
    """Another record by its id, with the number people quote. Shown where the key could fetch the record it names."""

    id: str
    """Finds the record that is named."""
    reference: str
    """The number that people quote for that record."""


class RequirementItem(TypedDict):
    name: str
    """A qualification, as in `GET /master-qualifications`."""


class RequirementGroupItem(TypedDict):
    name: str
    """A qualification, as in `GET /master-qualifications`."""


class RequirementGroup(TypedDict):
    items: list[RequirementGroupItem]
    """The members of the group."""


class Requirement(TypedDict):
    """What a worker has to hold: valid, and not expired on the day."""

    rule: str
    """all: every item, and one of each group; any: one item, or one whole group."""
    items: list[RequirementItem]
    """What is asked for by itself."""
    groups: list[RequirementGroup]
    """What is asked for together, as the rule says."""


RequisitionStatus: TypeAlias = Literal["raised", "approved", "filled", "cancelled", "rejected"]


class RequisitionApprovalStage(TypedDict):
    stage: int
    """Its place in the order, from 1."""
    name: str
    """What the company calls it, such as Director."""
    approved: bool
    """Whether it has been passed."""
    approvedAt: str | None
    """When that was; null before it, and for some old ones."""
    approver: NameEmail | None
    """Who passed it; null before that."""


class RequisitionAgencySubmission(TypedDict):
    worker: EntityRef
    """Who was put forward."""
    submittedAt: str | None
    """When that was; null when not recorded."""
    isRejected: bool
    """Whether the company turned the worker down."""
    rejectionReason: str | None
    """Why it did; null when it did not, or gave no reason."""
    submittedBy: NotRequired[EntityRef]
    """Who put the worker forward; absent where history does not tell."""
    assignedBy: NotRequired[EntityRef]
    """Who gave the worker the job; absent where history does not tell."""


class RequisitionAgency(TypedDict):
    id: str | None
    """Finds the record that is named; null where only a name is known."""
    name: str
    """What that record is called now; it changes when that record is renamed."""
    offered: int
    """How many workers it has put forward."""
    assigned: int
    """How many of them have got the job; cancelled assignments do not count."""
    dateReceived: str | None
    """When the request reached it; null when that is not known."""
    dateAccepted: str | None
    """When it agreed to supply; null before that."""
    submissions: list[RequisitionAgencySubmission]
    """The workers it has put forward."""


class RequisitionCancellation(TypedDict):
    """Why it was called off; only while the status is cancelled, and known."""

    reason: NotRequired[str]
    """Why, in the company’s words."""
    date: str | None
    """When; null when not recorded."""
    comments: NotRequired[str]
    """What else was written about it."""


class RequisitionStageTrackingHistory(TypedDict):
    stage: str
    """A built-in stage such as cvReviewed, or one of the company’s own as custom_…; it never changes."""
    stageLabel: NotRequired[str]
    """What the company calls that stage now."""
    at: str | None
    """When the worker came to it; null when not recorded."""
    byUserId: str | None
    """Id of the user who moved the worker; null when not recorded."""
    byName: NotRequired[str]
    """What that user was called."""
    comments: NotRequired[str]
    """What was written about it."""


class RequisitionStageTracking(TypedDict):
    worker: EntityRef
    """Who was put forward."""
    agency: EntityRef
    """Who put the worker forward."""
    submittedAt: NotRequired[str]
    """When that was."""
    isRejected: bool
    """Whether the company turned the worker down."""
    stage: str
    """The stage that the worker is at, as history names it."""
    stageLabel: NotRequired[str]
    """What the company calls that stage now."""
    history: list[RequisitionStageTrackingHistory]
    """Every stage the worker came to, in order; also of stages that are not offered any more."""


class Requisition(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as TRN-RQ00007."""
    status: RequisitionStatus
    """How far the request has come. `raised`: waiting for approval; agencies do not see it. `approved`: agencies may put workers forward. `filled`: as many workers as asked for have the job. `cancelled`: called off. `rejected`: a stage of approval was refused; agencies do not see it."""
    quantity: float
    """How many workers are asked for."""
    autoAssign: NotRequired[bool]
    """Whether workers put forward get the job without being chosen."""
    requestor: NotRequired[NameEmail]
    """Who asked."""
    approver: NotRequired[NameEmail]
    """Who gave the last approval, or is to."""
    approvalStages: list[RequisitionApprovalStage]
    """Who has to approve, in order."""
    approvedDate: NotRequired[str]
    """When the last stage was passed; absent before that."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    trade: NotRequired[EntityRef]
    """What is hired for, out of the company’s own trades."""
    activity: NotRequired[EntityRef]
    """The kind of work that is asked for, out of the company’s list; absent when not set."""
    agencies: list[RequisitionAgency]
    """The agencies that were asked, with what each answered. Agency-scoped keys see the entries of their own agencies."""
    cancellation: NotRequired[RequisitionCancellation]
    """Why it was called off; only while the status is cancelled, and known."""
    customFields: NotRequired[list[CustomField]]
    """What was filled in on the company’s form; absent when nothing was."""
    startDate: NotRequired[str]
    """The first day planned."""
    endDate: NotRequired[str]
    """The last day planned."""
    submissionAnswers: list[SubmissionAnswer]
    """Answers given with submissions, with amendments, that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    stageTracking: NotRequired[list[RequisitionStageTracking]]
    """How far each worker has come; only with includeStageTracking=true, where the company tracks stages. Agency-scoped keys see the entries of their own agencies."""


class SiteAddress(TypedDict):
    """Where to go; parts that are not known are absent."""

    line1: NotRequired[str]
    """House and street."""
    city: NotRequired[str]
    """Town or city."""
    postcode: NotRequired[str]
    """Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285."""


class Site(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What it is called on site and on timesheets."""
    active: bool
    """Whether work is still done there."""
    project: EntityRef
    """The project it is part of."""
    company: EntityRef
    """The company that hires."""
    email: NotRequired[str]
    """Where to write to the people on site."""
    phone: NotRequired[Phone]
    """Where to call the people on site."""
    address: NotRequired[SiteAddress]
    """Where to go; parts that are not known are absent."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


SubmissionAnswerAnswerScope: TypeAlias = Literal["submission", "worker"]


SubmissionAnswerDisplayLocation: TypeAlias = Literal["requisition", "assignment", "timesheet"]


class SubmissionAnswer(TypedDict):
    fieldId: str
    """Which question of the company’s submission form it answers."""
    label: str
    """The question as the form puts it."""
    fieldType: str
    """How it is answered, such as text, date or select."""
    value: Any
    """Text, a date as text, a list of the options chosen, or null."""
    answerScope: SubmissionAnswerAnswerScope
    """What the answer is about. `submission`: the whole submission. `worker`: one worker of it."""
    submissionId: str
    """Tells apart what was put forward at different times."""
    workerIds: list[str]
    """Ids of the workers whom the answer covers."""
    agency: EntityRef
    """Who put the worker forward and answered."""
    worker: EntityRef | None
    """Whom it is about; null for an answer about the whole submission."""
    displayLocations: list[SubmissionAnswerDisplayLocation]
    """Kinds of record that the company has it shown on. `requisition`: the request that it was given for. `assignment`: the placement that came of it. `timesheet`: the weeks worked under that."""
    submittedAt: NotRequired[str]
    """When it was first answered."""
    submittedBy: NotRequired[EntityRef]
    """Who answered first."""
    updatedAt: str | None
    """When it was last amended; null when it never was."""
    updatedBy: EntityRef | None
    """Who amended it last; null when nobody did."""


class TelephoneCountryCode(TypedDict):
    name: str
    """The dialling code with its +, as countryCode takes it."""
    countries: list[str]
    """Where it is used."""


TimesheetStatus: TypeAlias = Literal["pending", "pending_approval", "approved", "cancelled", "absent"]


TimesheetSupplierType: TypeAlias = Literal["agency", "umbrella"]


TimesheetApprovalRequestedByType: TypeAlias = Literal["user", "candidate"]


class TimesheetApprovalRequestedBy(TypedDict):
    """Who asked for approval last; absent when nobody has."""

    id: str
    """Of the user or of the worker, as type says."""
    name: str
    """What they are called."""
    type: TimesheetApprovalRequestedByType
    """Who that is. `user`: somebody of the company or agency. `candidate`: the worker."""


class TimesheetRatesWd(TypedDict):
    """Weekdays, basic time."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesWdNw(TypedDict):
    """Weekday nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesWeNw(TypedDict):
    """Weekend nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesBh(TypedDict):
    """Bank holidays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesBhNight(TypedDict):
    """Bank holiday nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesSat(TypedDict):
    """Saturdays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesSun(TypedDict):
    """Sundays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRatesOt(TypedDict):
    """Weekday overtime."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetRates(TypedDict):
    """Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent."""

    wd: NotRequired[TimesheetRatesWd]
    """Weekdays, basic time."""
    wdNw: NotRequired[TimesheetRatesWdNw]
    """Weekday nights."""
    weNw: NotRequired[TimesheetRatesWeNw]
    """Weekend nights."""
    bh: NotRequired[TimesheetRatesBh]
    """Bank holidays."""
    bhNight: NotRequired[TimesheetRatesBhNight]
    """Bank holiday nights."""
    sat: NotRequired[TimesheetRatesSat]
    """Saturdays."""
    sun: NotRequired[TimesheetRatesSun]
    """Sundays."""
    ot: NotRequired[TimesheetRatesOt]
    """Weekday overtime."""


class TimesheetValuesPay(TypedDict):
    """What the worker earns for hours, in pounds, by kind of time."""

    wdBasic: NotRequired[float]
    """Weekdays, basic time."""
    wdOvertime: NotRequired[float]
    """Weekdays beyond basic time."""
    wdNightwork: NotRequired[float]
    """Weekday nights."""
    weNightwork: NotRequired[float]
    """Weekend nights."""
    bankHoliday: NotRequired[float]
    """Bank holidays by day."""
    bankHolidayNight: NotRequired[float]
    """Night shifts on bank holidays."""
    saturday: NotRequired[float]
    """Saturdays by day."""
    sunday: NotRequired[float]
    """Sundays by day."""
    saturdayNightwork: NotRequired[float]
    """Saturday nights."""
    sundayNightwork: NotRequired[float]
    """Sunday nights."""
    total: NotRequired[float]
    """The ten others together; neither piece rates nor expenses are in it."""


class TimesheetValuesCharge(TypedDict):
    """What the company is charged for hours, in pounds before VAT, by kind of time."""

    wdBasic: NotRequired[float]
    """Weekdays, basic time."""
    wdOvertime: NotRequired[float]
    """Weekdays beyond basic time."""
    wdNightwork: NotRequired[float]
    """Weekday nights."""
    weNightwork: NotRequired[float]
    """Weekend nights."""
    bankHoliday: NotRequired[float]
    """Bank holidays by day."""
    bankHolidayNight: NotRequired[float]
    """Night shifts on bank holidays."""
    saturday: NotRequired[float]
    """Saturdays by day."""
    sunday: NotRequired[float]
    """Sundays by day."""
    saturdayNightwork: NotRequired[float]
    """Saturday nights."""
    sundayNightwork: NotRequired[float]
    """Sunday nights."""
    total: NotRequired[float]
    """The ten others together; neither piece rates nor expenses are in it."""


class TimesheetValues(TypedDict):
    """What the week comes to, in pounds."""

    pay: TimesheetValuesPay
    """What the worker earns for hours, in pounds, by kind of time."""
    charge: TimesheetValuesCharge
    """What the company is charged for hours, in pounds before VAT, by kind of time."""
    expense: NotRequired[float]
    """Expenses of the week, in pounds; in neither total."""


TimesheetPieceRateEntryFrequency: TypeAlias = Literal["daily", "weekly"]


class TimesheetPieceRateEntryTotals(TypedDict):
    """All lines together."""

    units: float
    """How many were done, on all lines."""
    payValue: float
    """What the worker gets for them, in pounds."""
    empValue: float
    """The employer’s costs on top, in pounds."""
    marginValue: float
    """What the supplier keeps, in pounds."""
    chargeValue: float
    """What the company is charged for them, in pounds before VAT."""


class TimesheetPieceRateEntryLine(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    date: NotRequired[str]
    """The day they were done on; absent where they are counted for the week."""
    units: float
    """How many were done."""
    payValue: float
    """What the worker gets for them, in pounds."""
    empValue: float
    """The employer’s costs on top, in pounds."""
    marginValue: float
    """What the supplier keeps, in pounds."""
    chargeValue: float
    """What the company is charged for them, in pounds before VAT."""
    comment: NotRequired[str]
    """What whoever entered it wrote."""
    costCode: NotRequired[CostCode]


class TimesheetPieceRateEntry(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    pieceRateId: str
    """The piece rate of the trade that was agreed, as rates have it."""
    code: str
    """The short code of the kind of work."""
    name: str
    """The kind of work, such as Boarding."""
    unitLabel: str
    """What is counted, for one, such as square metre."""
    unitLabelPlural: str
    """What is counted, for several."""
    frequency: TimesheetPieceRateEntryFrequency
    """How units are counted. `daily`: for each day. `weekly`: for the week as a whole."""
    rateType: str
    """How the worker is paid, such as PAYE; without a prefix for an umbrella."""
    values: Money
    """For one unit, in pounds."""
    totals: TimesheetPieceRateEntryTotals
    """All lines together."""
    lines: list[TimesheetPieceRateEntryLine]
    """What was done, each time it was entered."""


class TimesheetTimelogHours(TypedDict):
    """From start to end, in hours and gross: breaks are not taken off."""

    standard: float
    """At the standard rate; gross, breaks are still in it."""
    overtime: float
    """At overtime rates."""
    total: float
    """Both together; gross: take breaks / 60 off for the hours worked."""


class TimesheetTimelogValuesPay(TypedDict):
    """What the worker gets for the day."""

    standard: float
    """For standard hours, in pounds."""
    overtime: float
    """For overtime, in pounds."""
    total: float
    """For both, in pounds."""


class TimesheetTimelogValuesEmp(TypedDict):
    """The employer’s costs on top of pay."""

    standard: float
    """For standard hours, in pounds."""
    overtime: float
    """For overtime, in pounds."""
    total: float
    """For both, in pounds."""


class TimesheetTimelogValuesMargin(TypedDict):
    """What the supplier keeps of the charge."""

    standard: float
    """For standard hours, in pounds."""
    overtime: float
    """For overtime, in pounds."""
    total: float
    """For both, in pounds."""


class TimesheetTimelogValuesCharge(TypedDict):
    """What the company is charged, before VAT."""

    standard: float
    """For standard hours, in pounds."""
    overtime: float
    """For overtime, in pounds."""
    total: float
    """For both, in pounds."""


class TimesheetTimelogValues(TypedDict):
    """What the day comes to, in pounds, with breaks taken off."""

    pay: TimesheetTimelogValuesPay
    """What the worker gets for the day."""
    emp: TimesheetTimelogValuesEmp
    """The employer’s costs on top of pay."""
    margin: TimesheetTimelogValuesMargin
    """What the supplier keeps of the charge."""
    charge: TimesheetTimelogValuesCharge
    """What the company is charged, before VAT."""


class TimesheetTimelogCostCodeAllocation(TypedDict):
    costCode: CostCode
    hours: float
    """How many hours of the day it bears."""


class TimesheetTimelog(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    status: str
    """Where this day stands, such as approved or absent."""
    date: str
    """The day it counts for, at midnight UTC."""
    start: str
    """When work began."""
    end: str
    """When work ended; a night shift ends on the next day."""
    shiftType: NotRequired[str]
    """Day or night."""
    breaks: float
    """Minutes, not hours, within start and end that were not worked."""
    rateDescription: NotRequired[str]
    """Which of the rates applies, in words."""
    hours: TimesheetTimelogHours
    """From start to end, in hours and gross: breaks are not taken off."""
    rates: Money
    """What an hour of it is paid and charged at, in pounds."""
    values: TimesheetTimelogValues
    """What the day comes to, in pounds, with breaks taken off."""
    absenceAuthorized: NotRequired[bool]
    """Whether the company agreed to the absence; only when one is recorded."""
    absenceReason: NotRequired[str]
    """Why the worker did not come; only when recorded."""
    costCodeAllocations: NotRequired[list[TimesheetTimelogCostCodeAllocation]]
    """How the day is split between cost codes; absent when it is not."""


class TimesheetVersionHistoryValuesPay(TypedDict):
    """What the worker earns for hours, in pounds, by kind of time."""

    wdBasic: NotRequired[float]
    """Weekdays, basic time."""
    wdOvertime: NotRequired[float]
    """Weekdays beyond basic time."""
    wdNightwork: NotRequired[float]
    """Weekday nights."""
    weNightwork: NotRequired[float]
    """Weekend nights."""
    bankHoliday: NotRequired[float]
    """Bank holidays by day."""
    bankHolidayNight: NotRequired[float]
    """Night shifts on bank holidays."""
    saturday: NotRequired[float]
    """Saturdays by day."""
    sunday: NotRequired[float]
    """Sundays by day."""
    saturdayNightwork: NotRequired[float]
    """Saturday nights."""
    sundayNightwork: NotRequired[float]
    """Sunday nights."""
    total: NotRequired[float]
    """The ten others together; neither piece rates nor expenses are in it."""


class TimesheetVersionHistoryValuesCharge(TypedDict):
    """What the company is charged for hours, in pounds before VAT, by kind of time."""

    wdBasic: NotRequired[float]
    """Weekdays, basic time."""
    wdOvertime: NotRequired[float]
    """Weekdays beyond basic time."""
    wdNightwork: NotRequired[float]
    """Weekday nights."""
    weNightwork: NotRequired[float]
    """Weekend nights."""
    bankHoliday: NotRequired[float]
    """Bank holidays by day."""
    bankHolidayNight: NotRequired[float]
    """Night shifts on bank holidays."""
    saturday: NotRequired[float]
    """Saturdays by day."""
    sunday: NotRequired[float]
    """Sundays by day."""
    saturdayNightwork: NotRequired[float]
    """Saturday nights."""
    sundayNightwork: NotRequired[float]
    """Sunday nights."""
    total: NotRequired[float]
    """The ten others together; neither piece rates nor expenses are in it."""


class TimesheetVersionHistoryValues(TypedDict):
    """As they were in that version."""

    pay: TimesheetVersionHistoryValuesPay
    """What the worker earns for hours, in pounds, by kind of time."""
    charge: TimesheetVersionHistoryValuesCharge
    """What the company is charged for hours, in pounds before VAT, by kind of time."""
    expense: NotRequired[float]
    """Expenses of the week, in pounds; in neither total."""


class TimesheetVersionHistoryRatesWd(TypedDict):
    """Weekdays, basic time."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesWdNw(TypedDict):
    """Weekday nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesWeNw(TypedDict):
    """Weekend nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesBh(TypedDict):
    """Bank holidays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesBhNight(TypedDict):
    """Bank holiday nights."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesSat(TypedDict):
    """Saturdays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesSun(TypedDict):
    """Sundays."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRatesOt(TypedDict):
    """Weekday overtime."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    uplift: float | None
    """Percent that is already added to the others, such as 50; null when there is none."""


class TimesheetVersionHistoryRates(TypedDict):
    """As they were in that version."""

    wd: NotRequired[TimesheetVersionHistoryRatesWd]
    """Weekdays, basic time."""
    wdNw: NotRequired[TimesheetVersionHistoryRatesWdNw]
    """Weekday nights."""
    weNw: NotRequired[TimesheetVersionHistoryRatesWeNw]
    """Weekend nights."""
    bh: NotRequired[TimesheetVersionHistoryRatesBh]
    """Bank holidays."""
    bhNight: NotRequired[TimesheetVersionHistoryRatesBhNight]
    """Bank holiday nights."""
    sat: NotRequired[TimesheetVersionHistoryRatesSat]
    """Saturdays."""
    sun: NotRequired[TimesheetVersionHistoryRatesSun]
    """Sundays."""
    ot: NotRequired[TimesheetVersionHistoryRatesOt]
    """Weekday overtime."""


class TimesheetVersionHistory(TypedDict):
    version: int
    """Which version this was, from 1."""
    snapshotReason: str
    """Why this copy was kept."""
    snapshotAt: str
    """When this copy was kept."""
    netHours: float
    """As it was in that version: hours after breaks."""
    expenseValue: float
    """Expenses in that version, in pounds."""
    values: TimesheetVersionHistoryValues
    """As they were in that version."""
    rates: TimesheetVersionHistoryRates
    """As they were in that version."""


class Timesheet(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as BRK-TS001411."""
    status: TimesheetStatus
    """How far the week has come. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work."""
    supplierType: TimesheetSupplierType
    """What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    worker: EntityRef
    """Whose week it is."""
    assignment: NotRequired[ReferenceRef]
    """What was worked under. Shown where the key could fetch the record it names."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    agency: EntityRef
    """The supplier of the workers."""
    payType: NotRequired[str]
    """Whether rates are for hours or for days."""
    rateType: NotRequired[str]
    """How the worker is paid, such as Agency PAYE; without the prefix for an umbrella."""
    start: str
    """The first moment of the period."""
    end: str
    """The last moment of the period."""
    weekEnding: str
    """The Sunday that the week ends on, at midnight UTC."""
    version: int
    """Counts up whenever an approved timesheet is amended, from 1."""
    approvedDate: NotRequired[str]
    """When it was approved; absent before that."""
    approvalRequestedBy: NotRequired[TimesheetApprovalRequestedBy]
    """Who asked for approval last; absent when nobody has."""
    approvedBy: NotRequired[EntityRef]
    """Who approved it; absent before that."""
    timesheetApprovers: list[EntityRef]
    """Who may approve, as the assignment is set up; not necessarily who did: see approvedBy."""
    netHours: float
    """Hours worked in the week, after breaks."""
    rates: NotRequired[TimesheetRates]
    """Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent."""
    values: NotRequired[TimesheetValues]
    """What the week comes to, in pounds."""
    pieceRateEntries: list[TimesheetPieceRateEntry]
    """Work paid by the piece; empty when there is none."""
    submissionAnswers: list[SubmissionAnswer]
    """Answers saved with the assignment that are set to show on timesheets; empty when there are none. Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    timelogs: NotRequired[list[TimesheetTimelog]]
    """A log for each day; only with includeTimelogs=true."""
    versionHistory: NotRequired[list[TimesheetVersionHistory]]
    """Earlier versions; only with includeVersionHistory=true, of one timesheet, and where there are any."""


class TimesheetSummary(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, with the company’s prefix, such as BRK-TS001411."""
    status: TimesheetStatus
    """How far the week has come. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work."""
    supplierType: TimesheetSupplierType
    """What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    worker: EntityRef
    """Whose week it is."""
    assignment: NotRequired[ReferenceRef]
    """What was worked under. Shown where the key could fetch the record it names."""
    company: EntityRef
    """The company that hires."""
    project: EntityRef
    """The company’s project that it is for."""
    site: NotRequired[EntityRef]
    """Where on the project the work is done."""
    agency: EntityRef
    """The supplier of the workers."""
    payType: NotRequired[str]
    """Whether rates are for hours or for days."""
    rateType: NotRequired[str]
    """How the worker is paid, such as Agency PAYE; without the prefix for an umbrella."""
    start: str
    """The first moment of the period."""
    end: str
    """The last moment of the period."""
    weekEnding: str
    """The Sunday that the week ends on, at midnight UTC."""
    version: int
    """Counts up whenever an approved timesheet is amended, from 1."""
    approvedDate: NotRequired[str]
    """When it was approved; absent before that."""
    approvalRequestedBy: NotRequired[TimesheetApprovalRequestedBy]
    """Who asked for approval last; absent when nobody has."""
    approvedBy: NotRequired[EntityRef]
    """Who approved it; absent before that."""
    timesheetApprovers: list[EntityRef]
    """Who may approve, as the assignment is set up; not necessarily who did: see approvedBy."""
    netHours: float
    """Hours worked in the week, after breaks."""
    rates: NotRequired[TimesheetRates]
    """Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent."""
    values: NotRequired[TimesheetValues]
    """What the week comes to, in pounds."""
    pieceRateEntries: list[TimesheetPieceRateEntry]
    """Work paid by the piece; empty when there is none."""
    submissionAnswers: list[SubmissionAnswer]
    """Answers saved with the assignment that are set to show on timesheets; empty when there are none. Agency-scoped keys see the entries of their own agencies."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    timelogs: NotRequired[list[TimesheetTimelog]]
    """A log for each day; only with includeTimelogs=true."""


TimesheetTotalStatus: TypeAlias = Literal["pending", "pending_approval", "approved", "cancelled", "absent", None]


TimesheetTotalSupplierType: TypeAlias = Literal["agency", "umbrella", None]


class TimesheetTotal(TypedDict):
    company: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has company; null for records without one."""
    project: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has project; null for records without one."""
    site: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has site; null for records without one."""
    agency: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has agency; null for records without one."""
    worker: NotRequired[EntityRef | None]
    """What its records have in common, if groupBy has worker; null for records without one."""
    status: NotRequired[TimesheetTotalStatus]
    """What its records have in common, if groupBy has status; null for records without one. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work."""
    supplierType: NotRequired[TimesheetTotalSupplierType]
    """What its records have in common, if groupBy has supplierType; null for records without one. `agency`: supplies its own workers. `umbrella`: employs workers whom others place."""
    payType: NotRequired[str | None]
    """What its records have in common, if groupBy has payType; null for records without one."""
    weekEnding: NotRequired[str | None]
    """The weekEnding of its records, such as 2026-11 by month; null for records without one."""
    approvedDate: NotRequired[str | None]
    """The approvedDate of its records, such as 2026-11 by month; null for records without one."""
    createdAt: NotRequired[str | None]
    """The createdAt of its records, such as 2026-11 by month; null for records without one."""
    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class TradeTag(TypedDict):
    id: str | None
    """Finds the record that is named; null where only a name is known."""
    name: str
    """What that record is called now; it changes when that record is renamed."""
    description: NotRequired[str]
    """What that record says about itself; absent when it says nothing."""


class TradeRateRatesCis(TypedDict):
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateRatesPaye(TypedDict):
    """For workers on the payroll; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateRatesPsc(TypedDict):
    """For workers with a company of their own; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateRates(TypedDict):
    """Pounds an hour; an agency’s own have its markup in margin and charge."""

    cis: TradeRateRatesCis | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: TradeRateRatesPaye | None
    """For workers on the payroll; null when not agreed."""
    psc: TradeRateRatesPsc | None
    """For workers with a company of their own; null when not agreed."""


class TradeRateDayRatesCis(TypedDict):
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateDayRatesPaye(TypedDict):
    """For workers on the payroll; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateDayRatesPsc(TypedDict):
    """For workers with a company of their own; null when not agreed."""

    pay: float
    """What the worker gets."""
    emp: float
    """The employer’s costs on top of pay; 0 for CIS and PSC."""
    margin: float
    """What the supplier keeps."""
    charge: float
    """What the company is charged, before VAT: pay + emp + margin."""
    comparablePayRate: NotRequired[float]
    """What the company’s own staff get for the same work, in pounds."""


class TradeRateDayRates(TypedDict):
    """Pounds a day; an agency’s own have its markup in margin and charge."""

    cis: TradeRateDayRatesCis | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: TradeRateDayRatesPaye | None
    """For workers on the payroll; null when not agreed."""
    psc: TradeRateDayRatesPsc | None
    """For workers with a company of their own; null when not agreed."""


TradeRatePieceRateFrequency: TypeAlias = Literal["daily", "weekly"]


class TradeRatePieceRateValues(TypedDict):
    """Pounds for one unit."""

    cis: Money | None
    """For the self-employed in the Construction Industry Scheme; null when not agreed."""
    paye: Money | None
    """For workers on the payroll; null when not agreed."""
    psc: Money | None
    """For workers with a company of their own; null when not agreed."""


class TradeRatePieceRate(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    code: str
    """The short code of the kind of work."""
    name: str
    """The kind of work, such as Boarding."""
    unitLabel: str
    """What is counted, for one, such as square metre."""
    unitLabelPlural: str
    """What is counted, for several."""
    frequency: TradeRatePieceRateFrequency
    """How units are counted. `daily`: for each day. `weekly`: for the week as a whole."""
    values: TradeRatePieceRateValues
    """Pounds for one unit."""


class TradeRate(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    region: NotRequired[EntityRef]
    """The part of the country, which rates may depend on."""
    sector: NotRequired[EntityRef]
    """The kind of construction, such as Rail or Residential."""
    project: EntityRef | None
    """The only project it holds for; null for any."""
    agency: EntityRef | None
    """The only agency it holds for; null for any."""
    rates: TradeRateRates
    """Pounds an hour; an agency’s own have its markup in margin and charge."""
    dayRates: TradeRateDayRates
    """Pounds a day; an agency’s own have its markup in margin and charge."""
    pieceRates: list[TradeRatePieceRate]
    """What work is paid by the piece; empty when none is."""


class TradeCompetencyMatrix(TypedDict):
    sector: EntityRef | None
    """Where these apply; null for those of the whole company."""
    requirements: list[Requirement]
    """All of them have to be met."""


class Trade(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What the company calls the work, such as Traffic Marshal."""
    description: NotRequired[str]
    """What the company asks of it."""
    active: bool
    """Whether it can still be hired for."""
    company: EntityRef
    """Whose trade it is: each company has its own."""
    masterTrade: NotRequired[EntityRef]
    """The trade for all companies that it stands for."""
    tags: list[TradeTag]
    """The company’s labels on it."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""
    rates: NotRequired[list[TradeRate]]
    """What it is paid and charged at; only with includeRates=true."""
    competencyMatrix: NotRequired[list[TradeCompetencyMatrix]]
    """What workers must hold; only with includeCompetencyMatrix=true, and without what projects add."""


class TradeSummary(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    name: str
    """What the company calls the work, such as Traffic Marshal."""
    description: NotRequired[str]
    """What the company asks of it."""
    active: bool
    """Whether it can still be hired for."""
    company: EntityRef
    """Whose trade it is: each company has its own."""
    masterTrade: NotRequired[EntityRef]
    """The trade for all companies that it stands for."""
    tags: list[TradeTag]
    """The company’s labels on it."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


class WorkerAgency(TypedDict):
    id: str | None
    """Finds the record that is named; null where only a name is known."""
    name: str
    """What that record is called now; it changes when that record is renamed."""
    agencyId: NotRequired[str]
    """The agency’s own identifier for the worker."""
    active: bool
    """Whether the worker is still on its books."""


class WorkerCompanyId(TypedDict):
    company: str
    """Which company, by id."""
    id: str
    """What it calls the worker."""


WorkerAttachmentType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerAttachmentFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerAttachmentFile(TypedDict):
    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The scan itself. A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerAttachmentFileDocType]
    """Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time."""


class WorkerAttachmentSystemValidation(TypedDict):
    """What a program found when it looked at the scans."""

    status: str
    """What was found, such as passed."""
    checkedAt: NotRequired[str]
    """When it was looked at."""
    documentType: NotRequired[str]
    """What it was taken for."""
    reason: str | None
    """Why it did not pass; null when it did."""


class WorkerAttachmentVerificationOccupationQualification(TypedDict):
    qual: str
    """A qualification that stands on the card."""


class WorkerAttachmentVerification(TypedDict):
    """What the card scheme said about it; absent when it was not asked."""

    verified: bool
    """Whether the card scheme confirmed the card."""
    cardTypeName: NotRequired[str]
    """The kind of card, as the scheme calls it."""
    serial: NotRequired[str]
    """The serial number on the card."""
    customerName: NotRequired[str]
    """The holder as the scheme has it: initial and surname."""
    documentNumber: NotRequired[str]
    """The registration number that was asked about."""
    photoType: NotRequired[str]
    """Media type of the scheme’s photograph, which is not given here."""
    expiry: NotRequired[str]
    """The day the card expires, as YYYY-MM-DD."""
    occupationQualifications: list[WorkerAttachmentVerificationOccupationQualification]
    """What the holder is qualified for."""
    lastVerifiedAt: NotRequired[str]
    """When the scheme was last asked."""


class WorkerAttachmentValidationCompetency(TypedDict):
    """What it was to prove; null when nothing in particular."""

    id: str
    """Of the qualification."""
    name: str
    """What the qualification is called."""


class WorkerAttachmentValidationStatusHistory(TypedDict):
    status: str
    """What it became."""
    changedAt: str
    """When it became that."""
    changedBy: NotRequired[str]
    """Who changed it; absent for the system itself."""


class WorkerAttachmentValidation(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    company: EntityRef
    """For whom it was looked at."""
    competency: WorkerAttachmentValidationCompetency | None
    """What it was to prove; null when nothing in particular."""
    user: EntityRef
    """Who looked at it; the id is null for the system itself."""
    validationType: str
    """How it was looked at, such as manual or smartCheck."""
    status: str
    """What was decided, such as pending or approved."""
    resolvedAt: NotRequired[str]
    """When it was decided; absent before that."""
    documentType: NotRequired[str]
    """What the document was taken for."""
    documentRef: NotRequired[str]
    """The number of the document that was looked at."""
    statusHistory: list[WorkerAttachmentValidationStatusHistory]
    """Every status it has had, in order."""
    createdAt: str
    """When it was asked for."""
    updatedAt: str
    """When it last changed."""


class WorkerAttachment(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    type: WorkerAttachmentType
    """Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work."""
    documentType: str
    """The master qualification it is, by name."""
    documentNumber: NotRequired[str]
    """The number on it: of a card, a passport, a share code; absent when it has none."""
    expiration: NotRequired[str]
    """The day it expires; absent when it does not, or when that is not known."""
    indefinite: NotRequired[bool]
    """Whether it never expires."""
    createdAt: str
    """When it was added."""
    files: list[WorkerAttachmentFile]
    """Scans of it."""
    systemValidation: NotRequired[WorkerAttachmentSystemValidation]
    """What a program found when it looked at the scans."""
    verification: NotRequired[WorkerAttachmentVerification]
    """What the card scheme said about it; absent when it was not asked."""
    validations: NotRequired[list[WorkerAttachmentValidation]]
    """Who looked at it and decided what; only with includeDocumentValidations=true. Only for company-scoped keys."""


WorkerRightToWorkType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerRightToWorkFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerRightToWorkFile(TypedDict):
    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The scan itself. A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerRightToWorkFileDocType]
    """Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time."""


class WorkerRightToWorkSystemValidation(TypedDict):
    """What a program found when it looked at the scans."""

    status: str
    """What was found, such as passed."""
    checkedAt: NotRequired[str]
    """When it was looked at."""
    documentType: NotRequired[str]
    """What it was taken for."""
    reason: str | None
    """Why it did not pass; null when it did."""


WorkerRightToWorkRightToWorkCheckStatus: TypeAlias = Literal["passed", "refused", "expired", "notFound"]


WorkerRightToWorkRightToWorkCheckCheckType: TypeAlias = Literal["homeOfficeOnline", "digitalVerification", "manual", "employerCheckingService"]


WorkerRightToWorkRightToWorkCheckPermissionType: TypeAlias = Literal["unlimited", "timeLimited"]


class WorkerRightToWorkRightToWorkCheckEvidence(TypedDict):
    """What was kept of it."""

    fileName: str
    """What it is called."""
    url: str
    """The page that the check gave. A link for this key; one of ours works for five minutes."""


class WorkerRightToWorkRightToWorkCheck(TypedDict):
    """The result of a check, as kept: neither made anew nor a guarantee of today’s permission."""

    id: str
    """Tells it from the others in the list; it stays the same."""
    status: WorkerRightToWorkRightToWorkCheckStatus
    """What the check found when it was made; it is no guarantee for today. `passed`: may work, as far as permissionType and restrictions say. `refused`: may not work. `expired`: the permission has run out. `notFound`: nothing is known under that code."""
    checkType: WorkerRightToWorkRightToWorkCheckCheckType
    """How it was made. `homeOfficeOnline`: by share code at the Home Office. `digitalVerification`: by an identity service provider. `manual`: by looking at the document. `employerCheckingService`: by asking the Home Office about a pending case."""
    checkedAt: str
    """When it was made; it is not made again."""
    checkedBy: NotRequired[str]
    """Who made it."""
    reference: NotRequired[str]
    """What the checking office calls it."""
    shareCodeLast4: NotRequired[str]
    """The end of the share code; the rest is never shown."""
    permissionType: NotRequired[WorkerRightToWorkRightToWorkCheckPermissionType]
    """Whether the permission runs out. `unlimited`: it has no end. `timeLimited`: it ends on permissionExpiry."""
    immigrationStatus: NotRequired[str]
    """The status that it gave, such as Skilled Worker."""
    permissionStart: NotRequired[str]
    """From when on the worker may work."""
    permissionExpiry: NotRequired[str]
    """Until when; absent when unlimited."""
    restrictions: NotRequired[list[str]]
    """What work is not allowed, in words."""
    maxHoursPerWeek: NotRequired[float]
    """The most hours a week that are allowed; absent when not limited."""
    followUpDue: NotRequired[str]
    """By when it has to be checked again."""
    evidence: NotRequired[WorkerRightToWorkRightToWorkCheckEvidence]
    """What was kept of it."""


class WorkerRightToWorkValidationCompetency(TypedDict):
    """What it was to prove; null when nothing in particular."""

    id: str
    """Of the qualification."""
    name: str
    """What the qualification is called."""


class WorkerRightToWorkValidationStatusHistory(TypedDict):
    status: str
    """What it became."""
    changedAt: str
    """When it became that."""
    changedBy: NotRequired[str]
    """Who changed it; absent for the system itself."""


class WorkerRightToWorkValidation(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    company: EntityRef
    """For whom it was looked at."""
    competency: WorkerRightToWorkValidationCompetency | None
    """What it was to prove; null when nothing in particular."""
    user: EntityRef
    """Who looked at it; the id is null for the system itself."""
    validationType: str
    """How it was looked at, such as manual or smartCheck."""
    status: str
    """What was decided, such as pending or approved."""
    resolvedAt: NotRequired[str]
    """When it was decided; absent before that."""
    documentType: NotRequired[str]
    """What the document was taken for."""
    documentRef: NotRequired[str]
    """The number of the document that was looked at."""
    statusHistory: list[WorkerRightToWorkValidationStatusHistory]
    """Every status it has had, in order."""
    createdAt: str
    """When it was asked for."""
    updatedAt: str
    """When it last changed."""


class WorkerRightToWork(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    type: WorkerRightToWorkType
    """Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work."""
    documentType: str
    """The master qualification it is, by name."""
    documentNumber: NotRequired[str]
    """The number on it: of a card, a passport, a share code; absent when it has none."""
    expiration: NotRequired[str]
    """The day it expires; absent when it does not, or when that is not known."""
    indefinite: NotRequired[bool]
    """Whether it never expires."""
    createdAt: str
    """When it was added."""
    files: list[WorkerRightToWorkFile]
    """Scans of it."""
    systemValidation: NotRequired[WorkerRightToWorkSystemValidation]
    """What a program found when it looked at the scans."""
    rightToWorkCheck: NotRequired[WorkerRightToWorkRightToWorkCheck]
    """The result of a check, as kept: neither made anew nor a guarantee of today’s permission."""
    validations: NotRequired[list[WorkerRightToWorkValidation]]
    """Who looked at it and decided what; only with includeDocumentValidations=true. Only for company-scoped keys."""


class Worker(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, such as WK-000242."""
    firstName: str
    """Given name, or several."""
    lastName: str
    """Family name, or several."""
    name: str
    """Both together, as lists show and search it."""
    gender: NotRequired[str]
    """As in `GET /genders`."""
    nationality: NotRequired[str]
    """As in `GET /countries`."""
    dob: NotRequired[str]
    """Date of birth, at midnight UTC."""
    email: NotRequired[str]
    """Where to write to the worker."""
    phone: NotRequired[Phone]
    """Where to call the worker."""
    address: NotRequired[Address]
    """Where the worker lives."""
    agencies: list[WorkerAgency]
    """The agencies the worker is with; companies see those connected to them. Agency-scoped keys see the entries of their own agencies."""
    trades: list[EntityRef]
    """What the worker can do, out of `GET /master-trades`."""
    companyIds: NotRequired[list[WorkerCompanyId]]
    """What companies call the worker in their own systems. Only for company-scoped keys. Company-scoped keys see the entries of their own companies."""
    attachments: list[WorkerAttachment]
    """Cards, certificates and other documents; an agency’s own, such as a CV, are seen by it alone."""
    rightToWork: list[WorkerRightToWork]
    """Documents that prove the right to work."""
    createdAt: str
    """When the record was made."""
    updatedAt: str
    """When its own values last changed; a new name of a record it refers to does not count."""


WorkerCreated1AttachmentType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerCreated1AttachmentFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerCreated1AttachmentFile(TypedDict):
    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The scan itself. A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerCreated1AttachmentFileDocType]
    """Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time."""


class WorkerCreated1Attachment(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    type: WorkerCreated1AttachmentType
    """Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work."""
    documentType: str
    """The master qualification it is, by name."""
    documentNumber: NotRequired[str]
    """The number on it: of a card, a passport, a share code; absent when it has none."""
    expiration: NotRequired[str]
    """The day it expires; absent when it does not, or when that is not known."""
    indefinite: NotRequired[bool]
    """Whether it never expires."""
    createdAt: str
    """When it was added."""
    files: list[WorkerCreated1AttachmentFile]
    """Scans of it."""


WorkerCreated1RightToWorkType: TypeAlias = Literal["attachment", "rightToWork"]


WorkerCreated1RightToWorkFileDocType: TypeAlias = Literal["Front", "Back", "Term dates"]


class WorkerCreated1RightToWorkFile(TypedDict):
    fileName: str
    """What it was called when it was uploaded."""
    url: str
    """The scan itself. A link for this key; one of ours works for five minutes."""
    docType: NotRequired[WorkerCreated1RightToWorkFileDocType]
    """Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time."""


class WorkerCreated1RightToWork(TypedDict):
    id: str
    """Tells it from the others in the list; it stays the same."""
    type: WorkerCreated1RightToWorkType
    """Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work."""
    documentType: str
    """The master qualification it is, by name."""
    documentNumber: NotRequired[str]
    """The number on it: of a card, a passport, a share code; absent when it has none."""
    expiration: NotRequired[str]
    """The day it expires; absent when it does not, or when that is not known."""
    indefinite: NotRequired[bool]
    """Whether it never expires."""
    createdAt: str
    """When it was added."""
    files: list[WorkerCreated1RightToWorkFile]
    """Scans of it."""


class WorkerCreated1(TypedDict):
    id: str
    """Finds the record wherever an id is asked for; it never changes."""
    reference: str
    """The number people quote, such as WK-000242."""
    attachments: list[WorkerCreated1Attachment]
    """The documents as they were stored."""
    rightToWork: list[WorkerCreated1RightToWork]
    """The documents as they were stored."""
    createdAt: str
    """When the worker was created."""


class WorkerCreated2(TypedDict):
    """With dryRun=true: nothing was wrong, and nothing was stored"""

    dryRun: Literal[True]
    """Nothing was wrong, and nothing was stored."""


class ProblemDetails(TypedDict):
    """An error as problem details (RFC 9457), for whoever asks for them by `Accept: application/problem+json`."""

    type: str
    """Where this kind of error is described."""
    title: str
    """What kind of error it is."""
    status: int
    """The status of the answer."""
    detail: str
    """What was wrong and what would be right, for people."""
    code: str
    """What went wrong, for programs: one of the codes of `Problem`."""
    requestId: str
    """Names this request in the logs."""


class ListMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records that match, on all pages."""


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
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class ExpenseTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[ExpenseTotalMetaAll]
    """Of everything that matches, on all pages."""


class RecruitmentMetricMetaWithdrawalSummary(TypedDict):
    """With metric=rows: of everything that matches, not of this page alone."""

    submissions: int
    """How many workers were put forward."""
    withdrawn: int
    """How many of them have a dated withdrawal."""
    ratePercent: float
    """Percent of them, such as 12.5, to two decimals; 0 when there are none."""


class RecruitmentMetricMetaStageSummary(TypedDict):
    """With metric=stages: of everything that matches."""

    submissions: int
    """How many workers were put forward: here and left together."""
    here: int
    """How many are still on their way, or have arrived."""
    left: int
    """How many have left: withdrawn, turned down, or without their documents."""
    withdrawn: int
    """How many of those withdrew and have not come back."""
    withdrawnPercent: float
    """Of all submissions, to two decimals."""
    cameBack: int
    """How many withdrew once and came back."""
    medianDaysToWithdrawal: float | None
    """From being put forward to withdrawing, of those withdrawn; null when unknown."""


class RecruitmentMetricMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records that match, on all pages."""
    withdrawalSummary: NotRequired[RecruitmentMetricMetaWithdrawalSummary]
    """With metric=rows: of everything that matches, not of this page alone."""
    stageSummary: NotRequired[RecruitmentMetricMetaStageSummary]
    """With metric=stages: of everything that matches."""
    metric: NotRequired[str]
    """What was measured; not with rows."""
    groupBy: NotRequired[str]
    """What groups were made by; not with rows."""
    dateField: NotRequired[str]
    """The date that from and to apply to; not with rows."""
    outlierRule: NotRequired[str]
    """IQR_1_5; with timeToFill."""
    hoursField: NotRequired[str]
    """netHours; with workersOverHours."""
    counted: NotRequired[str]
    """With records: what they have in common, in words."""
    sum: NotRequired[float | None]
    """With records: what their values add up to; null where none has one."""


class TimesheetTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class TimesheetTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[TimesheetTotalMetaAll]
    """Of everything that matches, on all pages."""


class InvoiceTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class InvoiceTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[InvoiceTotalMetaAll]
    """Of everything that matches, on all pages."""


class AfpTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class AfpTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[AfpTotalMetaAll]
    """Of everything that matches, on all pages."""


class CreditNoteTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class CreditNoteTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[CreditNoteTotalMetaAll]
    """Of everything that matches, on all pages."""


BillingCheckMetaNotCheckedCode: TypeAlias = Literal[
    "notBilled",
    "billedTwice",
    "notApproved",
    "changedSinceBilled",
    "sumDiffers",
    "hoursDiffer",
    "rateDiffers",
    "outsideAssignment",
    "overlaps",
    "overOrder",
    "creditTooLarge",
    "taxDiffers",
    "afpDiffers",
    "flowsDiffer",
]


class BillingCheckMetaNotChecked(TypedDict):
    code: BillingCheckMetaNotCheckedCode
    """What this key is told nothing of."""
    scopes: list[str]
    """What it would need to be told."""


class BillingCheckMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records that match, on all pages."""
    checking: NotRequired[bool]
    """Whether something of these owners was written that was not looked at yet."""
    notChecked: NotRequired[list[BillingCheckMetaNotChecked]]
    """What the scopes of the key leave out; empty when nothing."""


class BillingCheckTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


BillingCheckTotalMetaNotCheckedCode: TypeAlias = Literal[
    "notBilled",
    "billedTwice",
    "notApproved",
    "changedSinceBilled",
    "sumDiffers",
    "hoursDiffer",
    "rateDiffers",
    "outsideAssignment",
    "overlaps",
    "overOrder",
    "creditTooLarge",
    "taxDiffers",
    "afpDiffers",
    "flowsDiffer",
]


class BillingCheckTotalMetaNotChecked(TypedDict):
    code: BillingCheckTotalMetaNotCheckedCode
    """What this key is told nothing of."""
    scopes: list[str]
    """What it would need to be told."""


class BillingCheckTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[BillingCheckTotalMetaAll]
    """Of everything that matches, on all pages."""
    checking: NotRequired[bool]
    """Whether something of these owners was written that was not looked at yet."""
    notChecked: NotRequired[list[BillingCheckTotalMetaNotChecked]]
    """What the scopes of the key leave out; empty when nothing."""


class AssignmentTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


class AssignmentTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[AssignmentTotalMetaAll]
    """Of everything that matches, on all pages."""


class ClearanceMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Records a page, as it was read: at most 200."""
    total: int
    """Records that match, on all pages."""
    checking: NotRequired[bool]
    """Whether something of these owners was written that was not worked out yet."""


class ClearanceTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """Always empty: these records have nothing to add up."""


class ClearanceTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[ClearanceTotalMetaAll]
    """Of everything that matches, on all pages."""
    checking: NotRequired[bool]
    """Whether something of these owners was written that was not worked out yet."""


class PurchaseOrderTotalMetaAll(TypedDict):
    """Of everything that matches, on all pages."""

    count: int
    """How many records."""
    sums: dict[str, float]
    """What they add up to, exactly: a number for each path that `sum` asked for."""


class PurchaseOrderTotalMeta(TypedDict):
    """Where in the list this page is."""

    page: int
    """Which page this is, from 1."""
    limit: int
    """Groups a page, as it was read: at most 200."""
    total: int
    """Groups, on all pages."""
    all: NotRequired[PurchaseOrderTotalMetaAll]
    """Of everything that matches, on all pages."""


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
    "groupKey",
    "rawCount",
    "excludedOutliers",
    "iqrBounds",
    "iqrBounds.lower",
    "iqrBounds.upper",
    "outliers",
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
    "stage",
    "label",
    "reached",
    "reachedPercent",
    "passed",
    "here",
    "left",
    "leftBy",
    "leftBy.withdrew",
    "leftBy.rejected",
    "leftBy.offerRejected",
    "leftBy.missingCompliance",
    "medianDays",
    "medianOf",
    "agencyId",
    "asked",
    "accepted",
    "acceptedPercent",
    "offered",
    "requisition",
    "requisition.id",
    "requisition.reference",
    "project.id",
    "project.name",
    "agency",
    "agency.id",
    "agency.name",
    "worker.id",
    "worker.name",
    "date",
    "value",
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


BillingCheckField: TypeAlias = Literal[
    "id",
    "code",
    "severity",
    "side",
    "sentence",
    "amount",
    "atStake",
    "expected",
    "found",
    "unit",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "project",
    "project.id",
    "project.name",
    "worker",
    "worker.id",
    "worker.name",
    "timesheets",
    "timesheets.id",
    "timesheets.reference",
    "assignments",
    "assignments.id",
    "assignments.reference",
    "invoices",
    "invoices.id",
    "invoices.reference",
    "afps",
    "afps.id",
    "afps.reference",
    "creditNotes",
    "creditNotes.id",
    "creditNotes.reference",
    "expenses",
    "expenses.id",
    "purchaseOrders",
    "purchaseOrders.id",
    "purchaseOrders.reference",
    "compared",
    "compared.type",
    "compared.id",
    "compared.path",
    "compared.value",
    "compared.differs",
    "weekEnding",
    "since",
    "resolvedAt",
    "mark",
    "mark.state",
    "mark.note",
    "mark.until",
    "mark.by",
    "mark.at",
]


BillingCheckTotalField: TypeAlias = Literal[
    "code",
    "severity",
    "side",
    "company",
    "company.id",
    "company.name",
    "agency",
    "agency.id",
    "agency.name",
    "project",
    "project.id",
    "project.name",
    "weekEnding",
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


ClearanceField: TypeAlias = Literal[
    "id",
    "side",
    "assignment",
    "assignment.id",
    "assignment.reference",
    "status",
    "worker",
    "worker.id",
    "worker.reference",
    "worker.name",
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
    "startDate",
    "endDate",
    "day",
    "state",
    "needs",
    "needs.source",
    "needs.what",
    "needs.names",
    "needs.status",
    "needs.documents",
    "needs.documents.id",
    "needs.documents.documentType",
    "needs.until",
    "needs.reason",
    "needs.why",
    "until",
    "ends",
    "ends.source",
    "ends.what",
    "ends.names",
]


ClearanceTotalField: TypeAlias = Literal[
    "state",
    "site",
    "site.id",
    "site.name",
    "trade",
    "trade.id",
    "trade.name",
    "agency",
    "agency.id",
    "agency.name",
    "need",
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


class GetMeParams(TypedDict, total=False):
    includeFreshness: bool | None
    """Adds when each list was last loaded."""


class ListSitesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """Only the active or only the inactive ones; omitted = all."""
    project: str | None
    """Only records of this project: one id."""
    query: str | None
    """Text to find in name, in any case."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[SiteField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCompanyParams(TypedDict, total=False):
    includeConfig: bool | None
    """Adds config: its settings, as its system of record has them."""


class ListCompanyTagsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    resourceType: Literal["user", "trade"] | None
    """By resourceType: what it is put on."""
    query: str | None
    """Text to find in name, in any case."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[CompanyTagField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCompanyUserPermissionsParams(TypedDict, total=False):
    status: Literal["active", "inactive"] | None
    """Only users of this status; omitted = all."""
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    fields: Sequence[CompanyUserPermissionField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCompanyUserAssignmentsParams(TypedDict, total=False):
    status: Literal["active", "inactive"] | None
    """Only users of this status; omitted = all."""
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    fields: Sequence[CompanyUserAssignmentField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCompanyCompetencyMatrixParams(TypedDict, total=False):
    projectId: str | None
    """The project whose requirements to work out; omitted = entries as they are stored."""


class ListProjectConnectedAgenciesParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Text to find in agency name and e-mail, the agency’s own and the connection’s, in any case."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["name", "createdAt", "updatedAt", "tier"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[ProjectConnectedAgencyField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListExpensesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "approved", "rejected"] | None
    """By status: whether the company has agreed to pay it."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Only records of these timesheets: ids, comma-separated. Those before the company’s cutoff, which no answer shows, find nothing."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
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
    """By category: what it is for."""
    query: str | None
    """Text to find in category, description, in any case."""
    dateField: Literal["date", "createdAt", "updatedAt", "approvalDate"] | None
    """The date that from and to apply to, default date."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "date", "value", "status", "category"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[ExpenseField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetExpenseTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "approved", "rejected"] | None
    """By status: whether the company has agreed to pay it."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Only records of these timesheets: ids, comma-separated. Those before the company’s cutoff, which no answer shows, find nothing."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
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
    """By category: what it is for."""
    query: str | None
    """Text to find in category, description, in any case."""
    dateField: Literal["date", "createdAt", "updatedAt", "approvalDate"] | None
    """The date that from and to apply to, default date."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as date:month; omitted = one row for all. Takes company, project, agency, worker, status, category; or by a date: date, approvalDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes value, hours."""
    sortBy: Literal["group", "count", "value", "hours"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[ExpenseTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListRequisitionsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["open", "raised", "approved", "filled", "cancelled", "rejected"] | None
    """By status: how far the request has come; open = approved, short of workers, and not switched off, which no answer shows."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    costCode: str | Sequence[str] | None
    """Only records of these cost codes: ids, comma-separated. No answer shows those of a requisition."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    query: str | None
    """Text to find in reference, in any case."""
    dateField: Literal["createdAt", "updatedAt", "approvedDate", "startDate", "endDate", "dateAccepted"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "approvedDate", "reqRef"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[RequisitionField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""
    includeStageTracking: bool | None
    """Adds stageTracking: how far each worker has come."""


class GetRequisitionParams(TypedDict, total=False):
    includeStageTracking: bool | None
    """Adds stageTracking: how far each worker has come."""


class ListRecruitmentMetricsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    metric: Literal["rows", "timeToFill", "workersOverHours", "stages", "supplierResponses"] | None
    """Submissions (default), days until filled, weeks over the threshold, how far submissions got, suppliers’ answers."""
    groupBy: str | Sequence[str] | None
    """What timeToFill and workersOverHours are grouped by, comma-separated; default all, which stands alone. Takes all, company, project, agency, month, week."""
    records: Literal[
        "rawCount",
        "count",
        "excludedOutliers",
        "workerWeeks",
        "workersOverThreshold",
        "submissions",
        "here",
        "left",
        "withdrawn",
        "cameBack",
        "reached",
        "passed",
        "withdrew",
        "rejected",
        "offerRejected",
        "missingCompliance",
        "medianOf",
        "asked",
        "accepted",
        "offered",
        "assigned",
    ] | None
    """Instead of the figures, a row for each submission, response or week of a worker that this number of theirs counts."""
    group: str | None
    """With records: of which row of the figures; its stage, agencyId, else supplier, or groupKey."""
    hoursThreshold: float | None
    """Net hours of a week beyond which workersOverHours counts a worker, default 48."""
    from_: str | date | None
    """First day to include, in UTC: of acceptance (timeToFill), week ending (workersOverHours), or else creation."""
    to: str | date | None
    """Last day to include, in UTC: of acceptance (timeToFill), week ending (workersOverHours), or else creation."""
    sortBy: Literal["createdAt", "reqRef"] | None
    """What rows are sorted by, default createdAt of the requisition."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, of rows alone, default desc."""
    fields: Sequence[RecruitmentMetricField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class CreateWorkerParams(TypedDict, total=False):
    agency: str | None
    """The agency to create the worker for; required when the key covers several."""
    dryRun: bool | None
    """Checks everything but whether the worker is known already, and stores nothing."""


class ListWorkersParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    query: str | None
    """Text to find in name, reference, email, in any case."""
    dateField: Literal["createdAt", "updatedAt", "documentExpiry"] | None
    """The date that from and to apply to, default createdAt. DocumentExpiry is the day on which any document in attachments or rightToWork expires."""
    documentsExpiring: int | None
    """Only those with a document that this key is shown and that expires from today (UTC) to so many days later."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "name", "reference"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[WorkerField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetWorkerParams(TypedDict, total=False):
    includeDocumentValidations: bool | None
    """Adds validations to attachments and rightToWork: who looked at it and decided what."""


class ListTimesheetsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "pending_approval", "approved", "cancelled", "absent"] | None
    """By status: how far the week has come."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    assignment: str | Sequence[str] | None
    """Only records of these assignments: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    query: str | None
    """Text to find in reference, worker.name, worker.reference, agency.name, in any case; a whole reference finds that alone. The reference of the worker is shown by GET /workers/{id}, and not here."""
    dateField: Literal["createdAt", "updatedAt", "start", "end", "weekEnding", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "start", "weekEnding", "approvedDate", "timesheetRef"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[TimesheetField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""
    includeTimelogs: bool | None
    """Adds timelogs: a log for each day."""


class GetTimesheetParams(TypedDict, total=False):
    includeTimelogs: bool | None
    """Adds timelogs: a log for each day."""
    includeVersionHistory: bool | None
    """Adds versionHistory: earlier versions."""


class GetTimesheetTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "pending_approval", "approved", "cancelled", "absent"] | None
    """By status: how far the week has come."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    assignment: str | Sequence[str] | None
    """Only records of these assignments: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    query: str | None
    """Text to find in reference, worker.name, worker.reference, agency.name, in any case; a whole reference finds that alone. The reference of the worker is shown by GET /workers/{id}, and not here."""
    dateField: Literal["createdAt", "updatedAt", "start", "end", "weekEnding", "approvedDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes company, project, site, agency, worker, status, supplierType, payType; or by a date: weekEnding, approvedDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes netHours, values.pay.total, values.charge.total, values.expense, values.pay.wdBasic, values.pay.wdOvertime, values.pay.wdNightwork, values.pay.weNightwork, values.pay.bankHoliday, values.pay.bankHolidayNight, values.pay.saturday, values.pay.sunday, values.pay.saturdayNightwork, values.pay.sundayNightwork, values.charge.wdBasic, values.charge.wdOvertime, values.charge.wdNightwork, values.charge.weNightwork, values.charge.bankHoliday, values.charge.bankHolidayNight, values.charge.saturday, values.charge.sunday, values.charge.saturdayNightwork, values.charge.sundayNightwork."""
    sortBy: Literal[
        "group",
        "count",
        "netHours",
        "values.pay.total",
        "values.charge.total",
        "values.expense",
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
    ] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[TimesheetTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListInvoicesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status: whether it has been settled."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType: which way the money goes at the MSP."""
    invoiceType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By invoiceType: who bills whom."""
    query: str | None
    """Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "due", "weekEnding", "confirmedDate", "invoiceRef"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[InvoiceField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetInvoiceTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status: whether it has been settled."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType: which way the money goes at the MSP."""
    invoiceType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By invoiceType: who bills whom."""
    query: str | None
    """Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes invoiceType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""
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
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[InvoiceTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListAfpsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status: whether it has been settled."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType: which way the money goes at the MSP."""
    afpType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By afpType: who bills whom."""
    query: str | None
    """Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "due", "weekEnding", "confirmedDate", "invoiceRef"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[AfpField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetAfpTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed"] | None
    """By status: whether it has been settled."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    mspInvoiceType: Literal["receivable", "payable"] | None
    """By mspInvoiceType: which way the money goes at the MSP."""
    afpType: Literal["supplierToClient", "supplierToMsp", "mspToClient"] | None
    """By afpType: who bills whom."""
    query: str | None
    """Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case."""
    dateField: Literal["createdAt", "confirmedDate", "due", "weekEnding"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes afpType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue."""
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
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[AfpTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCreditNotesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    invoice: str | Sequence[str] | None
    """Only records of these invoices: ids, comma-separated."""
    query: str | None
    """Text to find in reference, in any case."""
    dateField: Literal["createdAt", "updatedAt"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "value", "reference"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[CreditNoteField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetCreditNoteTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    invoice: str | Sequence[str] | None
    """Only records of these invoices: ids, comma-separated."""
    query: str | None
    """Text to find in reference, in any case."""
    dateField: Literal["createdAt", "updatedAt"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as createdAt:month; omitted = one row for all. Takes company, agency, status; or by a date: createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes value."""
    sortBy: Literal["group", "count", "value"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[CreditNoteTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListBillingChecksParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    code: Literal[
        "notBilled",
        "billedTwice",
        "notApproved",
        "changedSinceBilled",
        "sumDiffers",
        "hoursDiffer",
        "rateDiffers",
        "outsideAssignment",
        "overlaps",
        "overOrder",
        "creditTooLarge",
        "taxDiffers",
        "afpDiffers",
        "flowsDiffer",
    ] | None
    """By code: what is wrong."""
    severity: Literal["certain", "likely", "look"] | None
    """By severity: how sure that is."""
    side: Literal["client", "agency", "msp"] | None
    """By side: for whom it was worked out."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    invoice: str | Sequence[str] | None
    """Only records of these invoices: ids, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Only records of these timesheets: ids, comma-separated."""
    mark: Literal["open", "accepted", "disputed"] | None
    """What was decided about it: open where nobody has, or what was decided holds no longer."""
    leastAmount: float | None
    """Only what is at stake with so many pounds or more, whatever the sign."""
    graceDays: int | None
    """Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none."""
    from_: str | date | None
    """First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""
    to: str | date | None
    """Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""
    sortBy: Literal["amount", "weekEnding", "since"] | None
    """What to sort by, default amount; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[BillingCheckField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetBillingCheckTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    code: Literal[
        "notBilled",
        "billedTwice",
        "notApproved",
        "changedSinceBilled",
        "sumDiffers",
        "hoursDiffer",
        "rateDiffers",
        "outsideAssignment",
        "overlaps",
        "overOrder",
        "creditTooLarge",
        "taxDiffers",
        "afpDiffers",
        "flowsDiffer",
    ] | None
    """By code: what is wrong."""
    severity: Literal["certain", "likely", "look"] | None
    """By severity: how sure that is."""
    side: Literal["client", "agency", "msp"] | None
    """By side: for whom it was worked out."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    invoice: str | Sequence[str] | None
    """Only records of these invoices: ids, comma-separated."""
    timesheet: str | Sequence[str] | None
    """Only records of these timesheets: ids, comma-separated."""
    mark: Literal["open", "accepted", "disputed"] | None
    """What was decided about it: open where nobody has, or what was decided holds no longer."""
    leastAmount: float | None
    """Only what is at stake with so many pounds or more, whatever the sign."""
    graceDays: int | None
    """Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none."""
    from_: str | date | None
    """First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""
    to: str | date | None
    """Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes code, severity, side, company, agency, project; or by a date: weekEnding, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes amount, atStake."""
    sortBy: Literal["group", "count", "amount", "atStake"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[BillingCheckTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetBillingSummaryParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    severity: Literal["certain", "likely", "look"] | None
    """By severity: how sure that is."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    mark: Literal["open", "accepted", "disputed"] | None
    """What was decided about it: open where nobody has, or what was decided holds no longer."""
    graceDays: int | None
    """Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none."""
    from_: str | date | None
    """First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""
    to: str | date | None
    """Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone."""


class ListAssignmentsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed", "cancelled", "completed", "ended"] | None
    """By status: how far the placement has come."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    requisition: str | Sequence[str] | None
    """Only records of these requisitions: ids, comma-separated."""
    query: str | None
    """Text to find in reference, worker.name, worker.reference, agency.name, in any case."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate", "completedDate", "approvedDate"] | None
    """The date that from and to apply to, default createdAt. ApprovedDate is when the placement was approved, which no answer shows; confirmationDate where that is not recorded."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "startDate", "endDate", "assignmentRef"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[AssignmentField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetAssignmentTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["pending", "confirmed", "cancelled", "completed", "ended"] | None
    """By status: how far the placement has come."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    requisition: str | Sequence[str] | None
    """Only records of these requisitions: ids, comma-separated."""
    query: str | None
    """Text to find in reference, worker.name, worker.reference, agency.name, in any case."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate", "completedDate", "approvedDate"] | None
    """The date that from and to apply to, default createdAt. ApprovedDate is when the placement was approved, which no answer shows; confirmationDate where that is not recorded."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as startDate:month; omitted = one row for all. Takes company, project, site, trade, agency, worker, status, payType, rateType, supplierType; or by a date: startDate, endDate, completedDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sortBy: Literal["group", "count"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[AssignmentTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListClearancesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    on: str | date | None
    """The day asked about, default today in UTC; not with from and to."""
    from_: str | date | None
    """First of the days of which the worst is shown, with to; at most 366."""
    to: str | date | None
    """Last of the days of which the worst is shown, with from."""
    days: int | None
    """Whoever’s clearance ends within so many days is expiring, default 30."""
    state: Literal["cleared", "expiring", "unknown", "notCleared"] | Sequence[Literal["cleared", "expiring", "unknown", "notCleared"]] | None
    """On the day."""
    need: str | None
    """The name of something asked for, in any case: whoever lacks it, or is expiring as it ends."""
    expiringWithin: int | None
    """Who is cleared, and not any more in so many days after the day."""
    sortBy: Literal["until", "worker", "site"] | None
    """What to sort by, default until; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[ClearanceField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetClearanceTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    worker: str | Sequence[str] | None
    """Only records of these workers: ids, comma-separated."""
    on: str | date | None
    """The day asked about, default today in UTC; not with from and to."""
    from_: str | date | None
    """First of the days of which the worst is shown, with to; at most 366."""
    to: str | date | None
    """Last of the days of which the worst is shown, with from."""
    days: int | None
    """Whoever’s clearance ends within so many days is expiring, default 30."""
    state: Literal["cleared", "expiring", "unknown", "notCleared"] | Sequence[Literal["cleared", "expiring", "unknown", "notCleared"]] | None
    """On the day."""
    need: str | None
    """The name of something asked for, in any case: whoever lacks it, or is expiring as it ends."""
    expiringWithin: int | None
    """Who is cleared, and not any more in so many days after the day."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as site; omitted = one row for all. Takes state, site, trade, agency, need."""
    sortBy: Literal["group", "count"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[ClearanceTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetGateListParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    on: str | date | None
    """The day asked about, default today in UTC; not with from and to."""
    includeEverybody: bool | None
    """Whether those who may enter are listed, too, and nobody is left out."""
    as_: Literal["csv"] | None
    """Gives everybody as CSV for turnstiles, whose hash is in the header Repr-Digest."""


class ListTradesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """Only the active or only the inactive ones; omitted = all."""
    query: str | None
    """Text to find in name, in any case."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "name"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[TradeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetTradeParams(TypedDict, total=False):
    includeRates: bool | None
    """Adds rates: those of the trade that the key may see."""
    includeCompetencyMatrix: bool | None
    """Adds competencyMatrix: what workers must hold, by company and sector."""


class ListRatesParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    trade: str | Sequence[str] | None
    """Only records of these trades: ids, comma-separated."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    region: str | Sequence[str] | None
    """Only records of these regions: ids, comma-separated."""
    sector: str | Sequence[str] | None
    """Only records of these sectors: ids, comma-separated."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[RateField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListPurchaseOrdersParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    status: Literal["active", "inactive", "expired"] | None
    """By status: whether work can be booked to it, as stored."""
    query: str | None
    """Text to find in reference, in any case."""
    dateField: Literal["createdAt", "start", "end"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "value", "poRef", "start", "end"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[PurchaseOrderField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class GetPurchaseOrderTotalsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    project: str | Sequence[str] | None
    """Only records of these projects: ids, comma-separated."""
    site: str | Sequence[str] | None
    """Only records of these sites: ids, comma-separated."""
    agency: str | Sequence[str] | None
    """Only records of these agencies: ids, comma-separated."""
    status: Literal["active", "inactive", "expired"] | None
    """By status: whether work can be booked to it, as stored."""
    query: str | None
    """Text to find in reference, in any case."""
    dateField: Literal["createdAt", "start", "end"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    groupBy: str | Sequence[str] | None
    """What to group by, comma-separated, at most 4, such as startDate:month; omitted = one row for all. Takes company, site, agency, status; or by a date: startDate, endDate, createdAt, each with :day, :week, :month, :quarter, :year."""
    sum: str | Sequence[str] | None
    """What to add up, one path or several separated by commas. Takes value."""
    sortBy: Literal["group", "count", "value"] | None
    """What to sort groups by, default group, its name or date; a sum is then shown too."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc for group, desc for figures."""
    fields: Sequence[PurchaseOrderTotalField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListProjectsParams(TypedDict, total=False):
    company: str | Sequence[str] | None
    """Only what these companies are shown: ids, comma-separated; omitted = all that the key covers."""
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    status: Literal["active", "inactive"] | None
    """Only the active or only the inactive ones; omitted = all."""
    region: str | Sequence[str] | None
    """Only records of these regions: ids, comma-separated."""
    sector: str | Sequence[str] | None
    """Only records of these sectors: ids, comma-separated."""
    query: str | None
    """Text to find in name, reference, in any case."""
    dateField: Literal["createdAt", "updatedAt", "startDate", "endDate"] | None
    """The date that from and to apply to, default createdAt."""
    from_: str | date | None
    """First day to include, in UTC."""
    to: str | date | None
    """Last day to include, in UTC."""
    sortBy: Literal["createdAt", "updatedAt", "name", "reference", "startDate", "endDate"] | None
    """What to sort by, default createdAt; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default desc whatever sortBy is."""
    fields: Sequence[ProjectField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListMasterTradesParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Text to find in name, in any case."""
    sortBy: Literal["name"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[MasterTradeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListMasterQualificationsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    collection: Literal["attachment", "rightToWork"] | None
    """By collection: which list of a worker it goes into."""
    query: str | None
    """Text to find in name, in any case."""
    sortBy: Literal["name"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[MasterQualificationField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListAccessRuleMappingsParams(TypedDict, total=False):
    id: str | Sequence[str] | None
    """Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given."""
    query: str | None
    """Text to find in name, category, in any case."""
    sortBy: Literal["name", "category"] | None
    """What to sort by, default name; records without it come last."""
    sortOrder: Literal["asc", "desc"] | None
    """Ascending or descending, default asc whatever sortBy is."""
    fields: Sequence[AccessRuleMappingField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListCountriesParams(TypedDict, total=False):
    query: str | None
    """Text to find in name, in any case."""
    fields: Sequence[CountryField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListTelephoneCountryCodesParams(TypedDict, total=False):
    query: str | None
    """Text to find in name, in any case."""
    fields: Sequence[TelephoneCountryCodeField] | None
    """Comma-separated top-level fields or dot paths to return; omitted = the whole record."""


class ListGendersParams(TypedDict, total=False):
    query: str | None
    """Text to find in name, in any case."""
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
    """records adds each record as its list shows it now; total adds meta.total, how many are to come, up to 100,000."""


class SyncRequisitionsParams(TypedDict, total=False):
    includeStageTracking: bool | None
    """Adds stageTracking: how far each worker has come."""


class SyncTimesheetsParams(TypedDict, total=False):
    includeTimelogs: bool | None
    """Adds timelogs: a log for each day."""

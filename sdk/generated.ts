// Generated from the declarations by npm run contract. Do not edit.

import type { Upload } from './documents.ts'
import type { FieldOf, Narrow } from './narrow.ts'
import type { Page, PageMeta, Pages } from './pages.ts'

export type ProblemCode =
  | 'BAD_REQUEST'
  | 'INVALID_JSON'
  | 'VALIDATION_ERROR'
  | 'INVALID_DOCUMENT'
  | 'UNSUPPORTED_FILE_TYPE'
  | 'FILE_TOO_LARGE'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'EXPIRED_API_KEY'
  | 'REVOKED_API_KEY'
  | 'KEY_OWNER_DELETED'
  | 'INSUFFICIENT_SCOPE'
  | 'IP_NOT_ALLOWED'
  | 'COMPANY_ACCESS_DENIED'
  | 'AGENCY_ACCESS_DENIED'
  | 'COMPANY_KEY_REQUIRED'
  | 'AGENCY_KEY_REQUIRED'
  | 'FEATURE_NOT_ENABLED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'WORKER_MATCH_REQUIRES_REVIEW'
  | 'WORKER_CONFLICT'
  | 'IDEMPOTENCY_CONFLICT'
  | 'RESYNC_REQUIRED'
  | 'BILLING_CHECK_CHANGED'
  | 'WORKER_ERASED'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'STORAGE_ERROR'
  | 'SERVICE_UNAVAILABLE'

export type Format = 'ndjson' | 'csv' | 'xlsx'

export type AccessRuleMapping = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The action in words, such as Raise requisitions. */
  name: string
  /** What the action belongs to, such as Requisitions. */
  category: string
}

/** A postal address; parts that are not known are absent. */
export type Address = {
  /** House and street. */
  lineOne?: string
  /** Flat, floor or building. */
  lineTwo?: string
  /** Town or city. */
  city?: string
  /** County, or a larger part of the country. */
  region?: string
  /** As in `GET /countries`. */
  country?: string
  /** Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285. */
  code?: string
  /** Degrees north of the equator; negative is south. */
  latitude?: number
  /** Degrees east of Greenwich; negative is west. */
  longitude?: number
}

export type Afp = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-INV00081. */
  reference: string
  /** Whether it has been settled. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid. */
  status: 'pending' | 'confirmed'
  /** Whom the work was done for; the client, also where an MSP is billed. */
  company: EntityRef
  /** Who supplied the workers, whoever bills. */
  agency: EntityRef
  /** The managed service provider that runs the supply; absent when there is none. */
  msp?: EntityRef
  /** Projects that its timesheets are for. */
  projects: EntityRef[]
  /** Who bills whom. Agencies never see mspToClient, and the client never supplierToMsp. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company. */
  afpType: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Which way the money goes at the MSP; null or absent where there is none. `receivable`: owed to the MSP. `payable`: owed by the MSP. */
  mspInvoiceType?: 'receivable' | 'payable' | null
  /** Why it was made by hand; absent for those made from timesheets. */
  reason?: string
  /** What was written on one made by hand. */
  comments?: string
  /** Whether VAT was asked for, before other rules decide about it. */
  vatToBeApplied?: boolean
  /** The Sunday that the week it bills ends on. */
  weekEnding?: string
  /** The day by which to pay. */
  due?: string
  /** When it was marked confirmed or paid; absent before that. */
  confirmedDate?: string
  /** Who marked it. */
  confirmedBy?: EntityRef
  /** How it was paid; absent before that. */
  payment?: {
    /** What the payer calls the payment. */
    reference?: string
    /** The day the money was sent. */
    paymentDate?: string
    /** Proof of the payment; absent when none was uploaded. */
    file?: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The remittance advice. A link for this key; one of ours works for five minutes. */
      url: string
      /** When it was uploaded. */
      created?: string
    }
  }
  /** What it comes to, in pounds unless said. */
  values: {
    /** Hours of its timesheets, breaks included. */
    grossHours: number
    /** Hours of its timesheets after breaks. */
    netHours: number
    /** Hours, piece rates and expenses, before VAT, CIS and margin adjustments. */
    subtotal: number
    /** VAT on the subtotal; 0 under the domestic reverse charge. */
    vat: number
    /** subtotal + vat. */
    total: number
    /** What is held back for the Construction Industry Scheme; positive, and never on VAT. */
    cis: number
    /** Percent that is held back: 20, 30 or 0. */
    cisRate: number
    /** Percent, such as 20. */
    vatRate: number
    /** total less cis, with margin adjustments, before credit notes. */
    finalTotal: number
    /** How much of the subtotal is expenses. */
    expenses: number
    /** Credit notes applied so far; positive. */
    creditNotes: number
    /** What is left to pay: finalTotal less creditNotes. */
    netValue: number
  }
  /** What can be downloaded. */
  files: {
    /** The document as a PDF; null when not made. */
    afp: string | null
    /** The timesheets as they were billed; null when not made. */
    timesheetSnapshot: string | null
  }
  /** The weeks that it bills. */
  timesheets: ReferenceRef[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type AfpTotal = {
  /** What its records have in common, if groupBy has afpType; null for records without one. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company. */
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient' | null
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has msp; null for records without one. */
  msp?: EntityRef | null
  /** What its records have in common, if groupBy has status; null for records without one. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid. */
  status?: 'pending' | 'confirmed' | null
  /** What its records have in common, if groupBy has mspInvoiceType; null for records without one. `receivable`: owed to the MSP. `payable`: owed by the MSP. */
  mspInvoiceType?: 'receivable' | 'payable' | null
  /** The weekEnding of its records, such as 2026-11 by month; null for records without one. */
  weekEnding?: string | null
  /** The due of its records, such as 2026-11 by month; null for records without one. */
  due?: string | null
  /** The confirmedDate of its records, such as 2026-11 by month; null for records without one. */
  confirmedDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type Assignment = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-AS00085. */
  reference: string
  /** How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date. */
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** What rates are for. `hourly`: for an hour. `daily`: for a day. */
  payType: 'hourly' | 'daily'
  /** How the worker is paid and taxed. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own. */
  rateType: 'cis' | 'paye' | 'psc'
  /** What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType: 'agency' | 'umbrella'
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** The part of the country, which rates may depend on. */
  region?: EntityRef
  /** The kind of construction, such as Rail or Residential. */
  sector?: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** What is hired for, out of the company’s own trades. */
  trade?: EntityRef
  /** One of the company’s own labels. */
  tag?: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** Name of the umbrella company that employs the worker, as recorded then. */
  umbrella?: string
  /** Who was placed. */
  worker: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  }
  /** The request that it fills; absent when it fills none. Shown where the key could fetch the record it names. */
  requisition?: {
    /** Finds the record that is named. */
    id: string
    /** The number that people quote for that record. */
    reference: string
    /** The short id of that record, which paths take too. */
    nanoid: string
  }
  costCode?: CostCode
  /** The first day planned. */
  startDate?: string
  /** The last day planned. */
  endDate?: string
  /** From when on timesheets are made. */
  timesheetStartDate?: string
  /** When it was completed; absent before that. */
  completedDate?: string
  /** When it was confirmed; absent before that. */
  confirmationDate?: string
  /** Reference of the purchase order that covers it. */
  purchaseOrder?: string
  /** Pounds for an hour or a day, by payType, in basic time. */
  rates?: {
    /** What the worker gets. */
    pay: number
    /** What the company is charged, before VAT. */
    charge: number
  }
  /** What it comes to, in pounds: pay and charge, and whatever else the source gives. */
  values?: Record<string, unknown>
  /** Percent on top of rates, such as 50; absent where enhancedUplifts apply. */
  rateUplifts?: {
    /** Bank holidays. */
    bh?: number
    /** Bank holiday nights. */
    bhNw?: number
    /** Weekday overtime. */
    wdOt?: number
    /** Saturdays. */
    sat?: number
    /** Sundays. */
    sun?: number
    /** Weekday nights. */
    wdNw?: number
    /** Weekend nights. */
    weNw?: number
  }
  /** Uplifts by blocks of hours; absent where rateUplifts apply. */
  enhancedUplifts?: {
    /** Whether these apply, and not the plain percentages. */
    enabled: boolean
    /** How they are applied, as the company has set it. */
    mode?: string
    /** How many hours a week have to be worked first. */
    weekly?: {
      /** Hours in a week after which uplifts begin. */
      threshold?: number
      /** Whether that threshold is enforced. */
      enforce?: boolean
      /** Whether hours are reduced by that threshold. */
      reduce?: boolean
      /** The same threshold for night shifts, in hours. */
      nightThreshold?: number
      /** Whether it is enforced for night shifts. */
      nightEnforce?: boolean
      /** The same threshold for back shifts, in hours. */
      backshiftThreshold?: number
      /** Whether it is enforced for back shifts. */
      backshiftEnforce?: boolean
      /** Hours for single blocks, by the block’s index. */
      blockThresholds?: Record<string, number>
      /** Hours for single blocks at night, by the block’s index. */
      nightBlockThresholds?: Record<string, number>
      /** Hours for single blocks of back shifts, by the block’s index. */
      backshiftBlockThresholds?: Record<string, number>
    }
    /** The blocks of a week, with what each comes to. */
    breakdown: {
      /** The day, at midnight UTC. */
      date: string
      /** The day by name, such as Friday. */
      dayOfWeek: string
      /** Day, night or back shift. */
      shiftType?: string
      /** Hour of the day that the block begins at. */
      blockStartHour: number
      /** Hour of the day that it ends at. */
      blockEndHour: number
      /** How long the block is. */
      blockHours: number
      /** Percent on top, such as 50; included in the rates beside it. */
      upliftPercentage: number
      /** Pounds an hour that the company is charged. */
      chargeRate: number
      /** Pounds that the company is charged for the block. */
      chargeValue: number
      /** Pounds an hour that the worker gets. */
      payRate: number
      /** Pounds that the worker gets for the block. */
      payValue: number
    }[]
  }
  /** The usual hours of each day of the week. */
  shiftPattern?: {
    /** Monday. */
    m?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Tuesday. */
    t?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Wednesday. */
    w?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Thursday. */
    th?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Friday. */
    f?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Saturday. */
    s?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Sunday. */
    su?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
  }
  /** Why and when it was called off. */
  cancellation?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Why and when it was taken up again. */
  reinstatement?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Why and when it was stopped early. */
  ended?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Where it was copied from; absent for an original. Shown where the key could fetch the record it names. */
  clone?: {
    /** When it was copied. */
    date: string
    /** What it is a copy of. Shown where the key could fetch the record it names. */
    original: ReferenceRef
  }
  /** The assignment before or after it, where one worker took over from another. Shown where the key could fetch the record it names. */
  replacement?: {
    /** The assignment that took over from this one. Shown where the key could fetch the record it names. */
    replacedBy?: ReferenceRef
    /** The assignment that this one took over from. Shown where the key could fetch the record it names. */
    replacementFor?: ReferenceRef
    /** The request that both are for. Shown where the key could fetch the record it names. */
    requisition?: {
      /** Finds the record that is named. */
      id: string
      /** The number that people quote for that record. */
      reference: string
      /** The short id of that record, which paths take too. */
      nanoid: string
    }
    /** Why another worker took over. */
    reason?: string
    /** How long the other worker is to stay. `temporary`: for a while. `permanent`: for good. */
    type?: 'temporary' | 'permanent'
  }
  /** Who placed the worker; absent when the history does not tell. */
  assignedBy?: EntityRef
  /** What happened to it, in order. */
  activities: {
    /** When it happened. */
    created: string
    /** What happened, as a word for programs. */
    activityType: string
    /** The name of whoever did it. */
    user?: string
    /** Their id. */
    userId?: string
    /** Another assignment that it involved. Shown where the key could fetch the record it names. */
    entity?: {
      /** Finds the record that is named. */
      id: string
      /** What that record is called now; it changes when that record is renamed. */
      name: string
    }
    /** Why, where one was chosen. */
    reason?: string
    /** What was written about it. */
    comments?: string
    /** What happened, for people. */
    message?: string
  }[]
  /** What the worker must hold here, on top of what the competency matrix asks; absent when that is all. */
  competencyRequirements?: Requirement[]
  /** Documents that the company asks for. */
  customDocuments: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** What is asked for, such as Site induction. */
    name: string
    /** What it has to show. */
    description?: string
    /** Whether the assignment needs it. */
    required: boolean
    /** Who may upload it. */
    uploadPermissions: {
      /** Whether the hiring company may. */
      company: boolean
      /** Whether the agency may. */
      supplier: boolean
    }
    /** What was uploaded; null before that. */
    attachment: string | null
    /** Id of whoever uploaded it; null before that. */
    uploadedBy: string | null
    /** When that was; absent before it. */
    uploadedAt?: string
    /** When it stops being valid; null when it does not. */
    expiry: string | null
    /** true when its requirement is no longer active; absent otherwise. */
    inactive?: boolean
  }[]
  /** What was filled in on the company’s form; absent when nothing was. */
  customFields?: CustomField[]
  /** Further lines that the company shows with it. */
  metaFields: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** What stands before the value. */
    title: string
    /** Where the value comes from. `freeText`: written for this assignment. `dynamicField`: filled in from other data. */
    type: 'freeText' | 'dynamicField'
    /** What is shown: any JSON. */
    value: unknown
    /** Where it is shown. `ui`: on screens. `pdf`: on printed confirmations. */
    display: ('ui' | 'pdf')[]
  }[]
  /** Answers as saved with the assignment that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  /** Whether the worker is paid for lodgings. */
  lodgeApplicable?: boolean
  /** Where the worker lodges, and what is paid for it; absent when not recorded. */
  lodge?: {
    /** Pounds a day; absent where the amount of the project or company applies. */
    dailyAmountOverride?: number
    /** Where the worker stays during the work. */
    address?: Address
    /** From the lodgings to the site, in miles. */
    distanceMiles?: number
    /** How long it takes from the lodgings to the site, in minutes one way. */
    travel?: {
      /** On foot. */
      walkMinutes?: number
      /** By bus, door to door. */
      busMinutes?: number
      /** Driving. */
      carMinutes?: number
      /** By train, door to door. */
      trainMinutes?: number
      /** When these were worked out. */
      calculatedAt?: string
    }
  }
  /** Whether the worker is under supervision, direction or control. */
  sdc?: {
    /** What was found, as a word for programs. */
    status?: string
    /** The statement itself. A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** The status determination under IR35. */
  sds?: {
    /** What was found, as a word for programs. */
    status?: string
    /** The statement itself. A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** The key information document that the worker was given. A link for this key; one of ours works for five minutes. */
  kid?: string
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** What the worker does there; only on the single record. */
  workActivity?: string
  /** What was agreed for this assignment alone; only on the single record, when configured. */
  rateOverrides?: {
    /** In place of the agency’s usual markup. */
    markup?: {
      /** Whether it applies. */
      active: boolean
      /** What applies in place of the usual one. */
      value: number
    }
    /** In place of the usual employer’s costs. */
    employerCosts?: {
      /** Whether it applies. */
      active: boolean
      /** What applies in place of the usual one. */
      value: number
    }
  }
  /** Miles from the worker’s home to the site; only on the single record. */
  workerDistanceToSite?: number
  /** Miles from the lodgings to the site; only on the single record, when known. */
  workerLodgeDistanceToSite?: number
  /** Full weeks since it was confirmed, else since its start, until today or its end; single record only. */
  weeksElapsed?: number
}

export type AssignmentSummary = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-AS00085. */
  reference: string
  /** How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date. */
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** What rates are for. `hourly`: for an hour. `daily`: for a day. */
  payType: 'hourly' | 'daily'
  /** How the worker is paid and taxed. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own. */
  rateType: 'cis' | 'paye' | 'psc'
  /** What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType: 'agency' | 'umbrella'
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** The part of the country, which rates may depend on. */
  region?: EntityRef
  /** The kind of construction, such as Rail or Residential. */
  sector?: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** What is hired for, out of the company’s own trades. */
  trade?: EntityRef
  /** One of the company’s own labels. */
  tag?: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** Name of the umbrella company that employs the worker, as recorded then. */
  umbrella?: string
  /** Who was placed. */
  worker: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  }
  /** The request that it fills; absent when it fills none. Shown where the key could fetch the record it names. */
  requisition?: {
    /** Finds the record that is named. */
    id: string
    /** The number that people quote for that record. */
    reference: string
    /** The short id of that record, which paths take too. */
    nanoid: string
  }
  costCode?: CostCode
  /** The first day planned. */
  startDate?: string
  /** The last day planned. */
  endDate?: string
  /** From when on timesheets are made. */
  timesheetStartDate?: string
  /** When it was completed; absent before that. */
  completedDate?: string
  /** When it was confirmed; absent before that. */
  confirmationDate?: string
  /** Reference of the purchase order that covers it. */
  purchaseOrder?: string
  /** Pounds for an hour or a day, by payType, in basic time. */
  rates?: {
    /** What the worker gets. */
    pay: number
    /** What the company is charged, before VAT. */
    charge: number
  }
  /** What it comes to, in pounds: pay and charge, and whatever else the source gives. */
  values?: Record<string, unknown>
  /** Percent on top of rates, such as 50; absent where enhancedUplifts apply. */
  rateUplifts?: {
    /** Bank holidays. */
    bh?: number
    /** Bank holiday nights. */
    bhNw?: number
    /** Weekday overtime. */
    wdOt?: number
    /** Saturdays. */
    sat?: number
    /** Sundays. */
    sun?: number
    /** Weekday nights. */
    wdNw?: number
    /** Weekend nights. */
    weNw?: number
  }
  /** Uplifts by blocks of hours; absent where rateUplifts apply. */
  enhancedUplifts?: {
    /** Whether these apply, and not the plain percentages. */
    enabled: boolean
    /** How they are applied, as the company has set it. */
    mode?: string
    /** How many hours a week have to be worked first. */
    weekly?: {
      /** Hours in a week after which uplifts begin. */
      threshold?: number
      /** Whether that threshold is enforced. */
      enforce?: boolean
      /** Whether hours are reduced by that threshold. */
      reduce?: boolean
      /** The same threshold for night shifts, in hours. */
      nightThreshold?: number
      /** Whether it is enforced for night shifts. */
      nightEnforce?: boolean
      /** The same threshold for back shifts, in hours. */
      backshiftThreshold?: number
      /** Whether it is enforced for back shifts. */
      backshiftEnforce?: boolean
      /** Hours for single blocks, by the block’s index. */
      blockThresholds?: Record<string, number>
      /** Hours for single blocks at night, by the block’s index. */
      nightBlockThresholds?: Record<string, number>
      /** Hours for single blocks of back shifts, by the block’s index. */
      backshiftBlockThresholds?: Record<string, number>
    }
    /** The blocks of a week, with what each comes to. */
    breakdown: {
      /** The day, at midnight UTC. */
      date: string
      /** The day by name, such as Friday. */
      dayOfWeek: string
      /** Day, night or back shift. */
      shiftType?: string
      /** Hour of the day that the block begins at. */
      blockStartHour: number
      /** Hour of the day that it ends at. */
      blockEndHour: number
      /** How long the block is. */
      blockHours: number
      /** Percent on top, such as 50; included in the rates beside it. */
      upliftPercentage: number
      /** Pounds an hour that the company is charged. */
      chargeRate: number
      /** Pounds that the company is charged for the block. */
      chargeValue: number
      /** Pounds an hour that the worker gets. */
      payRate: number
      /** Pounds that the worker gets for the block. */
      payValue: number
    }[]
  }
  /** The usual hours of each day of the week. */
  shiftPattern?: {
    /** Monday. */
    m?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Tuesday. */
    t?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Wednesday. */
    w?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Thursday. */
    th?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Friday. */
    f?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Saturday. */
    s?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
    /** Sunday. */
    su?: {
      /** Hour of the day that work begins, such as 7.5 for half past seven. */
      start: number
      /** Hour of the day that work ends; at night it may be less than start. */
      end: number
      /** Whether the day is worked at all. */
      active: boolean
      /** Minutes that are not worked in between. */
      break: number
      /** Whether it is a night shift. */
      night: boolean
    }
  }
  /** Why and when it was called off. */
  cancellation?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Why and when it was taken up again. */
  reinstatement?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Why and when it was stopped early. */
  ended?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When it takes effect. */
    date?: string
    /** What else was written about it. */
    comments?: string
    /** Who did it. */
    user?: EntityRef
  }
  /** Where it was copied from; absent for an original. Shown where the key could fetch the record it names. */
  clone?: {
    /** When it was copied. */
    date: string
    /** What it is a copy of. Shown where the key could fetch the record it names. */
    original: ReferenceRef
  }
  /** The assignment before or after it, where one worker took over from another. Shown where the key could fetch the record it names. */
  replacement?: {
    /** The assignment that took over from this one. Shown where the key could fetch the record it names. */
    replacedBy?: ReferenceRef
    /** The assignment that this one took over from. Shown where the key could fetch the record it names. */
    replacementFor?: ReferenceRef
    /** The request that both are for. Shown where the key could fetch the record it names. */
    requisition?: {
      /** Finds the record that is named. */
      id: string
      /** The number that people quote for that record. */
      reference: string
      /** The short id of that record, which paths take too. */
      nanoid: string
    }
    /** Why another worker took over. */
    reason?: string
    /** How long the other worker is to stay. `temporary`: for a while. `permanent`: for good. */
    type?: 'temporary' | 'permanent'
  }
  /** Who placed the worker; absent when the history does not tell. */
  assignedBy?: EntityRef
  /** What happened to it, in order. */
  activities: {
    /** When it happened. */
    created: string
    /** What happened, as a word for programs. */
    activityType: string
    /** The name of whoever did it. */
    user?: string
    /** Their id. */
    userId?: string
    /** Another assignment that it involved. Shown where the key could fetch the record it names. */
    entity?: {
      /** Finds the record that is named. */
      id: string
      /** What that record is called now; it changes when that record is renamed. */
      name: string
    }
    /** Why, where one was chosen. */
    reason?: string
    /** What was written about it. */
    comments?: string
    /** What happened, for people. */
    message?: string
  }[]
  /** What the worker must hold here, on top of what the competency matrix asks; absent when that is all. */
  competencyRequirements?: Requirement[]
  /** Documents that the company asks for. */
  customDocuments: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** What is asked for, such as Site induction. */
    name: string
    /** What it has to show. */
    description?: string
    /** Whether the assignment needs it. */
    required: boolean
    /** Who may upload it. */
    uploadPermissions: {
      /** Whether the hiring company may. */
      company: boolean
      /** Whether the agency may. */
      supplier: boolean
    }
    /** What was uploaded; null before that. */
    attachment: string | null
    /** Id of whoever uploaded it; null before that. */
    uploadedBy: string | null
    /** When that was; absent before it. */
    uploadedAt?: string
    /** When it stops being valid; null when it does not. */
    expiry: string | null
    /** true when its requirement is no longer active; absent otherwise. */
    inactive?: boolean
  }[]
  /** What was filled in on the company’s form; absent when nothing was. */
  customFields?: CustomField[]
  /** Further lines that the company shows with it. */
  metaFields: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** What stands before the value. */
    title: string
    /** Where the value comes from. `freeText`: written for this assignment. `dynamicField`: filled in from other data. */
    type: 'freeText' | 'dynamicField'
    /** What is shown: any JSON. */
    value: unknown
    /** Where it is shown. `ui`: on screens. `pdf`: on printed confirmations. */
    display: ('ui' | 'pdf')[]
  }[]
  /** Answers as saved with the assignment that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  /** Whether the worker is paid for lodgings. */
  lodgeApplicable?: boolean
  /** Where the worker lodges, and what is paid for it; absent when not recorded. */
  lodge?: {
    /** Pounds a day; absent where the amount of the project or company applies. */
    dailyAmountOverride?: number
    /** Where the worker stays during the work. */
    address?: Address
    /** From the lodgings to the site, in miles. */
    distanceMiles?: number
    /** How long it takes from the lodgings to the site, in minutes one way. */
    travel?: {
      /** On foot. */
      walkMinutes?: number
      /** By bus, door to door. */
      busMinutes?: number
      /** Driving. */
      carMinutes?: number
      /** By train, door to door. */
      trainMinutes?: number
      /** When these were worked out. */
      calculatedAt?: string
    }
  }
  /** Whether the worker is under supervision, direction or control. */
  sdc?: {
    /** What was found, as a word for programs. */
    status?: string
    /** The statement itself. A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** The status determination under IR35. */
  sds?: {
    /** What was found, as a word for programs. */
    status?: string
    /** The statement itself. A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** The key information document that the worker was given. A link for this key; one of ours works for five minutes. */
  kid?: string
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type AssignmentTotal = {
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has project; null for records without one. */
  project?: EntityRef | null
  /** What its records have in common, if groupBy has site; null for records without one. */
  site?: EntityRef | null
  /** What its records have in common, if groupBy has trade; null for records without one. */
  trade?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has worker; null for records without one. */
  worker?: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  } | null
  /** What its records have in common, if groupBy has status; null for records without one. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date. */
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended' | null
  /** What its records have in common, if groupBy has payType; null for records without one. `hourly`: for an hour. `daily`: for a day. */
  payType?: 'hourly' | 'daily' | null
  /** What its records have in common, if groupBy has rateType; null for records without one. `cis`: self-employed, in the Construction Industry Scheme. `paye`: employed, taxed by the payroll. `psc`: through a company of their own. */
  rateType?: 'cis' | 'paye' | 'psc' | null
  /** What its records have in common, if groupBy has supplierType; null for records without one. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType?: 'agency' | 'umbrella' | null
  /** The startDate of its records, such as 2026-11 by month; null for records without one. */
  startDate?: string | null
  /** The endDate of its records, such as 2026-11 by month; null for records without one. */
  endDate?: string | null
  /** The completedDate of its records, such as 2026-11 by month; null for records without one. */
  completedDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** Always empty: these records have nothing to add up. */
  sums: Record<string, number>
}

export type BillingCheck = {
  /** Stays the same for as long as the same thing is wrong with the same records. */
  id: string
  /** What is wrong. `notBilled`: an approved timesheet is on no invoice. `billedTwice`: a timesheet is on two invoices of one flow, and neither is credited in full. `notApproved`: a timesheet is on an invoice and is not approved, or no longer. `changedSinceBilled`: a timesheet was amended after it was billed. `sumDiffers`: an invoice does not bill what its timesheets, piece rates and expenses come to. `hoursDiffer`: an invoice does not have the hours of its timesheets. `rateDiffers`: a timesheet has other rates than its assignment, or other piece rates than were agreed. `outsideAssignment`: a timesheet has days outside its assignment, or another site or project. `overlaps`: two timesheets of one worker have the same time. `overOrder`: work goes beyond the value of its purchase order, or is not covered by it. `creditTooLarge`: more was credited than an invoice comes to. `taxDiffers`: VAT or CIS is not what the rates on the invoice make it. `afpDiffers`: an invoice is not what its applications for payment applied for. `flowsDiffer`: the MSP bills other hours than it is billed. */
  code: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
  /** How sure that is. `certain`: the records contradict each other. `likely`: it is hardly right. `look`: there may be a reason that the records do not tell. */
  severity: 'certain' | 'likely' | 'look'
  /** For whom it was worked out: from nothing but what that side could fetch. `client`: the company that the work was done for. `agency`: the agency that supplied the workers. `msp`: the company that manages the supply. */
  side: 'client' | 'agency' | 'msp'
  /** What is wrong in one sentence, with the numbers and without names of people. */
  sentence: string
  /** Pounds at stake: above 0 for billed too much, below 0 for too little, 0 for hours or dates alone. */
  amount: number
  /** The same whatever its sign: what amount sorts by, and leastAmount looks at. */
  atStake: number
  /** What should stand there, by the other records, in the unit given. */
  expected: number
  /** What stands there, in the unit given. */
  found: number
  /** What expected and found are counted in. */
  unit: 'pounds' | 'hours' | 'days'
  /** Whom the work was done for; the client, also on the side of an MSP. */
  company: EntityRef
  /** Who supplied the workers; absent where its records have several. */
  agency?: EntityRef
  /** What the work was for; absent where its records have several or none. */
  project?: EntityRef
  /** Whose work it is about; absent where its records are of several people. */
  worker?: EntityRef
  /** Weeks of work that it is about. */
  timesheets: ReferenceRef[]
  /** Placements that it is about. */
  assignments: ReferenceRef[]
  /** Bills that it is about. */
  invoices: ReferenceRef[]
  /** Applications for payment that it is about. */
  afps: ReferenceRef[]
  /** Credits that it is about. */
  creditNotes: ReferenceRef[]
  /** Expense claims that it is about. */
  expenses: {
    /** Finds the record that is named. */
    id: string
  }[]
  /** Orders that it is about. */
  purchaseOrders: ReferenceRef[]
  /** The values that were held against each other. */
  compared: {
    /** The type of the record, such as timesheet. */
    type: string
    /** Finds that record. */
    id: string
    /** Where in the record the value stands, such as values.subtotal. */
    path: string
    /** What stands there: a number, or a text. */
    value: unknown
    /** Whether it is one of those that do not fit. */
    differs: boolean
  }[]
  /** The Sunday that the week it belongs to ends on. */
  weekEnding: string
  /** When it was first found. */
  since: string
  /** When its records stopped saying so; absent while they do. */
  resolvedAt?: string
  /** What somebody decided about it; absent when nobody has. */
  mark?: {
    /** What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side. */
    state: 'accepted' | 'disputed'
    /** Why, in the words of whoever marked it; absent when nothing was written. */
    note?: string
    /** The last day that it counts; then the finding is open again. Absent: no end. */
    until?: string
    /** The name of the key or the operator. */
    by: string
    /** When it was marked. */
    at: string
  }
}

export type BillingCheckMarked = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** What was decided about it; absent when it is open. */
  mark?: {
    /** What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side. */
    state: 'accepted' | 'disputed'
    /** Why, in the words of whoever marked it; absent when nothing was written. */
    note?: string
    /** The last day that it counts; then the finding is open again. Absent: no end. */
    until?: string
    /** The name of the key or the operator. */
    by: string
    /** When it was marked. */
    at: string
  }
}

export type BillingCheckTotal = {
  /** What its records have in common, if groupBy has code; null for records without one. `notBilled`: an approved timesheet is on no invoice. `billedTwice`: a timesheet is on two invoices of one flow, and neither is credited in full. `notApproved`: a timesheet is on an invoice and is not approved, or no longer. `changedSinceBilled`: a timesheet was amended after it was billed. `sumDiffers`: an invoice does not bill what its timesheets, piece rates and expenses come to. `hoursDiffer`: an invoice does not have the hours of its timesheets. `rateDiffers`: a timesheet has other rates than its assignment, or other piece rates than were agreed. `outsideAssignment`: a timesheet has days outside its assignment, or another site or project. `overlaps`: two timesheets of one worker have the same time. `overOrder`: work goes beyond the value of its purchase order, or is not covered by it. `creditTooLarge`: more was credited than an invoice comes to. `taxDiffers`: VAT or CIS is not what the rates on the invoice make it. `afpDiffers`: an invoice is not what its applications for payment applied for. `flowsDiffer`: the MSP bills other hours than it is billed. */
  code?: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer' | null
  /** What its records have in common, if groupBy has severity; null for records without one. `certain`: the records contradict each other. `likely`: it is hardly right. `look`: there may be a reason that the records do not tell. */
  severity?: 'certain' | 'likely' | 'look' | null
  /** What its records have in common, if groupBy has side; null for records without one. `client`: the company that the work was done for. `agency`: the agency that supplied the workers. `msp`: the company that manages the supply. */
  side?: 'client' | 'agency' | 'msp' | null
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has project; null for records without one. */
  project?: EntityRef | null
  /** The weekEnding of its records, such as 2026-11 by month; null for records without one. */
  weekEnding?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type BillingSummary = {
  /** How many findings. */
  count: number
  /** Pounds at stake in them, whatever the sign. */
  atStake: number
  /** Every code that there is, the one with most at stake first. */
  codes: {
    /** What is wrong. */
    code: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
    /** How many findings. */
    count: number
    /** Pounds at stake in them, whatever the sign. */
    atStake: number
  }[]
  /** The 5 with most at stake. */
  agencies: {
    /** Whose bills; null for those of several. */
    agency: EntityRef | null
    /** How many findings. */
    count: number
    /** Pounds at stake in them, whatever the sign. */
    atStake: number
  }[]
  /** The 5 findings with most at stake. */
  largest: {
    /** Stays the same for as long as the same thing is wrong with the same records. */
    id: string
    /** What is wrong in one sentence, with the numbers and without names of people. */
    sentence: string
    /** The name of the agency. */
    agency?: string
  }[]
  /** Whether something was written that was not looked at yet. */
  checking: boolean
  /** Codes that this key is told nothing of, for want of scopes. */
  notChecked: string[]
}

export type Change = {
  /** What kind of record it is. */
  type: 'site' | 'company' | 'tag' | 'expense' | 'requisition' | 'worker' | 'timesheet' | 'invoice' | 'afp' | 'creditNote' | 'assignment' | 'trade' | 'rate' | 'purchaseOrder' | 'project'
  /** Of the record. */
  id: string
  /** What became of it: write it to a copy, or take it out. `upserted`: made or changed, for this key. `deleted`: gone for everybody. `out_of_scope`: still there, but not this key’s to see any more. */
  change: 'upserted' | 'deleted' | 'out_of_scope'
  /** When it was written. */
  at: string
  /** With include=records, at its last mention on the page: as its list shows it now, unless it is gone. */
  record?: Site | Company | CompanyTag | Expense | Requisition | Worker | TimesheetSummary | Invoice | Afp | CreditNote | AssignmentSummary | TradeSummary | Rate | PurchaseOrder | Project
}

export type Clearance = {
  /** Tells it from other rows. */
  id: string
  /** For whom it was worked out: from nothing but what that side could fetch. `company`: the company that the work is done for. `agency`: the agency that supplies the worker. */
  side: 'company' | 'agency'
  /** The placement that it is about. */
  assignment: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
  }
  /** How far the placement has come. `pending`: not confirmed yet. `confirmed`: agreed, whether or not it has begun. `cancelled`: called off. `completed`: its end date has passed. `ended`: over before its end date. */
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** Who was placed. */
  worker: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  }
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** What is hired for, out of the company’s own trades. */
  trade?: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** The first day on which the assignment runs. */
  startDate: string
  /** The last day on which it runs; absent where no end is known. */
  endDate?: string
  /** The day that all of this is about, as stored the first of its stretch. */
  day: string
  /** How the worker stands on that day; never expiring as stored. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held. */
  state: 'cleared' | 'expiring' | 'unknown' | 'notCleared'
  /** Everything that is asked for. */
  needs: {
    /** Who asks for it. `rightToWork`: the law: the right to work. `company`: the company’s competency matrix, everywhere. `sector`: the company’s competency matrix, in all of a sector. `project`: the company’s competency matrix, on this project alone. `assignment`: this assignment alone. `customDocument`: the company’s list of documents for this assignment. `smartCheck`: the company, which has cards checked with their schemes. */
    source: 'rightToWork' | 'company' | 'sector' | 'project' | 'assignment' | 'customDocument' | 'smartCheck'
    /** What is asked for, such as CPCS or NPORS with ALLMI. */
    what: string
    /** The qualifications in it by name, each once. */
    names: string[]
    /** Whether it is held on the day. `held`: there is a document that is good on the day. `unknown`: what would decide it is not seen or not known. `notHeld`: there is none that is good on the day. */
    status: 'held' | 'unknown' | 'notHeld'
    /** Those by which it is held; otherwise the one that reason is about, if it is about one. */
    documents: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** The master qualification it is, or the custom document, by name. */
      documentType: string
    }[]
    /** The first day on which it is held no longer; where it has expired, the first on which it was not. */
    until?: string
    /** Why it is not held; absent where it is. `notValidated`: its card scheme has not confirmed it. `tooManyHours`: the assignment plans more hours a week than the permission allows. `notBegun`: the permission begins later. `expired`: it has expired. `refused`: it was looked at and refused. `none`: there is no such document. `matrixNotKnown`: it is not known what the competency matrix asks for. `ruleNotKnown`: the rule of the requirement is none that is known. `workerNotSeen`: the worker and all documents are not seen. `documentsNotSeen`: such documents are seen by the agency alone. `notChecked`: no check of the permission is saved. `decisionNotKnown`: what was decided about it is in a word that is not known. `endNotKnown`: it does not say when it expires. `hoursNotKnown`: the permission is for some hours a week, and the assignment does not say how many it plans. `termTime`: the hours planned are allowed out of term alone, and when that is stands in the file of term dates. */
    reason?: 'notValidated' | 'tooManyHours' | 'notBegun' | 'expired' | 'refused' | 'none' | 'matrixNotKnown' | 'ruleNotKnown' | 'workerNotSeen' | 'documentsNotSeen' | 'notChecked' | 'decisionNotKnown' | 'endNotKnown' | 'hoursNotKnown' | 'termTime'
    /** The same in one sentence; absent where it is held. */
    why?: string
  }[]
  /** The first day on which the state is another; absent if it stays. */
  until?: string
  /** What is worse on that day than on the day before it. */
  ends: {
    /** Who asks for it. `rightToWork`: the law: the right to work. `company`: the company’s competency matrix, everywhere. `sector`: the company’s competency matrix, in all of a sector. `project`: the company’s competency matrix, on this project alone. `assignment`: this assignment alone. `customDocument`: the company’s list of documents for this assignment. `smartCheck`: the company, which has cards checked with their schemes. */
    source: 'rightToWork' | 'company' | 'sector' | 'project' | 'assignment' | 'customDocument' | 'smartCheck'
    /** What is asked for, such as CPCS or NPORS with ALLMI. */
    what: string
    /** The qualifications in it by name, each once. */
    names: string[]
  }[]
}

export type ClearanceTotal = {
  /** What its records have in common, if groupBy has state; null for records without one. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held. */
  state?: 'cleared' | 'expiring' | 'unknown' | 'notCleared' | null
  /** What its records have in common, if groupBy has site; null for records without one. */
  site?: EntityRef | null
  /** What its records have in common, if groupBy has trade; null for records without one. */
  trade?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has need; null for records without one. */
  need?: string
  /** How many records. */
  count: number
  /** Always empty: these records have nothing to add up. */
  sums: Record<string, number>
}

export type Company = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** What it trades as. */
  name: string
  /** Begins the references of its records, such as BRK in BRK-TS001411. */
  prefix: string
  /** Whether it still hires here. */
  active: boolean
  /** Its number in the register of companies. */
  companyNumber?: string
  /** What it does, in words. */
  industry?: string
  /** Where to write to it. */
  email?: string
  /** Where to call it. */
  phone?: Phone
  /** Where it has its office. */
  address?: Address
  /** How it is paid and pays. */
  finance?: {
    /** Its VAT registration number. */
    vat?: string
    /** Whose bank account it is. */
    accountName?: string
    /** Where the account is held. */
    bankName?: string
    /** The account at that bank, as text: zeros in front count. */
    accountNumber?: string
    /** The branch of that bank, with or without hyphens. */
    sortCode?: string
    /** When it pays, unless a connection says otherwise. */
    paymentTerms?: PaymentTerms
  }
  /** How many projects it has. */
  projectCount: number
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** Its settings, as its system of record has them; only with includeConfig=true. */
  config?: Record<string, unknown>
}

export type CompanyCompetencyMatrix = {
  /** Who asks. */
  company: EntityRef
  /** The one that was asked about; absent without projectId. */
  project?: EntityRef
  /** One for each trade and level; with projectId one for each trade, put together. */
  entries: {
    /** Whom it is asked of. */
    trade: EntityRef
    /** The project that asks for it itself; null where its sector or company does. */
    project: EntityRef | null
    /** The sector it holds in; null for every one. */
    sector: EntityRef | null
    /** Which level the entry comes from. `project`: asked for on this project alone. `sector`: asked for in all of a sector. `company`: asked for everywhere. */
    source: 'project' | 'sector' | 'company'
    /** All of them have to be met. */
    requirements: Requirement[]
  }[]
}

export type CompanyTag = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as BRK-TAG1. */
  reference?: string
  /** The label itself, such as Safety critical. */
  name: string
  /** What the company means by it; absent when not set. */
  description?: string
  /** Id of the company whose label it is. */
  company: string
  /** Whether one has to be chosen. */
  mandatory: boolean
  /** What it is put on. `user`: people of the company. `trade`: what the company hires for. */
  resourceType: 'user' | 'trade'
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type CompanyUserAssignment = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** First and last name. */
  name: string
  /** Where to write to the user. */
  email?: string
  /** What the base role is called. */
  role?: string
  /** The role in this company, if it made its own; null otherwise. */
  customRole: {
    /** Of the company’s own role. */
    id: string
    /** What the company calls it. */
    name: string
  } | null
  /** What the user does, in words. */
  jobTitle?: string
  /** Whether the user still works there; both are listed. `Active`: unless marked otherwise. `Inactive`: marked as having left. */
  status: 'Active' | 'Inactive'
  /** The company’s projects that the user is on; empty when on none. */
  projects: {
    /** Finds the record wherever an id is asked for; it never changes. */
    id: string
    /** What the company calls the project. */
    name: string
  }[]
}

export type CompanyUserPermission = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** First and last name. */
  name: string
  /** Where to write to the user. */
  email?: string
  /** What the base role is called. */
  role?: string
  /** The role in this company, if it made its own; null otherwise. */
  customRole: {
    /** Of the company’s own role. */
    id: string
    /** What the company calls it. */
    name: string
  } | null
  /** What the user does, in words. */
  jobTitle?: string
  /** Whether the user still works there; both are listed. `Active`: unless marked otherwise. `Inactive`: marked as having left. */
  status: 'Active' | 'Inactive'
  /** The company’s projects that the user is on, with what they may do there; empty when on none. */
  projects: {
    /** Finds the record wherever an id is asked for; it never changes. */
    id: string
    /** What the company calls the project. */
    name: string
    /** Actions that a rule or a role decides about; one that is not listed is not thereby refused. */
    permissions: {
      /** Of the action, as in `GET /access-rule-mappings`. */
      id: string
      /** The action in words, such as Raise requisitions. */
      name: string
      /** What the action belongs to, such as Requisitions. */
      category: string
      /** Whether rules and roles allow it; limits on values and single records are not looked at. */
      permitted: boolean
    }[]
  }[]
}

/** What the cost is booked to, as it was called when recorded. */
export type CostCode = {
  /** The code with its title, such as 02-210 Groundworks. */
  name: string
  /** What is booked under it; absent when not given. */
  description?: string
}

export type Country = {
  /** ISO 3166 code of two letters. */
  code: string
  /** What nationality and address.country take, exactly. */
  name: string
}

export type CreditNote = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-CN00017. */
  reference: string
  /** Whose bill is reduced. */
  company: EntityRef
  /** Who gives the credit. */
  agency: EntityRef
  /** What it is taken off; absent before it is applied. Shown where the key could fetch the record it names. */
  invoice?: ReferenceRef
  /** Pounds taken off; positive. */
  value: number
  /** Why it was given. */
  reason?: string
  /** How far it has come, such as draft or applied. */
  status: string
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type CreditNoteTotal = {
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has status; null for records without one. */
  status?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

/** A field that the company added to its forms. */
export type CustomField = {
  /** Which of the company’s fields it fills; null for one that is not known any more. */
  fieldId: string | null
  /** The question on the form. */
  label: string
  /** How it is filled in, such as text or date. */
  fieldType: string
  /** What was filled in: any JSON, or null. */
  value: unknown
}

/** Another record by its id, with what it is called now. */
export type EntityRef = {
  /** Finds the record that is named; null where only a name is known. */
  id: string | null
  /** What that record is called now; it changes when that record is renamed. */
  name: string
}

export type Event = {
  /** The same however often it is delivered: drop ids that you have seen. */
  id: string
  /** What happened. */
  type: 'requisition_worker_submitted' | 'requisition_worker_stage_updated' | 'requisition_worker_rejected' | 'requisition_assigned' | 'requisition_filled' | 'requisition_cancelled' | 'assignment_trade_updated' | 'assignment_rates_updated' | 'assignment_shift_updated' | 'assignment_dates_updated' | 'assignment_cancelled' | 'assignment_reinstated' | 'assignment_ended' | 'timesheet_approval_requested' | 'purchase_order_amended' | 'worker_erased' | 'billing_check_found' | 'billing_check_resolved' | 'clearance_lost' | 'clearance_expiring'
  /** When it happened. */
  createdAt: string
  /** The record it is about, under its name, such as timesheet. */
  data: Record<string, {
    /** What to fetch the record with. */
    id: string
  }>
}

export type Expense = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** Who is paid for it. */
  worker: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  }
  /** The week that it is claimed with. Shown where the key could fetch the record it names. */
  timesheet?: ReferenceRef
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** Whether the company has agreed to pay it. `pending`: not decided yet. `approved`: the company has agreed to pay it. `rejected`: the company will not pay it. */
  status: 'pending' | 'approved' | 'rejected'
  /** What it is for. */
  category: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  /** What the worker wrote about it. */
  description?: string
  /** The day it arose on. */
  date: string
  /** Pounds claimed in all. */
  value: number
  /** For categories that are paid by the hour; absent when not recorded. */
  hours?: number
  /** What one hour, mile or piece is paid at. */
  rate?: {
    /** Pounds for one. */
    value: number
    /** For one of what, such as a mile. */
    description?: string
  }
  /** Lodging allowance under the Working Rule Agreement. */
  wra?: {
    /** Whether the agreement applies. */
    applicable: boolean
    /** Pounds a day. */
    dailyAmount?: number
    /** How many days are paid. */
    daysPaid?: number
  }
  costCode?: CostCode
  /** What was uploaded as proof; empty when nothing was. */
  receipts: {
    /** What it was called when it was uploaded. */
    fileName?: string
    /** The picture or document. A link for this key; one of ours works for five minutes. */
    url?: string
    /** When it was uploaded. */
    created?: string
  }[]
  /** Why there is no proof; absent where there is. */
  noReceiptReason?: string
  /** Who entered it. */
  createdBy?: EntityRef
  /** Who agreed to it; absent before that. */
  approvedBy?: EntityRef
  /** When it was agreed to; absent before that. */
  approvalDate?: string
  /** The invoice that it is on; absent before it is invoiced. Shown where the key could fetch the record it names. */
  invoice?: ReferenceRef
  /** The application for payment that it is on; absent before that. Shown where the key could fetch the record it names. */
  afp?: ReferenceRef
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type ExpenseTotal = {
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has project; null for records without one. */
  project?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has worker; null for records without one. */
  worker?: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** The number that people quote for that record. */
    reference: string
    /** What that record is called now; it changes when that record is renamed. */
    name: string
  } | null
  /** What its records have in common, if groupBy has status; null for records without one. `pending`: not decided yet. `approved`: the company has agreed to pay it. `rejected`: the company will not pay it. */
  status?: 'pending' | 'approved' | 'rejected' | null
  /** What its records have in common, if groupBy has category; null for records without one. */
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles' | null
  /** The date of its records, such as 2026-11 by month; null for records without one. */
  date?: string | null
  /** The approvalDate of its records, such as 2026-11 by month; null for records without one. */
  approvalDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type GateList = {
  /** The day that it is of, YYYY-MM-DD. */
  day: string
  /** How many assignments that run on that day stand how. */
  counts: {
    /** How many are: everything that is asked for is held. */
    cleared: number
    /** How many are: cleared, and not for long. */
    expiring: number
    /** How many are: nothing is known to be missing, but what would decide it is not seen or not known. */
    unknown: number
    /** How many are: something that is asked for is not held. */
    notCleared: number
  }
  /** Who may not enter, at most 50, or everybody: first those who start on that day and may not, then from worst to best. */
  people: {
    /** Reference of the assignment. */
    reference: string
    /** Who was placed. */
    worker: {
      /** Finds the record that is named; null where only a name is known. */
      id: string | null
      /** The number that people quote for that record. */
      reference: string
      /** What that record is called now; it changes when that record is renamed. */
      name: string
    }
    /** The name of the agency. */
    agency?: string
    /** The name of the site. */
    site?: string
    /** The name of the trade. */
    trade?: string
    /** How the worker stands on that day; never expiring as stored. `cleared`: everything that is asked for is held. `expiring`: cleared, and not for long. `unknown`: nothing is known to be missing, but what would decide it is not seen or not known. `notCleared`: something that is asked for is not held. */
    state: 'cleared' | 'expiring' | 'unknown' | 'notCleared'
    /** Whether they are cleared: who is expiring is, and who is unknown is not. */
    mayEnter: boolean
    /** Whether the assignment begins on that day. */
    starts: boolean
    /** The first day on which the state is another, YYYY-MM-DD. */
    until?: string
    /** What is not held; of who is expiring what ends. */
    needs: {
      /** What is asked for. */
      what: string
      /** Why it is not held, in a sentence; absent of what only ends soon. */
      why?: string
    }[]
  }[]
  /** How many of those who may not enter are left out. */
  more: number
  /** SHA-256 of the bytes of the same list as CSV, in hexadecimal digits. */
  sha256: string
  /** Whether something was written that was not worked out yet. */
  checking: boolean
}

export type Gender = {
  /** What gender takes, exactly. */
  name: string
}

export type Invoice = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-INV00081. */
  reference: string
  /** Whether it has been settled. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid. */
  status: 'pending' | 'confirmed'
  /** Whom the work was done for; the client, also where an MSP is billed. */
  company: EntityRef
  /** Who supplied the workers, whoever bills. */
  agency: EntityRef
  /** The managed service provider that runs the supply; absent when there is none. */
  msp?: EntityRef
  /** Projects that its timesheets are for. */
  projects: EntityRef[]
  /** Who bills whom. Agencies never see mspToClient, and the client never supplierToMsp. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company. */
  invoiceType: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Which way the money goes at the MSP; null or absent where there is none. `receivable`: owed to the MSP. `payable`: owed by the MSP. */
  mspInvoiceType?: 'receivable' | 'payable' | null
  /** Why it was made by hand; absent for those made from timesheets. */
  reason?: string
  /** What was written on one made by hand. */
  comments?: string
  /** Whether VAT was asked for, before other rules decide about it. */
  vatToBeApplied?: boolean
  /** The Sunday that the week it bills ends on. */
  weekEnding?: string
  /** The day by which to pay. */
  due?: string
  /** When it was marked confirmed or paid; absent before that. */
  confirmedDate?: string
  /** Who marked it. */
  confirmedBy?: EntityRef
  /** How it was paid; absent before that. */
  payment?: {
    /** What the payer calls the payment. */
    reference?: string
    /** The day the money was sent. */
    paymentDate?: string
    /** Proof of the payment; absent when none was uploaded. */
    file?: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The remittance advice. A link for this key; one of ours works for five minutes. */
      url: string
      /** When it was uploaded. */
      created?: string
    }
  }
  /** What it comes to, in pounds unless said. */
  values: {
    /** Hours of its timesheets, breaks included. */
    grossHours: number
    /** Hours of its timesheets after breaks. */
    netHours: number
    /** Hours, piece rates and expenses, before VAT, CIS and margin adjustments. */
    subtotal: number
    /** VAT on the subtotal; 0 under the domestic reverse charge. */
    vat: number
    /** subtotal + vat. */
    total: number
    /** What is held back for the Construction Industry Scheme; positive, and never on VAT. */
    cis: number
    /** Percent that is held back: 20, 30 or 0. */
    cisRate: number
    /** Percent, such as 20. */
    vatRate: number
    /** total less cis, with margin adjustments, before credit notes. */
    finalTotal: number
    /** How much of the subtotal is expenses. */
    expenses: number
    /** Credit notes applied so far; positive. */
    creditNotes: number
    /** What is left to pay: finalTotal less creditNotes. */
    netValue: number
  }
  /** What can be downloaded. */
  files: {
    /** The document as a PDF; null when not made. */
    invoice: string | null
    /** The timesheets as they were billed; null when not made. */
    timesheetSnapshot: string | null
  }
  /** The weeks that it bills. */
  timesheets: ReferenceRef[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type InvoiceTotal = {
  /** What its records have in common, if groupBy has invoiceType; null for records without one. `supplierToClient`: the agency bills the company. `supplierToMsp`: the agency bills the MSP. `mspToClient`: the MSP bills the company. */
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient' | null
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has msp; null for records without one. */
  msp?: EntityRef | null
  /** What its records have in common, if groupBy has status; null for records without one. `pending`: neither confirmed nor paid yet. `confirmed`: marked confirmed, or paid. */
  status?: 'pending' | 'confirmed' | null
  /** What its records have in common, if groupBy has mspInvoiceType; null for records without one. `receivable`: owed to the MSP. `payable`: owed by the MSP. */
  mspInvoiceType?: 'receivable' | 'payable' | null
  /** The weekEnding of its records, such as 2026-11 by month; null for records without one. */
  weekEnding?: string | null
  /** The due of its records, such as 2026-11 by month; null for records without one. */
  due?: string | null
  /** The confirmedDate of its records, such as 2026-11 by month; null for records without one. */
  confirmedDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type MarkBillingCheck = {
  /** What was decided about it. `accepted`: it is right as it is, or nobody will correct it. `disputed`: it was taken up with the other side. `open`: nothing was decided: a mark that it has is taken away. */
  state: 'accepted' | 'disputed' | 'open'
  /** Why; 2,000 characters at most, and not with open. */
  note?: string
  /** The last day that it counts, YYYY-MM-DD; absent: no end. Not with open. */
  until?: string
  /** What was at stake when you looked: if it is another now, nothing is marked. */
  amount?: number
}

export type MasterQualification = {
  /** What POST /workers takes as documentId. */
  id: string
  /** The document, as workers’ documentType repeats it. */
  name: string
  /** Which list of a worker it goes into: attachments or rightToWork. `attachment`: any other document. `rightToWork`: proves the right to work. */
  collection: 'attachment' | 'rightToWork'
  /** Whether it has a number to give. `required`: has to be given. `optional`: may be given. `none`: has none, and one is refused. */
  documentNumber: 'required' | 'optional' | 'none'
  /** Whether it has an expiry to give. `required`: has to be given. `optional`: may be given. `none`: never expires, and a date is refused. */
  expiry: 'required' | 'optional' | 'none'
  /** How many files it needs at least, such as 2 for both sides. */
  minimumFiles: number
  /** The card scheme that is asked about it; absent when none is. */
  smartCheck?: string
  /** Whether only the agency that uploads it sees it, as with a CV. */
  agencySpecific: boolean
  /** Whether it counts even when it has expired. */
  mayBePast?: boolean
  /** Whether a passed Home Office check has to be on file, as for a Visa. */
  homeOfficeCheck?: boolean
  /** When the entry was made. */
  createdAt?: string
  /** When the entry last changed. */
  updatedAt?: string
}

export type MasterTrade = {
  /** What POST /workers takes in trades. */
  id: string
  /** The trade, as all companies understand it. */
  name: string
  /** When the entry was made. */
  createdAt?: string
  /** When the entry last changed. */
  updatedAt?: string
}

export type Me = {
  /** What whoever made the key calls it. */
  name: string
  /** What the key is for; absent when not given. */
  description?: string
  /** What it may do, such as read:timesheets. */
  scopes: string[]
  /** Requests that it may make in any 60 seconds. */
  rateLimitPerMinute: number
  /** Requests that it may make from midnight to midnight UTC. */
  rateLimitPerDay: number
  /** Addresses and CIDR ranges it may be used from; absent for anywhere. */
  ipAllowlist?: string[]
  /** When it stops working; absent when it does not. */
  expiresAt?: string
  /** When it was last used, to within seconds; absent before that. */
  lastUsedAt?: string
  /** How much of the day’s limit is gone. */
  usage: {
    /** Requests counted since midnight UTC, this one among them. */
    requestsToday: number
    /** Requests left until the day ends. */
    remainingToday: number
    /** When the day ends: the next midnight UTC. */
    resetsAt: string
  }
  /** Whose data it sees; on company-scoped keys. */
  companies?: {
    /** Finds the record wherever an id is asked for; it never changes. */
    id: string
    /** What it trades as. */
    name: string
  }[]
  /** Whose data it sees; on agency-scoped keys. */
  agencies?: {
    /** Finds the record wherever an id is asked for; it never changes. */
    id: string
    /** What it trades as. */
    name: string
  }[]
  /** When the key was made. */
  createdAt: string
  /** How fresh each list is that the key may read; with includeFreshness. */
  freshness?: {
    /** The list, such as /timesheets. */
    list: string
    /** When records of it were last loaded for these owners; absent where that is not known. */
    loadedAt?: string
    /** The job or mapping that loaded them; absent where it has no name, or they are not these owners’ alone. */
    source?: string
  }[]
}

/** Pay, and what makes it up to the charge, in pounds. */
export type Money = {
  /** What the worker gets. */
  pay: number
  /** The employer’s costs on top of pay; 0 for CIS and PSC. */
  emp: number
  /** What the supplier keeps. */
  margin: number
  /** What the company is charged, before VAT: pay + emp + margin. */
  charge: number
}

/** Somebody as recorded at the time; later changes do not reach it. */
export type NameEmail = {
  /** What they were called when it was recorded. */
  name: string
  /** Their address when it was recorded; absent when none was. */
  email?: string
}

export type NewWorker = {
  /** As on the worker’s identity documents. */
  firstName: string
  /** As on the worker’s identity documents. */
  lastName: string
  /** Date of birth, YYYY-MM-DD; the worker is 16 to 100 years old. */
  dob: string
  /** The worker’s own e-mail address. */
  email: string
  /** With or without the leading 0 and spaces. */
  phone: string
  /** Exactly as in `GET /telephone-country-codes`, with its +. */
  countryCode: string
  /** Exactly as in `GET /genders`. */
  gender: 'Male' | 'Female' | 'Non-binary' | 'Prefer not to say'
  /** Exactly as in `GET /countries`. */
  nationality: string
  /** UK nationals: National Insurance number. Irish: that or a PPS number. Others: this or passportNo. Never returned. */
  nationalIns?: string
  /** Passport number or share code, of nationals other than UK and Irish who give no nationalIns. Never returned. */
  passportNo?: string
  /** Where the worker lives. */
  address: {
    /** House and street. */
    lineOne: string
    /** Flat, floor or building. */
    lineTwo?: string
    /** Town or city. */
    city: string
    /** County, or a larger part of the country. */
    region?: string
    /** Exactly as in `GET /countries`. */
    country: string
    /** Postcode or Eircode; checked for the United Kingdom and Ireland. */
    code: string
    /** Degrees north; negative is south. */
    latitude?: number
    /** Degrees east; negative is west. */
    longitude?: number
  }
  /** Ids from `GET /master-trades`, at least one. */
  trades: string[]
  /** The agency’s own identifier for the worker; each may be used once. */
  agencyId: string
  /** Only true is taken: the agency holds the worker’s written consent. */
  consent: true
  /** Documents that do not prove the right to work. */
  attachments?: {
    /** Its id in `GET /master-qualifications`, which says what else it needs. */
    documentId: string
    /** The number on it, for a Visa the share code; required, optional or refused, as the qualification says. */
    documentNumber?: string
    /** The day it expires, YYYY-MM-DD; required, optional or refused, as the qualification says. */
    expiration?: string
    /** Its scans; the qualification says how many at least. */
    files: {
      /** What to call it, with its ending. */
      fileName: string
      /** The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most. */
      content: string
      /** Which side it shows. `Front`: the side to read first. `Back`: the other side. */
      docType?: 'Front' | 'Back'
    }[]
  }[]
  /** Documents that prove the right to work. */
  rightToWork?: {
    /** Its id in `GET /master-qualifications`, which says what else it needs. */
    documentId: string
    /** The number on it, for a Visa the share code; required, optional or refused, as the qualification says. */
    documentNumber?: string
    /** The day it expires, YYYY-MM-DD; required, optional or refused, as the qualification says. */
    expiration?: string
    /** Its scans; the qualification says how many at least. */
    files: {
      /** What to call it, with its ending. */
      fileName: string
      /** The whole file as a base64 data URL, data:<mime>;base64,<data>; PDF, JPEG or PNG, 20 MB at most. */
      content: string
      /** Which side it shows. `Front`: the side to read first. `Back`: the other side. */
      docType?: 'Front' | 'Back'
    }[]
  }[]
}

/** When bills fall due. */
export type PaymentTerms = {
  /** How many days there are to pay. */
  days: number
  /** What the days are counted from, in words. */
  term: string
}

/** A telephone number in two parts. */
export type Phone = {
  /** The dialling code with its leading +, such as +44. */
  countryCode: string
  /** What follows the dialling code, without a leading 0. */
  number: string
}

export type Project = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-P102. */
  reference?: string
  /** What the company calls it. */
  name: string
  /** Whether it still hires. */
  active: boolean
  /** Whose project it is. */
  company: EntityRef
  /** The part of the country, which rates may depend on. */
  region?: EntityRef
  /** The kind of construction, such as Rail or Residential. */
  sector?: EntityRef
  /** Where it is built. */
  address?: Address
  /** The first day planned. */
  startDate?: string
  /** The last day planned. */
  endDate?: string
  /** How many sites it has. */
  sites: number
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type ProjectConnectedAgency = {
  /** Of the connection, not of the agency. */
  id: string
  /** Who supplies. */
  agency: EntityRef
  /** What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType: 'agency' | 'umbrella'
  /** What the connection is to; the project’s own goes before the company’s. `project`: agreed for this project. `company`: agreed for all the company’s projects, or several. */
  connectionLevel: 'project' | 'company'
  /** What is held back under the Construction Industry Scheme; null when nothing is. */
  cis: {
    /** What the rate is called, such as Standard. */
    name: string
    /** Percent that is held back, such as 20. */
    value: number
    /** The rate as people read it, such as 20%. */
    display?: string
  } | null
  /** Rank among the suppliers; 1 is the first. */
  tier?: number
  /** Whether it holds for some of the company’s projects only. */
  restricted?: boolean
  /** Whether it bills with invoices. */
  invoice?: boolean
  /** Whether VAT is under the domestic reverse charge: the company accounts for it. */
  drc?: boolean
  /** Whether it bills with applications for payment. */
  afp?: boolean
  /** Where to write to it about this work; null when its own address will do. */
  email: string | null
  /** When its bills fall due; null when the company’s terms apply. */
  paymentTerms: PaymentTerms | null
  /** Percentage points of pay added to its margin; may be negative. */
  markupAdjustment?: number
  /** For single trades; each replaces markupAdjustment there. */
  tradeMarkupAdjustments: {
    /** Which trade it is for. */
    trade: EntityRef
    /** Percentage points in place of markupAdjustment. */
    adjustment: number
  }[]
  /** What is paid on top for kinds of time, for all trades. */
  rateUplifts: {
    /** The kind of time it is paid for, in words. */
    description?: string
    /** The kind of time, such as sat or wdNw. */
    type?: string
    /** Percent on top of the rate, such as 50. */
    uplift?: number
    /** Where another percentage applies. */
    regions: {
      /** Finds the region among those of rates. */
      id: string
      /** As the region was called when agreed. */
      name?: string
      /** Percent that applies there instead. */
      uplift: number
    }[]
  }[]
  /** For single trades; each replaces rateUplifts there. */
  tradeUpliftOverrides: {
    /** Which trade it is for. */
    trade: EntityRef
    /** Which of the two it has. `standard`: rateUplifts apply. `enhanced`: enhancedUplifts apply. */
    mode: 'standard' | 'enhanced'
    /** Percentages by kind of time; with mode standard. */
    rateUplifts?: {
      /** The kind of time it is paid for, in words. */
      description?: string
      /** The kind of time, such as sat or wdNw. */
      type?: string
      /** Percent on top of the rate, such as 50. */
      uplift?: number
      /** Where another percentage applies. */
      regions: {
        /** Finds the region among those of rates. */
        id: string
        /** As the region was called when agreed. */
        name?: string
        /** Percent that applies there instead. */
        uplift: number
      }[]
    }[]
    /** Percentages by blocks of hours; with mode enhanced. */
    enhancedUplifts?: {
      /** Whether these apply, and not the plain percentages. */
      enabled: boolean
      /** How they are applied, as the company has set it. */
      mode?: string
      /** How many hours a week have to be worked first. */
      weekly?: {
        /** Hours in a week after which uplifts begin. */
        threshold?: number
        /** Whether that threshold is enforced. */
        enforce?: boolean
        /** Whether hours are reduced by that threshold. */
        reduce?: boolean
        /** The same threshold for night shifts, in hours. */
        nightThreshold?: number
        /** Whether it is enforced for night shifts. */
        nightEnforce?: boolean
        /** The same threshold for back shifts, in hours. */
        backshiftThreshold?: number
        /** Whether it is enforced for back shifts. */
        backshiftEnforce?: boolean
        /** Hours for single blocks, by the block’s index. */
        blockThresholds?: Record<string, number>
        /** Hours for single blocks at night, by the block’s index. */
        nightBlockThresholds?: Record<string, number>
        /** Hours for single blocks of back shifts, by the block’s index. */
        backshiftBlockThresholds?: Record<string, number>
      }
      /** The blocks of a week, with what each comes to. */
      breakdown: {
        /** The day, at midnight UTC. */
        date: string
        /** The day by name, such as Friday. */
        dayOfWeek: string
        /** Day, night or back shift. */
        shiftType?: string
        /** Hour of the day that the block begins at. */
        blockStartHour: number
        /** Hour of the day that it ends at. */
        blockEndHour: number
        /** How long the block is. */
        blockHours: number
        /** Percent on top, such as 50; included in the rates beside it. */
        upliftPercentage: number
        /** Pounds an hour that the company is charged. */
        chargeRate: number
        /** Pounds that the company is charged for the block. */
        chargeValue: number
        /** Pounds an hour that the worker gets. */
        payRate: number
        /** Pounds that the worker gets for the block. */
        payValue: number
      }[]
    }
  }[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type PurchaseOrder = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as BRK-PO01026. */
  reference: string
  /** Whether work can be booked to it, as stored: it does not change with the day. `active`: work can be booked to it. `inactive`: revoked; expired ones are not among these. `expired`: its end has passed. */
  status: 'active' | 'inactive' | 'expired'
  /** The first day it covers. */
  startDate?: string
  /** The last day it covers. */
  endDate?: string
  /** The most that may be spent under it, in pounds. */
  value: number
  /** Who spends. */
  company: EntityRef
  /** The only site it covers; absent for all. */
  site?: EntityRef
  /** The only agency it is for; absent for all. */
  agency?: EntityRef
  /** The projects it covers. */
  projects: EntityRef[]
  /** The trades it covers; ignored when allTrades is true. */
  trades: EntityRef[]
  /** Whether it covers every trade. */
  allTrades?: boolean
  /** How trades were chosen, such as all or selected. */
  tradeOption?: string
  /** The company’s label on it; absent when not set. */
  tag?: EntityRef
  /** Who made it valid again, and when; absent when nobody has. */
  reinstated?: {
    /** Who did it. */
    user: EntityRef
    /** When it was done. */
    date: string
  }
  /** Who took it back, and when; absent when nobody has. */
  revoked?: {
    /** Who did it. */
    user: EntityRef
    /** When it was done. */
    date: string
  }
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type PurchaseOrderTotal = {
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has site; null for records without one. */
  site?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has status; null for records without one. `active`: work can be booked to it. `inactive`: revoked; expired ones are not among these. `expired`: its end has passed. */
  status?: 'active' | 'inactive' | 'expired' | null
  /** The startDate of its records, such as 2026-11 by month; null for records without one. */
  startDate?: string | null
  /** The endDate of its records, such as 2026-11 by month; null for records without one. */
  endDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type Rate = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The part of the country, which rates may depend on. */
  region?: EntityRef
  /** The kind of construction, such as Rail or Residential. */
  sector?: EntityRef
  /** The only project it holds for; null for any. */
  project: EntityRef | null
  /** The only agency it holds for; null for any. */
  agency: EntityRef | null
  /** What is hired for, out of the company’s own trades. */
  trade: EntityRef
  /** The company that hires. */
  company: EntityRef
  /** Pounds an hour; an agency’s own have its markup in margin and charge. */
  rates: {
    /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
    cis: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
    /** For workers on the payroll; null when not agreed. */
    paye: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
    /** For workers with a company of their own; null when not agreed. */
    psc: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
  }
  /** Pounds a day; an agency’s own have its markup in margin and charge. */
  dayRates: {
    /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
    cis: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
    /** For workers on the payroll; null when not agreed. */
    paye: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
    /** For workers with a company of their own; null when not agreed. */
    psc: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** What the company’s own staff get for the same work, in pounds. */
      comparablePayRate?: number
    } | null
  }
  /** What work is paid by the piece; empty when none is. */
  pieceRates: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** The short code of the kind of work. */
    code: string
    /** The kind of work, such as Boarding. */
    name: string
    /** What is counted, for one, such as square metre. */
    unitLabel: string
    /** What is counted, for several. */
    unitLabelPlural: string
    /** How units are counted. `daily`: for each day. `weekly`: for the week as a whole. */
    frequency: 'daily' | 'weekly'
    /** Pounds for one unit. */
    values: {
      /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
      cis: Money | null
      /** For workers on the payroll; null when not agreed. */
      paye: Money | null
      /** For workers with a company of their own; null when not agreed. */
      psc: Money | null
    }
  }[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type RecruitmentMetric1 = {
  /** The number people quote for the requisition. */
  reqRef: string
  /** When the requisition was made, as DD/MM/YYYY. */
  reqCreated: string
  /** When it was last opened again, as DD/MM/YYYY; empty when never. */
  reqReopened: string
  /** The first day planned, as DD/MM/YYYY; empty when not set. */
  reqStart: string
  /** What the project is called. */
  project: string
  /** What the trade is called. */
  trade: string
  /** What the agency is called. */
  supplier: string
  /** First and last name of who was put forward. */
  worker: string
  /** When the agency put the worker forward. DD/MM/YYYY; empty when never. */
  submitted: string
  /** When the company had read the CV. DD/MM/YYYY; empty when never. */
  cvReviewed: string
  /** When the interview took place. DD/MM/YYYY; empty when never. */
  interviewed: string
  /** When the company offered the job. DD/MM/YYYY; empty when never. */
  offerMade: string
  /** When the worker took the offer. DD/MM/YYYY; empty when never. */
  offerAccepted: string
  /** When the worker turned the offer down. DD/MM/YYYY; empty when never. */
  offerRejected: string
  /** When the worker got the assignment. DD/MM/YYYY; empty when never. */
  assigned: string
  /** When documents were found missing. DD/MM/YYYY; empty when never. */
  missingCompliance: string
  /** When the company asked for an interview. DD/MM/YYYY; empty when never. */
  interviewRequested: string
  /** When a time for it was agreed. DD/MM/YYYY; empty when never. */
  interviewBooked: string
  /** When the worker withdrew. DD/MM/YYYY; empty when never. */
  withdrew: string
  /** The stage that was entered last, for programs. */
  currentStage: string
  /** What the company calls that stage now. */
  currentStageLabel: string
  /** Whether the company turned the worker down. `Yes`: turned down. `No`: not turned down so far. */
  cvRejected: 'Yes' | 'No'
  /** Days from submitted to cvReviewed; null when either is missing. */
  managerReviewDays: number | null
  /** Days from submitted to interviewed; null when either is missing. */
  timeToInterviewDays: number | null
  /** Days from submitted to offerMade; null when either is missing. */
  timeToOfferDays: number | null
  /** Days from creation (or the latest reopening before it) to the offer, else to the accepted response; or null. */
  timeToFillDays: number | null
  /** Days from reqCreated to offerAccepted; null when either is missing. */
  timeToOfferAcceptedDays: number | null
  /** Days from offerAccepted to reqStart; negative when work began first; null when unknown. */
  offerToStartDays: number | null
  /** Days from interviewRequested to interviewBooked; null when either is missing. */
  requestToBookingDays: number | null
  /** Days from interviewBooked to interviewed; null when either is missing. */
  bookingToInterviewDays: number | null
  /** Days from submitted to withdrew; null when either is missing. */
  timeToWithdrawalDays: number | null
  /** Whether a withdrawal was ever dated, even if the worker came back later. */
  hasWithdrawn: boolean
  /** Every stage in the company’s order, then the other built-in and former ones. */
  stageDates: {
    /** A built-in stage such as cvReviewed, or one of the company’s own as custom_…. */
    stage: string
    /** What the company calls it now. */
    label: string
    /** Whether the company still uses it. */
    enabled: boolean
    /** When the worker first came to it, as DD/MM/YYYY; empty when never. */
    at: string
    /** Days from being put forward; null when either date is missing. */
    daysFromSubmitted: number | null
    /** The stage that elapsedDays counts from; submitted unless the company chose another. */
    elapsedFromStage: string
    /** What the company calls that stage. */
    elapsedFromStageLabel: string
    /** Days from that stage; null when a date is missing or that stage came later. */
    elapsedDays: number | null
  }[]
}

export type RecruitmentMetric2 = {
  /** What groupBy asked for: names, YYYY-MM or YYYY-Www, joined with " | "; empty for all. */
  group: string
  /** Its ids (~ for none) and first days, joined with commas, as group takes it; only where fields names it. */
  groupKey?: string
  /** Accepted supplier responses, outliers included. */
  rawCount: number
  /** How many of them lie outside the bounds and are not in values. */
  excludedOutliers: number
  /** What counts as usual in this group, both ends included. */
  iqrBounds: {
    /** Days; the first quartile less 1.5 times the interquartile range. */
    lower: number
    /** Days; the third quartile plus 1.5 times the interquartile range. */
    upper: number
  }
  /** The durations that are left out, in days, the shortest first; only where fields names it. */
  outliers?: number[]
  /** Days from approval (or the latest reopening) to the accepted response, without outliers. */
  values: {
    /** Responses that are left. */
    count: number
    /** Their mean. */
    averageDays: number
    /** Half took no longer. */
    medianDays: number
    /** The quickest. */
    minDays: number
    /** The slowest. */
    maxDays: number
    /** A quarter took no longer. */
    p25Days: number
    /** Three quarters took no longer. */
    p75Days: number
  }
}

export type RecruitmentMetric3 = {
  /** What groupBy asked for: names, YYYY-MM or YYYY-Www, joined with " | "; empty for all. */
  group: string
  /** Its ids (~ for none) and first days, joined with commas, as group takes it; only where fields names it. */
  groupKey?: string
  /** Of timesheets that are neither cancelled nor absent. */
  values: {
    /** The hoursThreshold that was asked for. */
    thresholdHours: number
    /** What is added up: netHours, after breaks. */
    hoursField: string
    /** Weeks in which somebody worked, counted once for each worker. */
    workerWeeks: number
    /** How many of those weeks have more hours than the threshold. */
    workersOverThreshold: number
    /** How many people had such a week. */
    distinctWorkersOverThreshold: number
    /** Net hours of all the weeks. */
    totalHours: number
    /** Net hours of a week, over all of them. */
    averageWeeklyHours: number
    /** Net hours of the longest week. */
    maxWeeklyHours: number
  }
}

export type RecruitmentMetric4 = {
  /** A built-in stage such as cvReviewed, or one of the company’s own as custom_…. */
  stage: string
  /** What the company calls it now. */
  label: string
  /** Submissions with a date at this stage, or whose last stage it is. */
  reached: number
  /** Of all submissions that match, to two decimals. */
  reachedPercent: number
  /** Submissions that reached a later stage and have no date at this one. */
  passed: number
  /** Submissions that are at this stage now. */
  here: number
  /** Submissions that have left, and were at this stage last. */
  left: number
  /** How they left; they add up to left. */
  leftBy: {
    /** The worker withdrew, and has not come back. */
    withdrew: number
    /** The company turned the worker down. */
    rejected: number
    /** The worker turned the offer down. */
    offerRejected: number
    /** Documents were missing. */
    missingCompliance: number
  }
  /** Days from the stage before to this one: half took no longer; null when unknown. */
  medianDays: number | null
  /** How many of them have both dates, in that order, which medianDays is of. */
  medianOf: number
}

export type RecruitmentMetric5 = {
  /** Id of the agency; null where only its name is known. */
  agencyId: string | null
  /** What the agency is called. */
  supplier: string
  /** Requisitions that were sent to it. */
  asked: number
  /** How many of them it agreed to supply. */
  accepted: number
  /** Of those asked, to two decimals. */
  acceptedPercent: number
  /** Workers it put forward. */
  offered: number
  /** How many of them got the job. */
  assigned: number
  /** Days from receiving the request to accepting it: half took no longer; null when unknown. */
  medianDays: number | null
  /** How many of them have both dates, in that order, which medianDays is of. */
  medianOf: number
}

export type RecruitmentMetric6 = {
  /** The requisition it is about; null for hours. */
  requisition: {
    /** Finds the record. */
    id: string
    /** The number people quote for it. */
    reference: string | null
  } | null
  /** Where it is. */
  project: {
    /** Finds the record; null where only a name is known. */
    id: string | null
    /** What the project is called. */
    name: string | null
  } | null
  /** Who was asked; null for hours. */
  agency: {
    /** Finds the record; null where only a name is known. */
    id: string | null
    /** What the agency is called. */
    name: string | null
  } | null
  /** Who was submitted, or worked; null for responses. */
  worker: {
    /** Finds the record; null where only a name is known. */
    id: string | null
    /** First and last name. */
    name: string | null
  } | null
  /** What the company calls the stage that a submission is at now; null for the others. */
  stage: string | null
  /** Of the stage, else of submitting, accepting, receiving, or the week ending; YYYY-MM-DD, null when unknown. */
  date: string | null
  /** Its days, its hours, or the workers of a response; null where nothing is measured. */
  value: number | null
}

/** Another record by its id, with the number people quote. Shown where the key could fetch the record it names. */
export type ReferenceRef = {
  /** Finds the record that is named. */
  id: string
  /** The number that people quote for that record. */
  reference: string
}

/** What a worker has to hold: valid, and not expired on the day. */
export type Requirement = {
  /** all: every item, and one of each group; any: one item, or one whole group. */
  rule: string
  /** What is asked for by itself. */
  items: {
    /** A qualification, as in `GET /master-qualifications`. */
    name: string
  }[]
  /** What is asked for together, as the rule says. */
  groups: {
    /** The members of the group. */
    items: {
      /** A qualification, as in `GET /master-qualifications`. */
      name: string
    }[]
  }[]
}

export type Requisition = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as TRN-RQ00007. */
  reference: string
  /** How far the request has come. `raised`: waiting for approval; agencies do not see it. `approved`: agencies may put workers forward. `filled`: as many workers as asked for have the job. `cancelled`: called off. `rejected`: a stage of approval was refused; agencies do not see it. */
  status: 'raised' | 'approved' | 'filled' | 'cancelled' | 'rejected'
  /** How many workers are asked for. */
  quantity: number
  /** Whether workers put forward get the job without being chosen. */
  autoAssign?: boolean
  /** Who asked. */
  requestor?: NameEmail
  /** Who gave the last approval, or is to. */
  approver?: NameEmail
  /** Who has to approve, in order. */
  approvalStages: {
    /** Its place in the order, from 1. */
    stage: number
    /** What the company calls it, such as Director. */
    name: string
    /** Whether it has been passed. */
    approved: boolean
    /** When that was; null before it, and for some old ones. */
    approvedAt: string | null
    /** Who passed it; null before that. */
    approver: NameEmail | null
  }[]
  /** When the last stage was passed; absent before that. */
  approvedDate?: string
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** The part of the country, which rates may depend on. */
  region?: EntityRef
  /** The kind of construction, such as Rail or Residential. */
  sector?: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** What is hired for, out of the company’s own trades. */
  trade?: EntityRef
  /** The kind of work that is asked for, out of the company’s list; absent when not set. */
  activity?: EntityRef
  /** The agencies that were asked, with what each answered. Agency-scoped keys see the entries of their own agencies. */
  agencies: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** What that record is called now; it changes when that record is renamed. */
    name: string
    /** How many workers it has put forward. */
    offered: number
    /** How many of them have got the job; cancelled assignments do not count. */
    assigned: number
    /** When the request reached it; null when that is not known. */
    dateReceived: string | null
    /** When it agreed to supply; null before that. */
    dateAccepted: string | null
    /** The workers it has put forward. */
    submissions: {
      /** Who was put forward. */
      worker: EntityRef
      /** When that was; null when not recorded. */
      submittedAt: string | null
      /** Whether the company turned the worker down. */
      isRejected: boolean
      /** Why it did; null when it did not, or gave no reason. */
      rejectionReason: string | null
      /** Who put the worker forward; absent where history does not tell. */
      submittedBy?: EntityRef
      /** Who gave the worker the job; absent where history does not tell. */
      assignedBy?: EntityRef
    }[]
  }[]
  /** Why it was called off; only while the status is cancelled, and known. */
  cancellation?: {
    /** Why, in the company’s words. */
    reason?: string
    /** When; null when not recorded. */
    date: string | null
    /** What else was written about it. */
    comments?: string
  }
  /** What was filled in on the company’s form; absent when nothing was. */
  customFields?: CustomField[]
  /** The first day planned. */
  startDate?: string
  /** The last day planned. */
  endDate?: string
  /** Answers given with submissions, with amendments, that are set to show here; empty when there are none. Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** How far each worker has come; only with includeStageTracking=true, where the company tracks stages. Agency-scoped keys see the entries of their own agencies. */
  stageTracking?: {
    /** Who was put forward. */
    worker: EntityRef
    /** Who put the worker forward. */
    agency: EntityRef
    /** When that was. */
    submittedAt?: string
    /** Whether the company turned the worker down. */
    isRejected: boolean
    /** The stage that the worker is at, as history names it. */
    stage: string
    /** What the company calls that stage now. */
    stageLabel?: string
    /** Every stage the worker came to, in order; also of stages that are not offered any more. */
    history: {
      /** A built-in stage such as cvReviewed, or one of the company’s own as custom_…; it never changes. */
      stage: string
      /** What the company calls that stage now. */
      stageLabel?: string
      /** When the worker came to it; null when not recorded. */
      at: string | null
      /** Id of the user who moved the worker; null when not recorded. */
      byUserId: string | null
      /** What that user was called. */
      byName?: string
      /** What was written about it. */
      comments?: string
    }[]
  }[]
}

export type Site = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** What it is called on site and on timesheets. */
  name: string
  /** Whether work is still done there. */
  active: boolean
  /** The project it is part of. */
  project: EntityRef
  /** The company that hires. */
  company: EntityRef
  /** Where to write to the people on site. */
  email?: string
  /** Where to call the people on site. */
  phone?: Phone
  /** Where to go; parts that are not known are absent. */
  address?: {
    /** House and street. */
    line1?: string
    /** Town or city. */
    city?: string
    /** Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285. */
    postcode?: string
  }
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type SubmissionAnswer = {
  /** Which question of the company’s submission form it answers. */
  fieldId: string
  /** The question as the form puts it. */
  label: string
  /** How it is answered, such as text, date or select. */
  fieldType: string
  /** Text, a date as text, a list of the options chosen, or null. */
  value: unknown
  /** What the answer is about. `submission`: the whole submission. `worker`: one worker of it. */
  answerScope: 'submission' | 'worker'
  /** Tells apart what was put forward at different times. */
  submissionId: string
  /** Ids of the workers whom the answer covers. */
  workerIds: string[]
  /** Who put the worker forward and answered. */
  agency: EntityRef
  /** Whom it is about; null for an answer about the whole submission. */
  worker: EntityRef | null
  /** Kinds of record that the company has it shown on. `requisition`: the request that it was given for. `assignment`: the placement that came of it. `timesheet`: the weeks worked under that. */
  displayLocations: ('requisition' | 'assignment' | 'timesheet')[]
  /** When it was first answered. */
  submittedAt?: string
  /** Who answered first. */
  submittedBy?: EntityRef
  /** When it was last amended; null when it never was. */
  updatedAt: string | null
  /** Who amended it last; null when nobody did. */
  updatedBy: EntityRef | null
}

export type TelephoneCountryCode = {
  /** The dialling code with its +, as countryCode takes it. */
  name: string
  /** Where it is used. */
  countries: string[]
}

export type Timesheet = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as BRK-TS001411. */
  reference: string
  /** How far the week has come. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work. */
  status: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType: 'agency' | 'umbrella'
  /** Whose week it is. */
  worker: EntityRef
  /** What was worked under. Shown where the key could fetch the record it names. */
  assignment?: ReferenceRef
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** Whether rates are for hours or for days. */
  payType?: string
  /** How the worker is paid, such as Agency PAYE; without the prefix for an umbrella. */
  rateType?: string
  /** The first moment of the period. */
  start: string
  /** The last moment of the period. */
  end: string
  /** The Sunday that the week ends on, at midnight UTC. */
  weekEnding: string
  /** Counts up whenever an approved timesheet is amended, from 1. */
  version: number
  /** When it was approved; absent before that. */
  approvedDate?: string
  /** Who asked for approval last; absent when nobody has. */
  approvalRequestedBy?: {
    /** Of the user or of the worker, as type says. */
    id: string
    /** What they are called. */
    name: string
    /** Who that is. `user`: somebody of the company or agency. `candidate`: the worker. */
    type: 'user' | 'candidate'
  }
  /** Who approved it; absent before that. */
  approvedBy?: EntityRef
  /** Who may approve, as the assignment is set up; not necessarily who did: see approvedBy. */
  timesheetApprovers: EntityRef[]
  /** Hours worked in the week, after breaks. */
  netHours: number
  /** Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent. */
  rates?: {
    /** Weekdays, basic time. */
    wd?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekday nights. */
    wdNw?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekend nights. */
    weNw?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Bank holidays. */
    bh?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Bank holiday nights. */
    bhNight?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Saturdays. */
    sat?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Sundays. */
    sun?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekday overtime. */
    ot?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
  }
  /** What the week comes to, in pounds. */
  values?: {
    /** What the worker earns for hours, in pounds, by kind of time. */
    pay: {
      /** Weekdays, basic time. */
      wdBasic?: number
      /** Weekdays beyond basic time. */
      wdOvertime?: number
      /** Weekday nights. */
      wdNightwork?: number
      /** Weekend nights. */
      weNightwork?: number
      /** Bank holidays by day. */
      bankHoliday?: number
      /** Night shifts on bank holidays. */
      bankHolidayNight?: number
      /** Saturdays by day. */
      saturday?: number
      /** Sundays by day. */
      sunday?: number
      /** Saturday nights. */
      saturdayNightwork?: number
      /** Sunday nights. */
      sundayNightwork?: number
      /** The ten others together; neither piece rates nor expenses are in it. */
      total?: number
    }
    /** What the company is charged for hours, in pounds before VAT, by kind of time. */
    charge: {
      /** Weekdays, basic time. */
      wdBasic?: number
      /** Weekdays beyond basic time. */
      wdOvertime?: number
      /** Weekday nights. */
      wdNightwork?: number
      /** Weekend nights. */
      weNightwork?: number
      /** Bank holidays by day. */
      bankHoliday?: number
      /** Night shifts on bank holidays. */
      bankHolidayNight?: number
      /** Saturdays by day. */
      saturday?: number
      /** Sundays by day. */
      sunday?: number
      /** Saturday nights. */
      saturdayNightwork?: number
      /** Sunday nights. */
      sundayNightwork?: number
      /** The ten others together; neither piece rates nor expenses are in it. */
      total?: number
    }
    /** Expenses of the week, in pounds; in neither total. */
    expense?: number
  }
  /** Work paid by the piece; empty when there is none. */
  pieceRateEntries: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** The piece rate of the trade that was agreed, as rates have it. */
    pieceRateId: string
    /** The short code of the kind of work. */
    code: string
    /** The kind of work, such as Boarding. */
    name: string
    /** What is counted, for one, such as square metre. */
    unitLabel: string
    /** What is counted, for several. */
    unitLabelPlural: string
    /** How units are counted. `daily`: for each day. `weekly`: for the week as a whole. */
    frequency: 'daily' | 'weekly'
    /** How the worker is paid, such as PAYE; without a prefix for an umbrella. */
    rateType: string
    /** For one unit, in pounds. */
    values: Money
    /** All lines together. */
    totals: {
      /** How many were done, on all lines. */
      units: number
      /** What the worker gets for them, in pounds. */
      payValue: number
      /** The employer’s costs on top, in pounds. */
      empValue: number
      /** What the supplier keeps, in pounds. */
      marginValue: number
      /** What the company is charged for them, in pounds before VAT. */
      chargeValue: number
    }
    /** What was done, each time it was entered. */
    lines: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** The day they were done on; absent where they are counted for the week. */
      date?: string
      /** How many were done. */
      units: number
      /** What the worker gets for them, in pounds. */
      payValue: number
      /** The employer’s costs on top, in pounds. */
      empValue: number
      /** What the supplier keeps, in pounds. */
      marginValue: number
      /** What the company is charged for them, in pounds before VAT. */
      chargeValue: number
      /** What whoever entered it wrote. */
      comment?: string
      costCode?: CostCode
    }[]
  }[]
  /** Answers saved with the assignment that are set to show on timesheets; empty when there are none. Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** A log for each day; only with includeTimelogs=true. */
  timelogs?: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Where this day stands, such as approved or absent. */
    status: string
    /** The day it counts for, at midnight UTC. */
    date: string
    /** When work began. */
    start: string
    /** When work ended; a night shift ends on the next day. */
    end: string
    /** Day or night. */
    shiftType?: string
    /** Minutes, not hours, within start and end that were not worked. */
    breaks: number
    /** Which of the rates applies, in words. */
    rateDescription?: string
    /** From start to end, in hours and gross: breaks are not taken off. */
    hours: {
      /** At the standard rate; gross, breaks are still in it. */
      standard: number
      /** At overtime rates. */
      overtime: number
      /** Both together; gross: take breaks / 60 off for the hours worked. */
      total: number
    }
    /** What an hour of it is paid and charged at, in pounds. */
    rates: Money
    /** What the day comes to, in pounds, with breaks taken off. */
    values: {
      /** What the worker gets for the day. */
      pay: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** The employer’s costs on top of pay. */
      emp: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** What the supplier keeps of the charge. */
      margin: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** What the company is charged, before VAT. */
      charge: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
    }
    /** Whether the company agreed to the absence; only when one is recorded. */
    absenceAuthorized?: boolean
    /** Why the worker did not come; only when recorded. */
    absenceReason?: string
    /** How the day is split between cost codes; absent when it is not. */
    costCodeAllocations?: {
      costCode: CostCode
      /** How many hours of the day it bears. */
      hours: number
    }[]
  }[]
  /** Earlier versions; only with includeVersionHistory=true, of one timesheet, and where there are any. */
  versionHistory?: {
    /** Which version this was, from 1. */
    version: number
    /** Why this copy was kept. */
    snapshotReason: string
    /** When this copy was kept. */
    snapshotAt: string
    /** As it was in that version: hours after breaks. */
    netHours: number
    /** Expenses in that version, in pounds. */
    expenseValue: number
    /** As they were in that version. */
    values: {
      /** What the worker earns for hours, in pounds, by kind of time. */
      pay: {
        /** Weekdays, basic time. */
        wdBasic?: number
        /** Weekdays beyond basic time. */
        wdOvertime?: number
        /** Weekday nights. */
        wdNightwork?: number
        /** Weekend nights. */
        weNightwork?: number
        /** Bank holidays by day. */
        bankHoliday?: number
        /** Night shifts on bank holidays. */
        bankHolidayNight?: number
        /** Saturdays by day. */
        saturday?: number
        /** Sundays by day. */
        sunday?: number
        /** Saturday nights. */
        saturdayNightwork?: number
        /** Sunday nights. */
        sundayNightwork?: number
        /** The ten others together; neither piece rates nor expenses are in it. */
        total?: number
      }
      /** What the company is charged for hours, in pounds before VAT, by kind of time. */
      charge: {
        /** Weekdays, basic time. */
        wdBasic?: number
        /** Weekdays beyond basic time. */
        wdOvertime?: number
        /** Weekday nights. */
        wdNightwork?: number
        /** Weekend nights. */
        weNightwork?: number
        /** Bank holidays by day. */
        bankHoliday?: number
        /** Night shifts on bank holidays. */
        bankHolidayNight?: number
        /** Saturdays by day. */
        saturday?: number
        /** Sundays by day. */
        sunday?: number
        /** Saturday nights. */
        saturdayNightwork?: number
        /** Sunday nights. */
        sundayNightwork?: number
        /** The ten others together; neither piece rates nor expenses are in it. */
        total?: number
      }
      /** Expenses of the week, in pounds; in neither total. */
      expense?: number
    }
    /** As they were in that version. */
    rates: {
      /** Weekdays, basic time. */
      wd?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Weekday nights. */
      wdNw?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Weekend nights. */
      weNw?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Bank holidays. */
      bh?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Bank holiday nights. */
      bhNight?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Saturdays. */
      sat?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Sundays. */
      sun?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
      /** Weekday overtime. */
      ot?: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** Percent that is already added to the others, such as 50; null when there is none. */
        uplift: number | null
      }
    }
  }[]
}

export type TimesheetSummary = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, with the company’s prefix, such as BRK-TS001411. */
  reference: string
  /** How far the week has come. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work. */
  status: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** What the supplier is, by its connection to the company, not to the project; agency by default. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType: 'agency' | 'umbrella'
  /** Whose week it is. */
  worker: EntityRef
  /** What was worked under. Shown where the key could fetch the record it names. */
  assignment?: ReferenceRef
  /** The company that hires. */
  company: EntityRef
  /** The company’s project that it is for. */
  project: EntityRef
  /** Where on the project the work is done. */
  site?: EntityRef
  /** The supplier of the workers. */
  agency: EntityRef
  /** Whether rates are for hours or for days. */
  payType?: string
  /** How the worker is paid, such as Agency PAYE; without the prefix for an umbrella. */
  rateType?: string
  /** The first moment of the period. */
  start: string
  /** The last moment of the period. */
  end: string
  /** The Sunday that the week ends on, at midnight UTC. */
  weekEnding: string
  /** Counts up whenever an approved timesheet is amended, from 1. */
  version: number
  /** When it was approved; absent before that. */
  approvedDate?: string
  /** Who asked for approval last; absent when nobody has. */
  approvalRequestedBy?: {
    /** Of the user or of the worker, as type says. */
    id: string
    /** What they are called. */
    name: string
    /** Who that is. `user`: somebody of the company or agency. `candidate`: the worker. */
    type: 'user' | 'candidate'
  }
  /** Who approved it; absent before that. */
  approvedBy?: EntityRef
  /** Who may approve, as the assignment is set up; not necessarily who did: see approvedBy. */
  timesheetApprovers: EntityRef[]
  /** Hours worked in the week, after breaks. */
  netHours: number
  /** Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent. */
  rates?: {
    /** Weekdays, basic time. */
    wd?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekday nights. */
    wdNw?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekend nights. */
    weNw?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Bank holidays. */
    bh?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Bank holiday nights. */
    bhNight?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Saturdays. */
    sat?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Sundays. */
    sun?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
    /** Weekday overtime. */
    ot?: {
      /** What the worker gets. */
      pay: number
      /** The employer’s costs on top of pay; 0 for CIS and PSC. */
      emp: number
      /** What the supplier keeps. */
      margin: number
      /** What the company is charged, before VAT: pay + emp + margin. */
      charge: number
      /** Percent that is already added to the others, such as 50; null when there is none. */
      uplift: number | null
    }
  }
  /** What the week comes to, in pounds. */
  values?: {
    /** What the worker earns for hours, in pounds, by kind of time. */
    pay: {
      /** Weekdays, basic time. */
      wdBasic?: number
      /** Weekdays beyond basic time. */
      wdOvertime?: number
      /** Weekday nights. */
      wdNightwork?: number
      /** Weekend nights. */
      weNightwork?: number
      /** Bank holidays by day. */
      bankHoliday?: number
      /** Night shifts on bank holidays. */
      bankHolidayNight?: number
      /** Saturdays by day. */
      saturday?: number
      /** Sundays by day. */
      sunday?: number
      /** Saturday nights. */
      saturdayNightwork?: number
      /** Sunday nights. */
      sundayNightwork?: number
      /** The ten others together; neither piece rates nor expenses are in it. */
      total?: number
    }
    /** What the company is charged for hours, in pounds before VAT, by kind of time. */
    charge: {
      /** Weekdays, basic time. */
      wdBasic?: number
      /** Weekdays beyond basic time. */
      wdOvertime?: number
      /** Weekday nights. */
      wdNightwork?: number
      /** Weekend nights. */
      weNightwork?: number
      /** Bank holidays by day. */
      bankHoliday?: number
      /** Night shifts on bank holidays. */
      bankHolidayNight?: number
      /** Saturdays by day. */
      saturday?: number
      /** Sundays by day. */
      sunday?: number
      /** Saturday nights. */
      saturdayNightwork?: number
      /** Sunday nights. */
      sundayNightwork?: number
      /** The ten others together; neither piece rates nor expenses are in it. */
      total?: number
    }
    /** Expenses of the week, in pounds; in neither total. */
    expense?: number
  }
  /** Work paid by the piece; empty when there is none. */
  pieceRateEntries: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** The piece rate of the trade that was agreed, as rates have it. */
    pieceRateId: string
    /** The short code of the kind of work. */
    code: string
    /** The kind of work, such as Boarding. */
    name: string
    /** What is counted, for one, such as square metre. */
    unitLabel: string
    /** What is counted, for several. */
    unitLabelPlural: string
    /** How units are counted. `daily`: for each day. `weekly`: for the week as a whole. */
    frequency: 'daily' | 'weekly'
    /** How the worker is paid, such as PAYE; without a prefix for an umbrella. */
    rateType: string
    /** For one unit, in pounds. */
    values: Money
    /** All lines together. */
    totals: {
      /** How many were done, on all lines. */
      units: number
      /** What the worker gets for them, in pounds. */
      payValue: number
      /** The employer’s costs on top, in pounds. */
      empValue: number
      /** What the supplier keeps, in pounds. */
      marginValue: number
      /** What the company is charged for them, in pounds before VAT. */
      chargeValue: number
    }
    /** What was done, each time it was entered. */
    lines: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** The day they were done on; absent where they are counted for the week. */
      date?: string
      /** How many were done. */
      units: number
      /** What the worker gets for them, in pounds. */
      payValue: number
      /** The employer’s costs on top, in pounds. */
      empValue: number
      /** What the supplier keeps, in pounds. */
      marginValue: number
      /** What the company is charged for them, in pounds before VAT. */
      chargeValue: number
      /** What whoever entered it wrote. */
      comment?: string
      costCode?: CostCode
    }[]
  }[]
  /** Answers saved with the assignment that are set to show on timesheets; empty when there are none. Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** A log for each day; only with includeTimelogs=true. */
  timelogs?: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Where this day stands, such as approved or absent. */
    status: string
    /** The day it counts for, at midnight UTC. */
    date: string
    /** When work began. */
    start: string
    /** When work ended; a night shift ends on the next day. */
    end: string
    /** Day or night. */
    shiftType?: string
    /** Minutes, not hours, within start and end that were not worked. */
    breaks: number
    /** Which of the rates applies, in words. */
    rateDescription?: string
    /** From start to end, in hours and gross: breaks are not taken off. */
    hours: {
      /** At the standard rate; gross, breaks are still in it. */
      standard: number
      /** At overtime rates. */
      overtime: number
      /** Both together; gross: take breaks / 60 off for the hours worked. */
      total: number
    }
    /** What an hour of it is paid and charged at, in pounds. */
    rates: Money
    /** What the day comes to, in pounds, with breaks taken off. */
    values: {
      /** What the worker gets for the day. */
      pay: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** The employer’s costs on top of pay. */
      emp: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** What the supplier keeps of the charge. */
      margin: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
      /** What the company is charged, before VAT. */
      charge: {
        /** For standard hours, in pounds. */
        standard: number
        /** For overtime, in pounds. */
        overtime: number
        /** For both, in pounds. */
        total: number
      }
    }
    /** Whether the company agreed to the absence; only when one is recorded. */
    absenceAuthorized?: boolean
    /** Why the worker did not come; only when recorded. */
    absenceReason?: string
    /** How the day is split between cost codes; absent when it is not. */
    costCodeAllocations?: {
      costCode: CostCode
      /** How many hours of the day it bears. */
      hours: number
    }[]
  }[]
}

export type TimesheetTotal = {
  /** What its records have in common, if groupBy has company; null for records without one. */
  company?: EntityRef | null
  /** What its records have in common, if groupBy has project; null for records without one. */
  project?: EntityRef | null
  /** What its records have in common, if groupBy has site; null for records without one. */
  site?: EntityRef | null
  /** What its records have in common, if groupBy has agency; null for records without one. */
  agency?: EntityRef | null
  /** What its records have in common, if groupBy has worker; null for records without one. */
  worker?: EntityRef | null
  /** What its records have in common, if groupBy has status; null for records without one. `pending`: being filled in, or returned. `pending_approval`: approval has been asked for. `approved`: agreed, and to be paid. `cancelled`: does not count. `absent`: the worker did not work. */
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent' | null
  /** What its records have in common, if groupBy has supplierType; null for records without one. `agency`: supplies its own workers. `umbrella`: employs workers whom others place. */
  supplierType?: 'agency' | 'umbrella' | null
  /** What its records have in common, if groupBy has payType; null for records without one. */
  payType?: string | null
  /** The weekEnding of its records, such as 2026-11 by month; null for records without one. */
  weekEnding?: string | null
  /** The approvedDate of its records, such as 2026-11 by month; null for records without one. */
  approvedDate?: string | null
  /** The createdAt of its records, such as 2026-11 by month; null for records without one. */
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly: a number for each path that `sum` asked for. */
  sums: Record<string, number>
}

export type Trade = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** What the company calls the work, such as Traffic Marshal. */
  name: string
  /** What the company asks of it. */
  description?: string
  /** Whether it can still be hired for. */
  active: boolean
  /** Whose trade it is: each company has its own. */
  company: EntityRef
  /** The trade for all companies that it stands for. */
  masterTrade?: EntityRef
  /** The company’s labels on it. */
  tags: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** What that record is called now; it changes when that record is renamed. */
    name: string
    /** What that record says about itself; absent when it says nothing. */
    description?: string
  }[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
  /** What it is paid and charged at; only with includeRates=true. */
  rates?: {
    /** Finds the record wherever an id is asked for; it never changes. */
    id: string
    /** The part of the country, which rates may depend on. */
    region?: EntityRef
    /** The kind of construction, such as Rail or Residential. */
    sector?: EntityRef
    /** The only project it holds for; null for any. */
    project: EntityRef | null
    /** The only agency it holds for; null for any. */
    agency: EntityRef | null
    /** Pounds an hour; an agency’s own have its markup in margin and charge. */
    rates: {
      /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
      cis: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
      /** For workers on the payroll; null when not agreed. */
      paye: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
      /** For workers with a company of their own; null when not agreed. */
      psc: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
    }
    /** Pounds a day; an agency’s own have its markup in margin and charge. */
    dayRates: {
      /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
      cis: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
      /** For workers on the payroll; null when not agreed. */
      paye: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
      /** For workers with a company of their own; null when not agreed. */
      psc: {
        /** What the worker gets. */
        pay: number
        /** The employer’s costs on top of pay; 0 for CIS and PSC. */
        emp: number
        /** What the supplier keeps. */
        margin: number
        /** What the company is charged, before VAT: pay + emp + margin. */
        charge: number
        /** What the company’s own staff get for the same work, in pounds. */
        comparablePayRate?: number
      } | null
    }
    /** What work is paid by the piece; empty when none is. */
    pieceRates: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** The short code of the kind of work. */
      code: string
      /** The kind of work, such as Boarding. */
      name: string
      /** What is counted, for one, such as square metre. */
      unitLabel: string
      /** What is counted, for several. */
      unitLabelPlural: string
      /** How units are counted. `daily`: for each day. `weekly`: for the week as a whole. */
      frequency: 'daily' | 'weekly'
      /** Pounds for one unit. */
      values: {
        /** For the self-employed in the Construction Industry Scheme; null when not agreed. */
        cis: Money | null
        /** For workers on the payroll; null when not agreed. */
        paye: Money | null
        /** For workers with a company of their own; null when not agreed. */
        psc: Money | null
      }
    }[]
  }[]
  /** What workers must hold; only with includeCompetencyMatrix=true, and without what projects add. */
  competencyMatrix?: {
    /** Where these apply; null for those of the whole company. */
    sector: EntityRef | null
    /** All of them have to be met. */
    requirements: Requirement[]
  }[]
}

export type TradeSummary = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** What the company calls the work, such as Traffic Marshal. */
  name: string
  /** What the company asks of it. */
  description?: string
  /** Whether it can still be hired for. */
  active: boolean
  /** Whose trade it is: each company has its own. */
  company: EntityRef
  /** The trade for all companies that it stands for. */
  masterTrade?: EntityRef
  /** The company’s labels on it. */
  tags: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** What that record is called now; it changes when that record is renamed. */
    name: string
    /** What that record says about itself; absent when it says nothing. */
    description?: string
  }[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type Worker = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, such as WK-000242. */
  reference: string
  /** Given name, or several. */
  firstName: string
  /** Family name, or several. */
  lastName: string
  /** Both together, as lists show and search it. */
  name: string
  /** As in `GET /genders`. */
  gender?: string
  /** As in `GET /countries`. */
  nationality?: string
  /** Date of birth, at midnight UTC. */
  dob?: string
  /** Where to write to the worker. */
  email?: string
  /** Where to call the worker. */
  phone?: Phone
  /** Where the worker lives. */
  address?: Address
  /** The agencies the worker is with; companies see those connected to them. Agency-scoped keys see the entries of their own agencies. */
  agencies: {
    /** Finds the record that is named; null where only a name is known. */
    id: string | null
    /** What that record is called now; it changes when that record is renamed. */
    name: string
    /** The agency’s own identifier for the worker. */
    agencyId?: string
    /** Whether the worker is still on its books. */
    active: boolean
  }[]
  /** What the worker can do, out of `GET /master-trades`. */
  trades: EntityRef[]
  /** What companies call the worker in their own systems. Only for company-scoped keys. Company-scoped keys see the entries of their own companies. */
  companyIds?: {
    /** Which company, by id. */
    company: string
    /** What it calls the worker. */
    id: string
  }[]
  /** Cards, certificates and other documents; an agency’s own, such as a CV, are seen by it alone. */
  attachments: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work. */
    type: 'attachment' | 'rightToWork'
    /** The master qualification it is, by name. */
    documentType: string
    /** The number on it: of a card, a passport, a share code; absent when it has none. */
    documentNumber?: string
    /** The day it expires; absent when it does not, or when that is not known. */
    expiration?: string
    /** Whether it never expires. */
    indefinite?: boolean
    /** When it was added. */
    createdAt: string
    /** Scans of it. */
    files: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The scan itself. A link for this key; one of ours works for five minutes. */
      url: string
      /** Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time. */
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
    /** What a program found when it looked at the scans. */
    systemValidation?: {
      /** What was found, such as passed. */
      status: string
      /** When it was looked at. */
      checkedAt?: string
      /** What it was taken for. */
      documentType?: string
      /** Why it did not pass; null when it did. */
      reason: string | null
    }
    /** What the card scheme said about it; absent when it was not asked. */
    verification?: {
      /** Whether the card scheme confirmed the card. */
      verified: boolean
      /** The kind of card, as the scheme calls it. */
      cardTypeName?: string
      /** The serial number on the card. */
      serial?: string
      /** The holder as the scheme has it: initial and surname. */
      customerName?: string
      /** The registration number that was asked about. */
      documentNumber?: string
      /** Media type of the scheme’s photograph, which is not given here. */
      photoType?: string
      /** The day the card expires, as YYYY-MM-DD. */
      expiry?: string
      /** What the holder is qualified for. */
      occupationQualifications: {
        /** A qualification that stands on the card. */
        qual: string
      }[]
      /** When the scheme was last asked. */
      lastVerifiedAt?: string
    }
    /** Who looked at it and decided what; only with includeDocumentValidations=true. Only for company-scoped keys. */
    validations?: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** For whom it was looked at. */
      company: EntityRef
      /** What it was to prove; null when nothing in particular. */
      competency: {
        /** Of the qualification. */
        id: string
        /** What the qualification is called. */
        name: string
      } | null
      /** Who looked at it; the id is null for the system itself. */
      user: EntityRef
      /** How it was looked at, such as manual or smartCheck. */
      validationType: string
      /** What was decided, such as pending or approved. */
      status: string
      /** When it was decided; absent before that. */
      resolvedAt?: string
      /** What the document was taken for. */
      documentType?: string
      /** The number of the document that was looked at. */
      documentRef?: string
      /** Every status it has had, in order. */
      statusHistory: {
        /** What it became. */
        status: string
        /** When it became that. */
        changedAt: string
        /** Who changed it; absent for the system itself. */
        changedBy?: string
      }[]
      /** When it was asked for. */
      createdAt: string
      /** When it last changed. */
      updatedAt: string
    }[]
  }[]
  /** Documents that prove the right to work. */
  rightToWork: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work. */
    type: 'attachment' | 'rightToWork'
    /** The master qualification it is, by name. */
    documentType: string
    /** The number on it: of a card, a passport, a share code; absent when it has none. */
    documentNumber?: string
    /** The day it expires; absent when it does not, or when that is not known. */
    expiration?: string
    /** Whether it never expires. */
    indefinite?: boolean
    /** When it was added. */
    createdAt: string
    /** Scans of it. */
    files: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The scan itself. A link for this key; one of ours works for five minutes. */
      url: string
      /** Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time. */
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
    /** What a program found when it looked at the scans. */
    systemValidation?: {
      /** What was found, such as passed. */
      status: string
      /** When it was looked at. */
      checkedAt?: string
      /** What it was taken for. */
      documentType?: string
      /** Why it did not pass; null when it did. */
      reason: string | null
    }
    /** The result of a check, as kept: neither made anew nor a guarantee of today’s permission. */
    rightToWorkCheck?: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** What the check found when it was made; it is no guarantee for today. `passed`: may work, as far as permissionType and restrictions say. `refused`: may not work. `expired`: the permission has run out. `notFound`: nothing is known under that code. */
      status: 'passed' | 'refused' | 'expired' | 'notFound'
      /** How it was made. `homeOfficeOnline`: by share code at the Home Office. `digitalVerification`: by an identity service provider. `manual`: by looking at the document. `employerCheckingService`: by asking the Home Office about a pending case. */
      checkType: 'homeOfficeOnline' | 'digitalVerification' | 'manual' | 'employerCheckingService'
      /** When it was made; it is not made again. */
      checkedAt: string
      /** Who made it. */
      checkedBy?: string
      /** What the checking office calls it. */
      reference?: string
      /** The end of the share code; the rest is never shown. */
      shareCodeLast4?: string
      /** Whether the permission runs out. `unlimited`: it has no end. `timeLimited`: it ends on permissionExpiry. */
      permissionType?: 'unlimited' | 'timeLimited'
      /** The status that it gave, such as Skilled Worker. */
      immigrationStatus?: string
      /** From when on the worker may work. */
      permissionStart?: string
      /** Until when; absent when unlimited. */
      permissionExpiry?: string
      /** What work is not allowed, in words. */
      restrictions?: string[]
      /** The most hours a week that are allowed; absent when not limited. */
      maxHoursPerWeek?: number
      /** By when it has to be checked again. */
      followUpDue?: string
      /** What was kept of it. */
      evidence?: {
        /** What it is called. */
        fileName: string
        /** The page that the check gave. A link for this key; one of ours works for five minutes. */
        url: string
      }
    }
    /** Who looked at it and decided what; only with includeDocumentValidations=true. Only for company-scoped keys. */
    validations?: {
      /** Tells it from the others in the list; it stays the same. */
      id: string
      /** For whom it was looked at. */
      company: EntityRef
      /** What it was to prove; null when nothing in particular. */
      competency: {
        /** Of the qualification. */
        id: string
        /** What the qualification is called. */
        name: string
      } | null
      /** Who looked at it; the id is null for the system itself. */
      user: EntityRef
      /** How it was looked at, such as manual or smartCheck. */
      validationType: string
      /** What was decided, such as pending or approved. */
      status: string
      /** When it was decided; absent before that. */
      resolvedAt?: string
      /** What the document was taken for. */
      documentType?: string
      /** The number of the document that was looked at. */
      documentRef?: string
      /** Every status it has had, in order. */
      statusHistory: {
        /** What it became. */
        status: string
        /** When it became that. */
        changedAt: string
        /** Who changed it; absent for the system itself. */
        changedBy?: string
      }[]
      /** When it was asked for. */
      createdAt: string
      /** When it last changed. */
      updatedAt: string
    }[]
  }[]
  /** When the record was made. */
  createdAt: string
  /** When its own values last changed; a new name of a record it refers to does not count. */
  updatedAt: string
}

export type WorkerCreated1 = {
  /** Finds the record wherever an id is asked for; it never changes. */
  id: string
  /** The number people quote, such as WK-000242. */
  reference: string
  /** The documents as they were stored. */
  attachments: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work. */
    type: 'attachment' | 'rightToWork'
    /** The master qualification it is, by name. */
    documentType: string
    /** The number on it: of a card, a passport, a share code; absent when it has none. */
    documentNumber?: string
    /** The day it expires; absent when it does not, or when that is not known. */
    expiration?: string
    /** Whether it never expires. */
    indefinite?: boolean
    /** When it was added. */
    createdAt: string
    /** Scans of it. */
    files: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The scan itself. A link for this key; one of ours works for five minutes. */
      url: string
      /** Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time. */
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
  }[]
  /** The documents as they were stored. */
  rightToWork: {
    /** Tells it from the others in the list; it stays the same. */
    id: string
    /** Which of the two lists it is in. `attachment`: any other document. `rightToWork`: proves the right to work. */
    type: 'attachment' | 'rightToWork'
    /** The master qualification it is, by name. */
    documentType: string
    /** The number on it: of a card, a passport, a share code; absent when it has none. */
    documentNumber?: string
    /** The day it expires; absent when it does not, or when that is not known. */
    expiration?: string
    /** Whether it never expires. */
    indefinite?: boolean
    /** When it was added. */
    createdAt: string
    /** Scans of it. */
    files: {
      /** What it was called when it was uploaded. */
      fileName: string
      /** The scan itself. A link for this key; one of ours works for five minutes. */
      url: string
      /** Which side it is, or what it is evidence of. `Front`: the side to read first. `Back`: the other side. `Term dates`: when a student may work full time. */
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
  }[]
  /** When the worker was created. */
  createdAt: string
}

/** With dryRun=true: nothing was wrong, and nothing was stored */
export type WorkerCreated2 = {
  /** Nothing was wrong, and nothing was stored. */
  dryRun: true
}

/** An error as problem details (RFC 9457), for whoever asks for them by `Accept: application/problem+json`. */
export type ProblemDetails = {
  /** Where this kind of error is described. */
  type: string
  /** What kind of error it is. */
  title: string
  /** The status of the answer. */
  status: number
  /** What was wrong and what would be right, for people. */
  detail: string
  /** What went wrong, for programs: one of the codes of `Problem`. */
  code: string
  /** Names this request in the logs. */
  requestId: string
}

export type GetMeParams = {
  signal?: AbortSignal
}

export type ListSitesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only the active or only the inactive ones; omitted = all. */
  status?: 'active' | 'inactive'
  /** Only records of this project: one id. */
  project?: string
  /** Text to find in name, in any case. */
  query?: string
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetCompanyParams = {
  /** Adds config: its settings, as its system of record has them. */
  includeConfig?: boolean
  signal?: AbortSignal
}

export type ListCompanyTagsParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By resourceType: what it is put on. */
  resourceType?: 'user' | 'trade'
  /** Text to find in name, in any case. */
  query?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCompanyUserPermissionsParams = {
  /** Only users of this status; omitted = all. */
  status?: 'active' | 'inactive'
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  signal?: AbortSignal
}

export type ListCompanyUserAssignmentsParams = {
  /** Only users of this status; omitted = all. */
  status?: 'active' | 'inactive'
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  signal?: AbortSignal
}

export type GetCompanyCompetencyMatrixParams = {
  /** The project whose requirements to work out; omitted = entries as they are stored. */
  projectId?: string
  signal?: AbortSignal
}

export type ListProjectConnectedAgenciesParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Text to find in agency name and e-mail, the agency’s own and the connection’s, in any case. */
  query?: string
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'name' | 'createdAt' | 'updatedAt' | 'tier'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListExpensesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether the company has agreed to pay it. */
  status?: 'pending' | 'approved' | 'rejected'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these timesheets: ids, comma-separated. Those before the company’s cutoff, which no answer shows, find nothing. */
  timesheet?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By category: what it is for. */
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  /** Text to find in category, description, in any case. */
  query?: string
  /** The date that from and to apply to, default date. */
  dateField?: 'date' | 'createdAt' | 'updatedAt' | 'approvalDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'date' | 'value' | 'status' | 'category'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetExpenseParams = {
  signal?: AbortSignal
}

export type GetExpenseTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether the company has agreed to pay it. */
  status?: 'pending' | 'approved' | 'rejected'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these timesheets: ids, comma-separated. Those before the company’s cutoff, which no answer shows, find nothing. */
  timesheet?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By category: what it is for. */
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  /** Text to find in category, description, in any case. */
  query?: string
  /** The date that from and to apply to, default date. */
  dateField?: 'date' | 'createdAt' | 'updatedAt' | 'approvalDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as date:month; omitted = one row for all. Takes company, project, agency, worker, status, category; or by a date: date, approvalDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes value, hours. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'value' | 'hours'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListRequisitionsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: how far the request has come; open = approved, short of workers, and not switched off, which no answer shows. */
  status?: 'open' | 'raised' | 'approved' | 'filled' | 'cancelled' | 'rejected'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these cost codes: ids, comma-separated. No answer shows those of a requisition. */
  costCode?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Text to find in reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'approvedDate' | 'startDate' | 'endDate' | 'dateAccepted'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'approvedDate' | 'reqRef'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  /** Adds stageTracking: how far each worker has come. */
  includeStageTracking?: boolean
  signal?: AbortSignal
}

export type GetRequisitionParams = {
  /** Adds stageTracking: how far each worker has come. */
  includeStageTracking?: boolean
  signal?: AbortSignal
}

export type ListRecruitmentMetricsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Submissions (default), days until filled, weeks over the threshold, how far submissions got, suppliers’ answers. */
  metric?: 'rows' | 'timeToFill' | 'workersOverHours' | 'stages' | 'supplierResponses'
  /** What timeToFill and workersOverHours are grouped by, comma-separated; default all, which stands alone. Takes all, company, project, agency, month, week. */
  groupBy?: string | readonly string[]
  /** Net hours of a week beyond which workersOverHours counts a worker, default 48. */
  hoursThreshold?: number
  /** First day to include, in UTC: of acceptance (timeToFill), week ending (workersOverHours), or else creation. */
  from?: string
  /** Last day to include, in UTC: of acceptance (timeToFill), week ending (workersOverHours), or else creation. */
  to?: string
  /** What rows are sorted by, default createdAt of the requisition. */
  sortBy?: 'createdAt' | 'reqRef'
  /** Ascending or descending, of rows alone, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type CreateWorkerParams = {
  /** The agency to create the worker for; required when the key covers several. */
  agency?: string
  /** Checks everything but whether the worker is known already, and stores nothing. */
  dryRun?: boolean
  /** Makes it safe to send the same again. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type ListWorkersParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Text to find in name, reference, email, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. DocumentExpiry is the day on which any document in attachments or rightToWork expires. */
  dateField?: 'createdAt' | 'updatedAt' | 'documentExpiry'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name' | 'reference'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetWorkerParams = {
  /** Adds validations to attachments and rightToWork: who looked at it and decided what. */
  includeDocumentValidations?: boolean
  signal?: AbortSignal
}

export type ListTimesheetsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: how far the week has come. */
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these assignments: ids, comma-separated. */
  assignment?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Text to find in reference, worker.name, worker.reference, agency.name, in any case; a whole reference finds that alone. The reference of the worker is shown by GET /workers/{id}, and not here. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'start' | 'end' | 'weekEnding' | 'approvedDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'start' | 'weekEnding' | 'approvedDate' | 'timesheetRef'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  /** Adds timelogs: a log for each day. */
  includeTimelogs?: boolean
  signal?: AbortSignal
}

export type GetTimesheetParams = {
  /** Adds timelogs: a log for each day. */
  includeTimelogs?: boolean
  /** Adds versionHistory: earlier versions. */
  includeVersionHistory?: boolean
  signal?: AbortSignal
}

export type GetTimesheetTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: how far the week has come. */
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these assignments: ids, comma-separated. */
  assignment?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Text to find in reference, worker.name, worker.reference, agency.name, in any case; a whole reference finds that alone. The reference of the worker is shown by GET /workers/{id}, and not here. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'start' | 'end' | 'weekEnding' | 'approvedDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes company, project, site, agency, worker, status, supplierType, payType; or by a date: weekEnding, approvedDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes netHours, values.pay.total, values.charge.total, values.expense, values.pay.wdBasic, values.pay.wdOvertime, values.pay.wdNightwork, values.pay.weNightwork, values.pay.bankHoliday, values.pay.bankHolidayNight, values.pay.saturday, values.pay.sunday, values.pay.saturdayNightwork, values.pay.sundayNightwork, values.charge.wdBasic, values.charge.wdOvertime, values.charge.wdNightwork, values.charge.weNightwork, values.charge.bankHoliday, values.charge.bankHolidayNight, values.charge.saturday, values.charge.sunday, values.charge.saturdayNightwork, values.charge.sundayNightwork. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'netHours' | 'values.pay.total' | 'values.charge.total' | 'values.expense' | 'values.pay.wdBasic' | 'values.pay.wdOvertime' | 'values.pay.wdNightwork' | 'values.pay.weNightwork' | 'values.pay.bankHoliday' | 'values.pay.bankHolidayNight' | 'values.pay.saturday' | 'values.pay.sunday' | 'values.pay.saturdayNightwork' | 'values.pay.sundayNightwork' | 'values.charge.wdBasic' | 'values.charge.wdOvertime' | 'values.charge.wdNightwork' | 'values.charge.weNightwork' | 'values.charge.bankHoliday' | 'values.charge.bankHolidayNight' | 'values.charge.saturday' | 'values.charge.sunday' | 'values.charge.saturdayNightwork' | 'values.charge.sundayNightwork'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListInvoicesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether it has been settled. */
  status?: 'pending' | 'confirmed'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType: which way the money goes at the MSP. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By invoiceType: who bills whom. */
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'due' | 'weekEnding' | 'confirmedDate' | 'invoiceRef'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetInvoiceParams = {
  signal?: AbortSignal
}

export type GetInvoiceTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether it has been settled. */
  status?: 'pending' | 'confirmed'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType: which way the money goes at the MSP. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By invoiceType: who bills whom. */
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes invoiceType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'values.grossHours' | 'values.netHours' | 'values.subtotal' | 'values.vat' | 'values.total' | 'values.cis' | 'values.finalTotal' | 'values.expenses' | 'values.creditNotes' | 'values.netValue'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListAfpsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether it has been settled. */
  status?: 'pending' | 'confirmed'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType: which way the money goes at the MSP. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By afpType: who bills whom. */
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'due' | 'weekEnding' | 'confirmedDate' | 'invoiceRef'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetAfpParams = {
  signal?: AbortSignal
}

export type GetAfpTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: whether it has been settled. */
  status?: 'pending' | 'confirmed'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType: which way the money goes at the MSP. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By afpType: who bills whom. */
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Text to find in reference, company.name, projects.name, agency.name, msp.name, timesheets.reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes afpType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'values.grossHours' | 'values.netHours' | 'values.subtotal' | 'values.vat' | 'values.total' | 'values.cis' | 'values.finalTotal' | 'values.expenses' | 'values.creditNotes' | 'values.netValue'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCreditNotesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these invoices: ids, comma-separated. */
  invoice?: string | readonly string[]
  /** Text to find in reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'value' | 'reference'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetCreditNoteParams = {
  signal?: AbortSignal
}

export type GetCreditNoteTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these invoices: ids, comma-separated. */
  invoice?: string | readonly string[]
  /** Text to find in reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as createdAt:month; omitted = one row for all. Takes company, agency, status; or by a date: createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes value. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'value'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListBillingChecksParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By code: what is wrong. */
  code?: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
  /** By severity: how sure that is. */
  severity?: 'certain' | 'likely' | 'look'
  /** By side: for whom it was worked out. */
  side?: 'client' | 'agency' | 'msp'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these invoices: ids, comma-separated. */
  invoice?: string | readonly string[]
  /** Only records of these timesheets: ids, comma-separated. */
  timesheet?: string | readonly string[]
  /** What was decided about it: open where nobody has, or what was decided holds no longer. */
  mark?: 'open' | 'accepted' | 'disputed'
  /** Only what is at stake with so many pounds or more, whatever the sign. */
  leastAmount?: number
  /** Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none. */
  graceDays?: number
  /** First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  from?: string
  /** Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  to?: string
  /** What to sort by, default amount; records without it come last. */
  sortBy?: 'amount' | 'weekEnding' | 'since'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetBillingCheckParams = {
  signal?: AbortSignal
}

export type GetBillingCheckTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By code: what is wrong. */
  code?: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
  /** By severity: how sure that is. */
  severity?: 'certain' | 'likely' | 'look'
  /** By side: for whom it was worked out. */
  side?: 'client' | 'agency' | 'msp'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these invoices: ids, comma-separated. */
  invoice?: string | readonly string[]
  /** Only records of these timesheets: ids, comma-separated. */
  timesheet?: string | readonly string[]
  /** What was decided about it: open where nobody has, or what was decided holds no longer. */
  mark?: 'open' | 'accepted' | 'disputed'
  /** Only what is at stake with so many pounds or more, whatever the sign. */
  leastAmount?: number
  /** Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none. */
  graceDays?: number
  /** First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  from?: string
  /** Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as weekEnding:month; omitted = one row for all. Takes code, severity, side, company, agency, project; or by a date: weekEnding, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes amount, atStake. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'amount' | 'atStake'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetBillingSummaryParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** By severity: how sure that is. */
  severity?: 'certain' | 'likely' | 'look'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** What was decided about it: open where nobody has, or what was decided holds no longer. */
  mark?: 'open' | 'accepted' | 'disputed'
  /** Days after its week that a bill may take before notBilled and flowsDiffer are told, default 14, with id none. */
  graceDays?: number
  /** First day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  from?: string
  /** Last day to include, in UTC; without from and to, the last four full weeks. At most 53 weeks from one to the other, and so many from or up to one alone. */
  to?: string
  signal?: AbortSignal
}

export type MarkBillingCheckParams = {
  signal?: AbortSignal
}

export type ListAssignmentsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: how far the placement has come. */
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these requisitions: ids, comma-separated. */
  requisition?: string | readonly string[]
  /** Text to find in reference, worker.name, worker.reference, agency.name, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. ApprovedDate is when the placement was approved, which no answer shows; confirmationDate where that is not recorded. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'completedDate' | 'approvedDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'assignmentRef'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetAssignmentParams = {
  signal?: AbortSignal
}

export type GetAssignmentTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status: how far the placement has come. */
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these requisitions: ids, comma-separated. */
  requisition?: string | readonly string[]
  /** Text to find in reference, worker.name, worker.reference, agency.name, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. ApprovedDate is when the placement was approved, which no answer shows; confirmationDate where that is not recorded. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'completedDate' | 'approvedDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as startDate:month; omitted = one row for all. Takes company, project, site, trade, agency, worker, status, payType, rateType, supplierType; or by a date: startDate, endDate, completedDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListClearancesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** The day asked about, default today in UTC; not with from and to. */
  on?: string
  /** First of the days of which the worst is shown, with to; at most 366. */
  from?: string
  /** Last of the days of which the worst is shown, with from. */
  to?: string
  /** Whoever’s clearance ends within so many days is expiring, default 30. */
  days?: number
  /** On the day. */
  state?: 'cleared' | 'expiring' | 'unknown' | 'notCleared' | readonly ('cleared' | 'expiring' | 'unknown' | 'notCleared')[]
  /** The name of something asked for, in any case: whoever lacks it, or is expiring as it ends. */
  need?: string
  /** What to sort by, default until; records without it come last. */
  sortBy?: 'until' | 'worker' | 'site'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetClearanceTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these workers: ids, comma-separated. */
  worker?: string | readonly string[]
  /** The day asked about, default today in UTC; not with from and to. */
  on?: string
  /** First of the days of which the worst is shown, with to; at most 366. */
  from?: string
  /** Last of the days of which the worst is shown, with from. */
  to?: string
  /** Whoever’s clearance ends within so many days is expiring, default 30. */
  days?: number
  /** On the day. */
  state?: 'cleared' | 'expiring' | 'unknown' | 'notCleared' | readonly ('cleared' | 'expiring' | 'unknown' | 'notCleared')[]
  /** The name of something asked for, in any case: whoever lacks it, or is expiring as it ends. */
  need?: string
  /** What to group by, comma-separated, at most 4, such as site; omitted = one row for all. Takes state, site, trade, agency, need. */
  groupBy?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetGateListParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** The day asked about, default today in UTC; not with from and to. */
  on?: string
  signal?: AbortSignal
}

export type ListTradesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only the active or only the inactive ones; omitted = all. */
  status?: 'active' | 'inactive'
  /** Text to find in name, in any case. */
  query?: string
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetTradeParams = {
  /** Adds rates: those of the trade that the key may see. */
  includeRates?: boolean
  /** Adds competencyMatrix: what workers must hold, by company and sector. */
  includeCompetencyMatrix?: boolean
  signal?: AbortSignal
}

export type ListRatesParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these trades: ids, comma-separated. */
  trade?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** Only records of these regions: ids, comma-separated. */
  region?: string | readonly string[]
  /** Only records of these sectors: ids, comma-separated. */
  sector?: string | readonly string[]
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetRateParams = {
  signal?: AbortSignal
}

export type ListPurchaseOrdersParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By status: whether work can be booked to it, as stored. */
  status?: 'active' | 'inactive' | 'expired'
  /** Text to find in reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'start' | 'end'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'value' | 'poRef' | 'start' | 'end'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetPurchaseOrderParams = {
  signal?: AbortSignal
}

export type GetPurchaseOrderTotalsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only records of these projects: ids, comma-separated. */
  project?: string | readonly string[]
  /** Only records of these sites: ids, comma-separated. */
  site?: string | readonly string[]
  /** Only records of these agencies: ids, comma-separated. */
  agency?: string | readonly string[]
  /** By status: whether work can be booked to it, as stored. */
  status?: 'active' | 'inactive' | 'expired'
  /** Text to find in reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'start' | 'end'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to group by, comma-separated, at most 4, such as startDate:month; omitted = one row for all. Takes company, site, agency, status; or by a date: startDate, endDate, createdAt, each with :day, :week, :month, :quarter, :year. */
  groupBy?: string | readonly string[]
  /** What to add up, one path or several separated by commas. Takes value. */
  sum?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Groups a page; above 200 is read as 200. */
  limit?: number
  /** What to sort groups by, default group, its name or date; a sum is then shown too. */
  sortBy?: 'group' | 'count' | 'value'
  /** Ascending or descending, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListProjectsParams = {
  /** Only what these companies are shown: ids, comma-separated; omitted = all that the key covers. */
  company?: string | readonly string[]
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Only the active or only the inactive ones; omitted = all. */
  status?: 'active' | 'inactive'
  /** Only records of these regions: ids, comma-separated. */
  region?: string | readonly string[]
  /** Only records of these sectors: ids, comma-separated. */
  sector?: string | readonly string[]
  /** Text to find in name, reference, in any case. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate'
  /** First day to include, in UTC. */
  from?: string
  /** Last day to include, in UTC. */
  to?: string
  /** What to sort by, default createdAt; records without it come last. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name' | 'reference' | 'startDate' | 'endDate'
  /** Ascending or descending, default desc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetProjectParams = {
  signal?: AbortSignal
}

export type ListMasterTradesParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Text to find in name, in any case. */
  query?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'name'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListMasterQualificationsParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By collection: which list of a worker it goes into. */
  collection?: 'attachment' | 'rightToWork'
  /** Text to find in name, in any case. */
  query?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'name'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListAccessRuleMappingsParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Text to find in name, category, in any case. */
  query?: string
  /** What to sort by, default name; records without it come last. */
  sortBy?: 'name' | 'category'
  /** Ascending or descending, default asc whatever sortBy is. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCountriesParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Text to find in name, in any case. */
  query?: string
  signal?: AbortSignal
}

export type ListTelephoneCountryCodesParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Text to find in name, in any case. */
  query?: string
  signal?: AbortSignal
}

export type ListGendersParams = {
  /** Which page, from 1. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Text to find in name, in any case. */
  query?: string
  signal?: AbortSignal
}

export type ListEventsParams = {
  /** The cursor that the page before gave as meta.next; "now" begins at the end; omitted = the oldest that is kept. */
  after?: string
  /** Records a page; above 200 is read as 200. */
  limit?: number
  signal?: AbortSignal
}

export type ListChangesParams = {
  /** The cursor that the page before gave as meta.next; "now" begins at the end; omitted = the oldest that is kept. */
  after?: string
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only changes of these types of records, comma-separated. */
  type?: 'site' | 'company' | 'tag' | 'expense' | 'requisition' | 'worker' | 'timesheet' | 'invoice' | 'afp' | 'creditNote' | 'assignment' | 'trade' | 'rate' | 'purchaseOrder' | 'project' | readonly ('site' | 'company' | 'tag' | 'expense' | 'requisition' | 'worker' | 'timesheet' | 'invoice' | 'afp' | 'creditNote' | 'assignment' | 'trade' | 'rate' | 'purchaseOrder' | 'project')[]
  /** records adds each record as its list shows it now; total adds meta.total, how many are to come, up to 100,000. */
  include?: 'records' | 'total' | readonly ('records' | 'total')[]
  signal?: AbortSignal
}

export type Calls = {
  /** What this key is, what it may do and how much of it is used: GET /me. */
  me(params?: GetMeParams): Promise<Me>
  sites: {
    /** List sites: GET /sites. */
    list<const F extends readonly FieldOf<Site>[] | undefined = undefined>(params?: ListSitesParams & { fields?: F }): Pages<Narrow<Site, F>>
  }
  companies: {
    /** Get one company by its id or nanoid: GET /companies/{id}. */
    get(id: string, params?: GetCompanyParams): Promise<Company>
    /** List tags: GET /companies/{id}/tags. */
    tags<const F extends readonly FieldOf<CompanyTag>[] | undefined = undefined>(id: string, params?: ListCompanyTagsParams & { fields?: F }): Pages<Narrow<CompanyTag, F>>
    /** List the users of a company with what they may do in each project: GET /companies/{id}/user-permissions. */
    userPermissions<const F extends readonly FieldOf<CompanyUserPermission>[] | undefined = undefined>(id: string, params?: ListCompanyUserPermissionsParams & { fields?: F }): Pages<Narrow<CompanyUserPermission, F>>
    /** List the users of a company with their projects: GET /companies/{id}/user-assignments. */
    userAssignments<const F extends readonly FieldOf<CompanyUserAssignment>[] | undefined = undefined>(id: string, params?: ListCompanyUserAssignmentsParams & { fields?: F }): Pages<Narrow<CompanyUserAssignment, F>>
    /** The competency requirements of a company, or of one of its projects: GET /companies/{id}/competency-matrix. */
    competencyMatrix(id: string, params?: GetCompanyCompetencyMatrixParams): Promise<CompanyCompetencyMatrix>
  }
  projects: {
    /** List the agencies connected to a project: GET /projects/{id}/connected-agencies. */
    connectedAgencies<const F extends readonly FieldOf<ProjectConnectedAgency>[] | undefined = undefined>(id: string, params?: ListProjectConnectedAgenciesParams & { fields?: F }): Pages<Narrow<ProjectConnectedAgency, F>>
    /** List projects: GET /projects. */
    list<const F extends readonly FieldOf<Project>[] | undefined = undefined>(params?: ListProjectsParams & { fields?: F }): Pages<Narrow<Project, F>>
    /** Get one project by its id or nanoid: GET /projects/{id}. */
    get(id: string, params?: GetProjectParams): Promise<Project>
  }
  expenses: {
    /** List expenses: GET /expenses. */
    list<const F extends readonly FieldOf<Expense>[] | undefined = undefined>(params?: ListExpensesParams & { fields?: F }): Pages<Narrow<Expense, F>>
    /** Get one expense by its id or nanoid: GET /expenses/{id}. */
    get(id: string, params?: GetExpenseParams): Promise<Expense>
    /** Count expenses and add them up, by groups: GET /expenses/totals. */
    totals<const F extends readonly FieldOf<ExpenseTotal>[] | undefined = undefined>(params?: GetExpenseTotalsParams & { fields?: F }): Pages<Narrow<ExpenseTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  requisitions: {
    /** List requisitions: GET /requisitions. */
    list<const F extends readonly FieldOf<Requisition>[] | undefined = undefined>(params?: ListRequisitionsParams & { fields?: F }): Pages<Narrow<Requisition, F>>
    /** Get one requisition by its id or nanoid: GET /requisitions/{id}. */
    get(id: string, params?: GetRequisitionParams): Promise<Requisition>
    /** List recruitment metrics of companies tracking stages: submissions, stages, times to fill, suppliers’ answers or workers over hours: GET /requisitions/recruitment-metrics. */
    recruitmentMetrics<const F extends readonly FieldOf<RecruitmentMetric1 | RecruitmentMetric2 | RecruitmentMetric3 | RecruitmentMetric4 | RecruitmentMetric5 | RecruitmentMetric6>[] | undefined = undefined>(params?: ListRecruitmentMetricsParams & { fields?: F }): Pages<Narrow<RecruitmentMetric1 | RecruitmentMetric2 | RecruitmentMetric3 | RecruitmentMetric4 | RecruitmentMetric5 | RecruitmentMetric6, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records that match, on all pages. */
      total: number
      /** With metric=rows: of everything that matches, not of this page alone. */
      withdrawalSummary?: {
        /** How many workers were put forward. */
        submissions: number
        /** How many of them have a dated withdrawal. */
        withdrawn: number
        /** Percent of them, such as 12.5, to two decimals; 0 when there are none. */
        ratePercent: number
      }
      /** With metric=stages: of everything that matches. */
      stageSummary?: {
        /** How many workers were put forward: here and left together. */
        submissions: number
        /** How many are still on their way, or have arrived. */
        here: number
        /** How many have left: withdrawn, turned down, or without their documents. */
        left: number
        /** How many of those withdrew and have not come back. */
        withdrawn: number
        /** Of all submissions, to two decimals. */
        withdrawnPercent: number
        /** How many withdrew once and came back. */
        cameBack: number
        /** From being put forward to withdrawing, of those withdrawn; null when unknown. */
        medianDaysToWithdrawal: number | null
      }
      /** What was measured; not with rows. */
      metric?: string
      /** What groups were made by; not with rows. */
      groupBy?: string
      /** The date that from and to apply to; not with rows. */
      dateField?: string
      /** IQR_1_5; with timeToFill. */
      outlierRule?: string
      /** netHours; with workersOverHours. */
      hoursField?: string
      /** With records: what they have in common, in words. */
      counted?: string
      /** With records: what their values add up to; null where none has one. */
      sum?: number | null
    }>
  }
  workers: {
    /** Create a worker, with documents, for an agency: POST /workers. */
    create(body: WithUploads<NewWorker>, params?: CreateWorkerParams): Promise<WorkerCreated1 | WorkerCreated2>
    /** List workers: GET /workers. */
    list<const F extends readonly FieldOf<Worker>[] | undefined = undefined>(params?: ListWorkersParams & { fields?: F }): Pages<Narrow<Worker, F>>
    /** Get one worker by its id or nanoid: GET /workers/{id}. */
    get(id: string, params?: GetWorkerParams): Promise<Worker>
  }
  timesheets: {
    /** List timesheets: GET /timesheets. */
    list<const F extends readonly FieldOf<TimesheetSummary>[] | undefined = undefined>(params?: ListTimesheetsParams & { fields?: F }): Pages<Narrow<TimesheetSummary, F>>
    /** Get one timesheet by its id or nanoid: GET /timesheets/{id}. */
    get(id: string, params?: GetTimesheetParams): Promise<Timesheet>
    /** Count timesheets and add them up, by groups: GET /timesheets/totals. */
    totals<const F extends readonly FieldOf<TimesheetTotal>[] | undefined = undefined>(params?: GetTimesheetTotalsParams & { fields?: F }): Pages<Narrow<TimesheetTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  invoices: {
    /** List invoices: GET /invoices. */
    list<const F extends readonly FieldOf<Invoice>[] | undefined = undefined>(params?: ListInvoicesParams & { fields?: F }): Pages<Narrow<Invoice, F>>
    /** Get one invoice by its id or nanoid: GET /invoices/{id}. */
    get(id: string, params?: GetInvoiceParams): Promise<Invoice>
    /** Count invoices and add them up, by groups: GET /invoices/totals. */
    totals<const F extends readonly FieldOf<InvoiceTotal>[] | undefined = undefined>(params?: GetInvoiceTotalsParams & { fields?: F }): Pages<Narrow<InvoiceTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  afps: {
    /** List AfPs: GET /afps. */
    list<const F extends readonly FieldOf<Afp>[] | undefined = undefined>(params?: ListAfpsParams & { fields?: F }): Pages<Narrow<Afp, F>>
    /** Get one AfP by its id or nanoid: GET /afps/{id}. */
    get(id: string, params?: GetAfpParams): Promise<Afp>
    /** Count AfPs and add them up, by groups: GET /afps/totals. */
    totals<const F extends readonly FieldOf<AfpTotal>[] | undefined = undefined>(params?: GetAfpTotalsParams & { fields?: F }): Pages<Narrow<AfpTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  creditNotes: {
    /** List credit notes: GET /credit-notes. */
    list<const F extends readonly FieldOf<CreditNote>[] | undefined = undefined>(params?: ListCreditNotesParams & { fields?: F }): Pages<Narrow<CreditNote, F>>
    /** Get one credit note by its id or nanoid: GET /credit-notes/{id}. */
    get(id: string, params?: GetCreditNoteParams): Promise<CreditNote>
    /** Count credit notes and add them up, by groups: GET /credit-notes/totals. */
    totals<const F extends readonly FieldOf<CreditNoteTotal>[] | undefined = undefined>(params?: GetCreditNoteTotalsParams & { fields?: F }): Pages<Narrow<CreditNoteTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  billingChecks: {
    /** List billing checks: GET /billing-checks. */
    list<const F extends readonly FieldOf<BillingCheck>[] | undefined = undefined>(params?: ListBillingChecksParams & { fields?: F }): Pages<Narrow<BillingCheck, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records that match, on all pages. */
      total: number
      /** Whether something of these owners was written that was not looked at yet. */
      checking?: boolean
      /** What the scopes of the key leave out; empty when nothing. */
      notChecked?: {
        /** What this key is told nothing of. */
        code: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
        /** What it would need to be told. */
        scopes: string[]
      }[]
    }>
    /** Get one billing check by its id or nanoid: GET /billing-checks/{id}. */
    get(id: string, params?: GetBillingCheckParams): Promise<BillingCheck>
    /** Count billing checks and add them up, by groups: GET /billing-checks/totals. */
    totals<const F extends readonly FieldOf<BillingCheckTotal>[] | undefined = undefined>(params?: GetBillingCheckTotalsParams & { fields?: F }): Pages<Narrow<BillingCheckTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
      /** Whether something of these owners was written that was not looked at yet. */
      checking?: boolean
      /** What the scopes of the key leave out; empty when nothing. */
      notChecked?: {
        /** What this key is told nothing of. */
        code: 'notBilled' | 'billedTwice' | 'notApproved' | 'changedSinceBilled' | 'sumDiffers' | 'hoursDiffer' | 'rateDiffers' | 'outsideAssignment' | 'overlaps' | 'overOrder' | 'creditTooLarge' | 'taxDiffers' | 'afpDiffers' | 'flowsDiffer'
        /** What it would need to be told. */
        scopes: string[]
      }[]
    }>
    /** What is wrong with the bills of some weeks: what is at stake, by what and whose, and the largest findings: GET /billing-checks/summary. */
    summary(params?: GetBillingSummaryParams): Promise<BillingSummary>
    /** Mark a finding as accepted or disputed, so that it need not be looked at again, or open it again: POST /billing-checks/{id}/mark. */
    mark(id: string, body: WithUploads<MarkBillingCheck>, params?: MarkBillingCheckParams): Promise<BillingCheckMarked>
  }
  assignments: {
    /** List assignments: GET /assignments. */
    list<const F extends readonly FieldOf<AssignmentSummary>[] | undefined = undefined>(params?: ListAssignmentsParams & { fields?: F }): Pages<Narrow<AssignmentSummary, F>>
    /** Get one assignment by its id or nanoid: GET /assignments/{id}. */
    get(id: string, params?: GetAssignmentParams): Promise<Assignment>
    /** Count assignments and add them up, by groups: GET /assignments/totals. */
    totals<const F extends readonly FieldOf<AssignmentTotal>[] | undefined = undefined>(params?: GetAssignmentTotalsParams & { fields?: F }): Pages<Narrow<AssignmentTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** Always empty: these records have nothing to add up. */
        sums: Record<string, number>
      }
    }>
  }
  clearances: {
    /** List clearances: GET /clearances. */
    list<const F extends readonly FieldOf<Clearance>[] | undefined = undefined>(params?: ListClearancesParams & { fields?: F }): Pages<Narrow<Clearance, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records that match, on all pages. */
      total: number
      /** Whether something of these owners was written that was not worked out yet. */
      checking?: boolean
    }>
    /** Count clearances and add them up, by groups: GET /clearances/totals. */
    totals<const F extends readonly FieldOf<ClearanceTotal>[] | undefined = undefined>(params?: GetClearanceTotalsParams & { fields?: F }): Pages<Narrow<ClearanceTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** Always empty: these records have nothing to add up. */
        sums: Record<string, number>
      }
      /** Whether something of these owners was written that was not worked out yet. */
      checking?: boolean
    }>
    /** Who may not enter on a day and what they need, whoever starts first; or everybody, for the gate: GET /clearances/gate-list. */
    gateList(params?: GetGateListParams): Promise<GateList>
  }
  trades: {
    /** List trades: GET /trades. */
    list<const F extends readonly FieldOf<TradeSummary>[] | undefined = undefined>(params?: ListTradesParams & { fields?: F }): Pages<Narrow<TradeSummary, F>>
    /** Get one trade by its id or nanoid: GET /trades/{id}. */
    get(id: string, params?: GetTradeParams): Promise<Trade>
  }
  rates: {
    /** List rates: GET /rates. */
    list<const F extends readonly FieldOf<Rate>[] | undefined = undefined>(params?: ListRatesParams & { fields?: F }): Pages<Narrow<Rate, F>>
    /** Get one rate by its id or nanoid: GET /rates/{id}. */
    get(id: string, params?: GetRateParams): Promise<Rate>
  }
  purchaseOrders: {
    /** List purchase orders: GET /purchase-orders. */
    list<const F extends readonly FieldOf<PurchaseOrder>[] | undefined = undefined>(params?: ListPurchaseOrdersParams & { fields?: F }): Pages<Narrow<PurchaseOrder, F>>
    /** Get one purchase order by its id or nanoid: GET /purchase-orders/{id}. */
    get(id: string, params?: GetPurchaseOrderParams): Promise<PurchaseOrder>
    /** Count purchase orders and add them up, by groups: GET /purchase-orders/totals. */
    totals<const F extends readonly FieldOf<PurchaseOrderTotal>[] | undefined = undefined>(params?: GetPurchaseOrderTotalsParams & { fields?: F }): Pages<Narrow<PurchaseOrderTotal, F>, {
      /** Which page this is, from 1. */
      page: number
      /** Groups a page, as it was read: at most 200. */
      limit: number
      /** Groups, on all pages. */
      total: number
      /** Of everything that matches, on all pages. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly: a number for each path that `sum` asked for. */
        sums: Record<string, number>
      }
    }>
  }
  masterTrades: {
    /** List master trades: GET /master-trades. */
    list<const F extends readonly FieldOf<MasterTrade>[] | undefined = undefined>(params?: ListMasterTradesParams & { fields?: F }): Pages<Narrow<MasterTrade, F>>
  }
  masterQualifications: {
    /** List master qualifications: GET /master-qualifications. */
    list<const F extends readonly FieldOf<MasterQualification>[] | undefined = undefined>(params?: ListMasterQualificationsParams & { fields?: F }): Pages<Narrow<MasterQualification, F>>
  }
  accessRuleMappings: {
    /** List access rule mappings: GET /access-rule-mappings. */
    list<const F extends readonly FieldOf<AccessRuleMapping>[] | undefined = undefined>(params?: ListAccessRuleMappingsParams & { fields?: F }): Pages<Narrow<AccessRuleMapping, F>>
  }
  countries: {
    /** List countries: GET /countries. */
    list<const F extends readonly FieldOf<Country>[] | undefined = undefined>(params?: ListCountriesParams & { fields?: F }): Pages<Narrow<Country, F>>
  }
  telephoneCountryCodes: {
    /** List telephone country codes: GET /telephone-country-codes. */
    list<const F extends readonly FieldOf<TelephoneCountryCode>[] | undefined = undefined>(params?: ListTelephoneCountryCodesParams & { fields?: F }): Pages<Narrow<TelephoneCountryCode, F>>
  }
  genders: {
    /** List genders: GET /genders. */
    list<const F extends readonly FieldOf<Gender>[] | undefined = undefined>(params?: ListGendersParams & { fields?: F }): Pages<Narrow<Gender, F>>
  }
  events: {
    /** Read events in the order they happened, from a cursor on: what webhooks tell, for catching up: GET /events. */
    read(params?: ListEventsParams): Promise<Page<Event, FeedMeta>>
  }
  changes: {
    /** Read which records were written, deleted or went out of scope, from a cursor on: for keeping a mirror: GET /changes. */
    read(params?: ListChangesParams): Promise<Page<Change, FeedMeta>>
  }
}

/** Where to go on reading a feed from, and whether there is more now. */
export type FeedMeta = { limit: number; next: string; more: boolean; total?: number }

/** A body whose files may be given as Blobs. */
export type WithUploads<T> = T extends { fileName: string; content: string }
  ? T | Upload
  : T extends readonly (infer I)[]
    ? WithUploads<I>[]
    : T extends object
      ? { [K in keyof T]: WithUploads<T[K]> }
      : T

type Listed = {
  resource: string
  method: string | undefined
  verb: 'GET' | 'POST'
  path: string
  shape: 'single' | 'list' | 'feed'
  body: boolean
  /** Whether the rows of a list have ids. */
  ids: boolean
  /** Whether a list also comes whole in one answer. */
  streams: boolean
}

export const operations: readonly Listed[] = [
  { resource: 'me', method: undefined, verb: 'GET', path: '/me', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'sites', method: 'list', verb: 'GET', path: '/sites', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'companies', method: 'get', verb: 'GET', path: '/companies/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'companies', method: 'tags', verb: 'GET', path: '/companies/{id}/tags', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'companies', method: 'userPermissions', verb: 'GET', path: '/companies/{id}/user-permissions', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'companies', method: 'userAssignments', verb: 'GET', path: '/companies/{id}/user-assignments', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'companies', method: 'competencyMatrix', verb: 'GET', path: '/companies/{id}/competency-matrix', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'projects', method: 'connectedAgencies', verb: 'GET', path: '/projects/{id}/connected-agencies', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'expenses', method: 'list', verb: 'GET', path: '/expenses', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'expenses', method: 'get', verb: 'GET', path: '/expenses/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'expenses', method: 'totals', verb: 'GET', path: '/expenses/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'requisitions', method: 'list', verb: 'GET', path: '/requisitions', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'requisitions', method: 'get', verb: 'GET', path: '/requisitions/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'requisitions', method: 'recruitmentMetrics', verb: 'GET', path: '/requisitions/recruitment-metrics', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'workers', method: 'create', verb: 'POST', path: '/workers', shape: 'single', body: true, ids: false, streams: false },
  { resource: 'workers', method: 'list', verb: 'GET', path: '/workers', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'workers', method: 'get', verb: 'GET', path: '/workers/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'timesheets', method: 'list', verb: 'GET', path: '/timesheets', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'timesheets', method: 'get', verb: 'GET', path: '/timesheets/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'timesheets', method: 'totals', verb: 'GET', path: '/timesheets/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'invoices', method: 'list', verb: 'GET', path: '/invoices', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'invoices', method: 'get', verb: 'GET', path: '/invoices/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'invoices', method: 'totals', verb: 'GET', path: '/invoices/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'afps', method: 'list', verb: 'GET', path: '/afps', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'afps', method: 'get', verb: 'GET', path: '/afps/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'afps', method: 'totals', verb: 'GET', path: '/afps/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'creditNotes', method: 'list', verb: 'GET', path: '/credit-notes', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'creditNotes', method: 'get', verb: 'GET', path: '/credit-notes/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'creditNotes', method: 'totals', verb: 'GET', path: '/credit-notes/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'billingChecks', method: 'list', verb: 'GET', path: '/billing-checks', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'billingChecks', method: 'get', verb: 'GET', path: '/billing-checks/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'billingChecks', method: 'totals', verb: 'GET', path: '/billing-checks/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'billingChecks', method: 'summary', verb: 'GET', path: '/billing-checks/summary', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'billingChecks', method: 'mark', verb: 'POST', path: '/billing-checks/{id}/mark', shape: 'single', body: true, ids: false, streams: false },
  { resource: 'assignments', method: 'list', verb: 'GET', path: '/assignments', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'assignments', method: 'get', verb: 'GET', path: '/assignments/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'assignments', method: 'totals', verb: 'GET', path: '/assignments/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'clearances', method: 'list', verb: 'GET', path: '/clearances', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'clearances', method: 'totals', verb: 'GET', path: '/clearances/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'clearances', method: 'gateList', verb: 'GET', path: '/clearances/gate-list', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'trades', method: 'list', verb: 'GET', path: '/trades', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'trades', method: 'get', verb: 'GET', path: '/trades/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'rates', method: 'list', verb: 'GET', path: '/rates', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'rates', method: 'get', verb: 'GET', path: '/rates/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'purchaseOrders', method: 'list', verb: 'GET', path: '/purchase-orders', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'purchaseOrders', method: 'get', verb: 'GET', path: '/purchase-orders/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'purchaseOrders', method: 'totals', verb: 'GET', path: '/purchase-orders/totals', shape: 'list', body: false, ids: false, streams: false },
  { resource: 'projects', method: 'list', verb: 'GET', path: '/projects', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'projects', method: 'get', verb: 'GET', path: '/projects/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'masterTrades', method: 'list', verb: 'GET', path: '/master-trades', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'masterQualifications', method: 'list', verb: 'GET', path: '/master-qualifications', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'accessRuleMappings', method: 'list', verb: 'GET', path: '/access-rule-mappings', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'countries', method: 'list', verb: 'GET', path: '/countries', shape: 'list', body: false, ids: false, streams: true },
  { resource: 'telephoneCountryCodes', method: 'list', verb: 'GET', path: '/telephone-country-codes', shape: 'list', body: false, ids: false, streams: true },
  { resource: 'genders', method: 'list', verb: 'GET', path: '/genders', shape: 'list', body: false, ids: false, streams: true },
  { resource: 'events', method: 'read', verb: 'GET', path: '/events', shape: 'feed', body: false, ids: true, streams: false },
  { resource: 'changes', method: 'read', verb: 'GET', path: '/changes', shape: 'feed', body: false, ids: true, streams: false },
]

export const followed = {
  sites: { path: '/sites', type: 'site' },
  expenses: { path: '/expenses', type: 'expense' },
  requisitions: { path: '/requisitions', type: 'requisition' },
  workers: { path: '/workers', type: 'worker' },
  timesheets: { path: '/timesheets', type: 'timesheet' },
  invoices: { path: '/invoices', type: 'invoice' },
  afps: { path: '/afps', type: 'afp' },
  creditNotes: { path: '/credit-notes', type: 'creditNote' },
  assignments: { path: '/assignments', type: 'assignment' },
  trades: { path: '/trades', type: 'trade' },
  rates: { path: '/rates', type: 'rate' },
  purchaseOrders: { path: '/purchase-orders', type: 'purchaseOrder' },
  projects: { path: '/projects', type: 'project' },
} as const

/** What can be kept a copy of. */
export type Resource = keyof typeof followed

/** A row of a resource, as its list gives it. */
export type Row<R extends Resource> = Awaited<ReturnType<ReturnType<Calls[R]['list']>['page']>>['data'][number]

export type { Page, PageMeta }

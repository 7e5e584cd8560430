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
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'STORAGE_ERROR'
  | 'SERVICE_UNAVAILABLE'

export type AccessRuleMapping = {
  id: string
  name: string
  category: string
}

export type Address = {
  lineOne?: string
  lineTwo?: string
  city?: string
  region?: string
  country?: string
  code?: string
  latitude?: number
  longitude?: number
}

export type Afp = {
  id: string
  reference: string
  status: 'pending' | 'confirmed'
  company: EntityRef
  agency: EntityRef
  msp?: EntityRef
  projects: EntityRef[]
  afpType: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  mspInvoiceType?: 'receivable' | 'payable' | null
  reason?: string
  comments?: string
  vatToBeApplied?: boolean
  weekEnding?: string
  due?: string
  confirmedDate?: string
  confirmedBy?: EntityRef
  payment?: {
    reference?: string
    paymentDate?: string
    file?: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      created?: string
    }
  }
  values: {
    grossHours: number
    netHours: number
    subtotal: number
    vat: number
    total: number
    cis: number
    cisRate: number
    vatRate: number
    finalTotal: number
    expenses: number
    creditNotes: number
    netValue: number
  }
  files: {
    /** A link for this key; one of ours works for five minutes. */
    afp: string | null
    /** A link for this key; one of ours works for five minutes. */
    timesheetSnapshot: string | null
  }
  timesheets: ReferenceRef[]
  createdAt: string
  updatedAt: string
}

export type AfpTotal = {
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient' | null
  company?: EntityRef | null
  agency?: EntityRef | null
  msp?: EntityRef | null
  status?: 'pending' | 'confirmed' | null
  mspInvoiceType?: 'receivable' | 'payable' | null
  weekEnding?: string | null
  due?: string | null
  confirmedDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sums: Record<string, number>
}

export type Assignment = {
  id: string
  reference: string
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  payType: 'hourly' | 'daily'
  rateType: 'cis' | 'paye' | 'psc'
  supplierType: 'agency' | 'umbrella'
  company: EntityRef
  project: EntityRef
  region?: EntityRef
  sector?: EntityRef
  site?: EntityRef
  trade?: EntityRef
  tag?: EntityRef
  agency: EntityRef
  umbrella?: string
  worker: {
    id: string | null
    reference: string
    name: string
  }
  /** Shown where the key could fetch the record it names. */
  requisition?: {
    id: string
    reference: string
    nanoid: string
  }
  costCode?: CostCode
  startDate?: string
  endDate?: string
  timesheetStartDate?: string
  completedDate?: string
  confirmationDate?: string
  purchaseOrder?: string
  rates?: {
    pay: number
    charge: number
  }
  values?: Record<string, unknown>
  rateUplifts?: {
    bh?: number
    bhNw?: number
    wdOt?: number
    sat?: number
    sun?: number
    wdNw?: number
    weNw?: number
  }
  enhancedUplifts?: {
    enabled: boolean
    mode?: string
    weekly?: {
      threshold?: number
      enforce?: boolean
      reduce?: boolean
      nightThreshold?: number
      nightEnforce?: boolean
      backshiftThreshold?: number
      backshiftEnforce?: boolean
      blockThresholds?: Record<string, number>
      nightBlockThresholds?: Record<string, number>
      backshiftBlockThresholds?: Record<string, number>
    }
    breakdown?: {
      date: string
      dayOfWeek: string
      shiftType?: string
      blockStartHour: number
      blockEndHour: number
      blockHours: number
      upliftPercentage: number
      chargeRate: number
      chargeValue: number
      payRate: number
      payValue: number
    }[]
  }
  shiftPattern?: {
    m?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    t?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    w?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    th?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    f?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    s?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    su?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
  }
  cancellation?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  reinstatement?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  ended?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  /** Shown where the key could fetch the record it names. */
  clone?: {
    date: string
    /** Shown where the key could fetch the record it names. */
    original: ReferenceRef
  }
  /** Shown where the key could fetch the record it names. */
  replacement?: {
    /** Shown where the key could fetch the record it names. */
    replacedBy?: ReferenceRef
    /** Shown where the key could fetch the record it names. */
    replacementFor?: ReferenceRef
    /** Shown where the key could fetch the record it names. */
    requisition?: {
      id: string
      reference: string
      nanoid: string
    }
    reason?: string
    type?: 'temporary' | 'permanent'
  }
  assignedBy?: EntityRef
  activities: {
    created: string
    activityType: string
    user?: string
    userId?: string
    /** Shown where the key could fetch the record it names. */
    entity?: {
      id: string
      name: string
    }
    reason?: string
    comments?: string
    message?: string
  }[]
  competencyRequirements?: Requirement[]
  customDocuments: {
    id: string
    name: string
    description?: string
    required: boolean
    uploadPermissions: {
      company: boolean
      supplier: boolean
    }
    /** A link for this key; one of ours works for five minutes. */
    attachment: string | null
    uploadedBy: string | null
    uploadedAt?: string
    expiry: string | null
    inactive?: boolean
  }[]
  customFields?: CustomField[]
  metaFields: {
    id: string
    title: string
    type: 'freeText' | 'dynamicField'
    value: unknown
    display: ('ui' | 'pdf')[]
  }[]
  /** Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  lodgeApplicable?: boolean
  lodge?: {
    dailyAmountOverride?: number
    address?: Address
    distanceMiles?: number
    travel?: {
      walkMinutes?: number
      busMinutes?: number
      carMinutes?: number
      trainMinutes?: number
      calculatedAt?: string
    }
  }
  sdc?: {
    status?: string
    /** A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  sds?: {
    status?: string
    /** A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** A link for this key; one of ours works for five minutes. */
  kid?: string
  createdAt: string
  updatedAt: string
  workActivity?: string
  rateOverrides?: {
    markup?: {
      active: boolean
      value: number
    }
    employerCosts?: {
      active: boolean
      value: number
    }
  }
  workerDistanceToSite?: number
  workerLodgeDistanceToSite?: number
  weeksElapsed?: number
}

export type AssignmentSummary = {
  id: string
  reference: string
  status: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  payType: 'hourly' | 'daily'
  rateType: 'cis' | 'paye' | 'psc'
  supplierType: 'agency' | 'umbrella'
  company: EntityRef
  project: EntityRef
  region?: EntityRef
  sector?: EntityRef
  site?: EntityRef
  trade?: EntityRef
  tag?: EntityRef
  agency: EntityRef
  umbrella?: string
  worker: {
    id: string | null
    reference: string
    name: string
  }
  /** Shown where the key could fetch the record it names. */
  requisition?: {
    id: string
    reference: string
    nanoid: string
  }
  costCode?: CostCode
  startDate?: string
  endDate?: string
  timesheetStartDate?: string
  completedDate?: string
  confirmationDate?: string
  purchaseOrder?: string
  rates?: {
    pay: number
    charge: number
  }
  values?: Record<string, unknown>
  rateUplifts?: {
    bh?: number
    bhNw?: number
    wdOt?: number
    sat?: number
    sun?: number
    wdNw?: number
    weNw?: number
  }
  enhancedUplifts?: {
    enabled: boolean
    mode?: string
    weekly?: {
      threshold?: number
      enforce?: boolean
      reduce?: boolean
      nightThreshold?: number
      nightEnforce?: boolean
      backshiftThreshold?: number
      backshiftEnforce?: boolean
      blockThresholds?: Record<string, number>
      nightBlockThresholds?: Record<string, number>
      backshiftBlockThresholds?: Record<string, number>
    }
    breakdown?: {
      date: string
      dayOfWeek: string
      shiftType?: string
      blockStartHour: number
      blockEndHour: number
      blockHours: number
      upliftPercentage: number
      chargeRate: number
      chargeValue: number
      payRate: number
      payValue: number
    }[]
  }
  shiftPattern?: {
    m?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    t?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    w?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    th?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    f?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    s?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
    su?: {
      start: number
      end: number
      active: boolean
      break: number
      night: boolean
    }
  }
  cancellation?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  reinstatement?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  ended?: {
    reason?: string
    date?: string
    comments?: string
    user?: EntityRef
  }
  /** Shown where the key could fetch the record it names. */
  clone?: {
    date: string
    /** Shown where the key could fetch the record it names. */
    original: ReferenceRef
  }
  /** Shown where the key could fetch the record it names. */
  replacement?: {
    /** Shown where the key could fetch the record it names. */
    replacedBy?: ReferenceRef
    /** Shown where the key could fetch the record it names. */
    replacementFor?: ReferenceRef
    /** Shown where the key could fetch the record it names. */
    requisition?: {
      id: string
      reference: string
      nanoid: string
    }
    reason?: string
    type?: 'temporary' | 'permanent'
  }
  assignedBy?: EntityRef
  activities: {
    created: string
    activityType: string
    user?: string
    userId?: string
    /** Shown where the key could fetch the record it names. */
    entity?: {
      id: string
      name: string
    }
    reason?: string
    comments?: string
    message?: string
  }[]
  competencyRequirements?: Requirement[]
  customDocuments: {
    id: string
    name: string
    description?: string
    required: boolean
    uploadPermissions: {
      company: boolean
      supplier: boolean
    }
    /** A link for this key; one of ours works for five minutes. */
    attachment: string | null
    uploadedBy: string | null
    uploadedAt?: string
    expiry: string | null
    inactive?: boolean
  }[]
  customFields?: CustomField[]
  metaFields: {
    id: string
    title: string
    type: 'freeText' | 'dynamicField'
    value: unknown
    display: ('ui' | 'pdf')[]
  }[]
  /** Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  lodgeApplicable?: boolean
  lodge?: {
    dailyAmountOverride?: number
    address?: Address
    distanceMiles?: number
    travel?: {
      walkMinutes?: number
      busMinutes?: number
      carMinutes?: number
      trainMinutes?: number
      calculatedAt?: string
    }
  }
  sdc?: {
    status?: string
    /** A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  sds?: {
    status?: string
    /** A link for this key; one of ours works for five minutes. */
    attachment?: string
  }
  /** A link for this key; one of ours works for five minutes. */
  kid?: string
  createdAt: string
  updatedAt: string
}

export type AssignmentTotal = {
  company?: EntityRef | null
  project?: EntityRef | null
  site?: EntityRef | null
  trade?: EntityRef | null
  agency?: EntityRef | null
  worker?: {
    id: string | null
    reference: string
    name: string
  } | null
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended' | null
  payType?: 'hourly' | 'daily' | null
  rateType?: 'cis' | 'paye' | 'psc' | null
  supplierType?: 'agency' | 'umbrella' | null
  startDate?: string | null
  endDate?: string | null
  completedDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** Always empty: these records have nothing to add up. */
  sums: Record<string, number>
}

export type Change = {
  type: 'site' | 'company' | 'tag' | 'expense' | 'requisition' | 'worker' | 'timesheet' | 'invoice' | 'afp' | 'creditNote' | 'assignment' | 'trade' | 'rate' | 'purchaseOrder' | 'project'
  id: string
  change: 'upserted' | 'deleted' | 'out_of_scope'
  at: string
  /** With include=records: the record as its list shows it now, at its last mention on the page; absent where it is gone or not visible any more. */
  record?: Site | Company | CompanyTag | Expense | Requisition | Worker | TimesheetSummary | Invoice | Afp | CreditNote | AssignmentSummary | TradeSummary | Rate | PurchaseOrder | Project
}

export type Company = {
  id: string
  name: string
  prefix: string
  active: boolean
  companyNumber?: string
  industry?: string
  email?: string
  phone?: Phone
  address?: Address
  finance?: {
    vat?: string
    accountName?: string
    bankName?: string
    accountNumber?: string
    sortCode?: string
    paymentTerms?: PaymentTerms
  }
  projectCount: number
  createdAt: string
  updatedAt: string
  config?: Record<string, unknown>
}

export type CompanyCompetencyMatrix = {
  company: EntityRef
  project?: EntityRef
  entries: {
    trade: EntityRef
    project: EntityRef | null
    sector: EntityRef | null
    source: 'project' | 'sector' | 'company'
    requirements: Requirement[]
  }[]
}

export type CompanyTag = {
  id: string
  reference?: string
  name: string
  description?: string
  company: string
  mandatory: boolean
  resourceType: 'user' | 'trade'
  createdAt: string
  updatedAt: string
}

export type CompanyUserAssignment = {
  id: string
  name: string
  email?: string
  role?: string
  customRole: {
    id: string
    name: string
  } | null
  jobTitle?: string
  status: 'Active' | 'Inactive'
  projects: {
    id: string
    name: string
  }[]
}

export type CompanyUserPermission = {
  id: string
  name: string
  email?: string
  role?: string
  customRole: {
    id: string
    name: string
  } | null
  jobTitle?: string
  status: 'Active' | 'Inactive'
  projects: {
    id: string
    name: string
    permissions: {
      id: string
      name: string
      category: string
      permitted: boolean
    }[]
  }[]
}

export type CostCode = {
  name: string
  description?: string
}

export type Country = {
  code: string
  name: string
}

export type CreditNote = {
  id: string
  reference: string
  company: EntityRef
  agency: EntityRef
  /** Shown where the key could fetch the record it names. */
  invoice?: ReferenceRef
  value: number
  reason?: string
  status: string
  createdAt: string
  updatedAt: string
}

export type CreditNoteTotal = {
  company?: EntityRef | null
  agency?: EntityRef | null
  status?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: value. */
  sums: Record<string, number>
}

export type CustomField = {
  fieldId: string | null
  label: string
  fieldType: string
  value: unknown
}

export type EntityRef = {
  id: string | null
  name: string
}

export type Event = {
  id: string
  type: 'requisition_worker_submitted' | 'requisition_worker_stage_updated' | 'requisition_worker_rejected' | 'requisition_assigned' | 'requisition_filled' | 'requisition_cancelled' | 'assignment_trade_updated' | 'assignment_rates_updated' | 'assignment_shift_updated' | 'assignment_dates_updated' | 'assignment_cancelled' | 'assignment_reinstated' | 'assignment_ended' | 'timesheet_approval_requested' | 'purchase_order_amended' | 'worker_erased'
  createdAt: string
  data: Record<string, {
    id: string
  }>
}

export type Expense = {
  id: string
  worker: {
    id: string | null
    reference: string
    name: string
  }
  /** Shown where the key could fetch the record it names. */
  timesheet?: ReferenceRef
  company: EntityRef
  project: EntityRef
  agency: EntityRef
  status: 'pending' | 'approved' | 'rejected'
  category: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  description?: string
  date: string
  value: number
  hours?: number
  rate?: {
    value: number
    description?: string
  }
  wra?: {
    applicable: boolean
    dailyAmount?: number
    daysPaid?: number
  }
  costCode?: CostCode
  receipts: {
    fileName?: string
    /** A link for this key; one of ours works for five minutes. */
    url?: string
    created?: string
  }[]
  noReceiptReason?: string
  createdBy?: EntityRef
  approvedBy?: EntityRef
  approvalDate?: string
  /** Shown where the key could fetch the record it names. */
  invoice?: ReferenceRef
  /** Shown where the key could fetch the record it names. */
  afp?: ReferenceRef
  createdAt: string
  updatedAt: string
}

export type ExpenseTotal = {
  company?: EntityRef | null
  project?: EntityRef | null
  agency?: EntityRef | null
  worker?: {
    id: string | null
    reference: string
    name: string
  } | null
  status?: 'pending' | 'approved' | 'rejected' | null
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles' | null
  date?: string | null
  approvalDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: value, hours. */
  sums: Record<string, number>
}

export type Gender = {
  name: string
}

export type Invoice = {
  id: string
  reference: string
  status: 'pending' | 'confirmed'
  company: EntityRef
  agency: EntityRef
  msp?: EntityRef
  projects: EntityRef[]
  invoiceType: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  mspInvoiceType?: 'receivable' | 'payable' | null
  reason?: string
  comments?: string
  vatToBeApplied?: boolean
  weekEnding?: string
  due?: string
  confirmedDate?: string
  confirmedBy?: EntityRef
  payment?: {
    reference?: string
    paymentDate?: string
    file?: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      created?: string
    }
  }
  values: {
    grossHours: number
    netHours: number
    subtotal: number
    vat: number
    total: number
    cis: number
    cisRate: number
    vatRate: number
    finalTotal: number
    expenses: number
    creditNotes: number
    netValue: number
  }
  files: {
    /** A link for this key; one of ours works for five minutes. */
    invoice: string | null
    /** A link for this key; one of ours works for five minutes. */
    timesheetSnapshot: string | null
  }
  timesheets: ReferenceRef[]
  createdAt: string
  updatedAt: string
}

export type InvoiceTotal = {
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient' | null
  company?: EntityRef | null
  agency?: EntityRef | null
  msp?: EntityRef | null
  status?: 'pending' | 'confirmed' | null
  mspInvoiceType?: 'receivable' | 'payable' | null
  weekEnding?: string | null
  due?: string | null
  confirmedDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sums: Record<string, number>
}

export type MasterQualification = {
  id: string
  name: string
  collection: 'attachment' | 'rightToWork'
  documentNumber: 'required' | 'optional' | 'none'
  expiry: 'required' | 'optional' | 'none'
  minimumFiles: number
  smartCheck?: string
  agencySpecific: boolean
  mayBePast?: boolean
  homeOfficeCheck?: boolean
  createdAt?: string
  updatedAt?: string
}

export type MasterTrade = {
  id: string
  name: string
  createdAt?: string
  updatedAt?: string
}

export type Me = {
  name: string
  description?: string
  scopes: string[]
  rateLimitPerMinute: number
  rateLimitPerDay: number
  ipAllowlist?: string[]
  expiresAt?: string
  lastUsedAt?: string
  usage: {
    requestsToday: number
    remainingToday: number
    resetsAt: string
  }
  companies?: {
    id: string
    name: string
  }[]
  agencies?: {
    id: string
    name: string
  }[]
  createdAt: string
}

export type Money = {
  pay: number
  emp: number
  margin: number
  charge: number
}

export type NameEmail = {
  name: string
  email?: string
}

export type NewWorker = {
  firstName: string
  lastName: string
  dob: string
  email: string
  phone: string
  /** From the telephone country code list, with its + */
  countryCode: string
  gender: 'Male' | 'Female' | 'Non-binary' | 'Prefer not to say'
  /** From the countries list */
  nationality: string
  /** UK National Insurance or Irish PPS number */
  nationalIns?: string
  /** Passport number or share code */
  passportNo?: string
  address: {
    lineOne: string
    lineTwo?: string
    city: string
    region?: string
    /** From the countries list */
    country: string
    code: string
    latitude?: number
    longitude?: number
  }
  /** Master trade ids */
  trades: string[]
  /** The agency’s own identifier for the worker */
  agencyId: string
  /** The agency holds the worker’s written consent */
  consent: true
  attachments?: {
    /** From the master qualifications list */
    documentId: string
    documentNumber?: string
    expiration?: string
    files: {
      fileName: string
      /** The whole file as a base64 data URL: data:<mime>;base64,<data>; PDF, JPEG or PNG */
      content: string
      docType?: 'Front' | 'Back'
    }[]
  }[]
  rightToWork?: {
    /** From the master qualifications list */
    documentId: string
    documentNumber?: string
    expiration?: string
    files: {
      fileName: string
      /** The whole file as a base64 data URL: data:<mime>;base64,<data>; PDF, JPEG or PNG */
      content: string
      docType?: 'Front' | 'Back'
    }[]
  }[]
}

export type PaymentTerms = {
  days: number
  term: string
}

export type Phone = {
  countryCode: string
  number: string
}

export type Project = {
  id: string
  reference?: string
  name: string
  active: boolean
  company: EntityRef
  region?: EntityRef
  sector?: EntityRef
  address?: Address
  startDate?: string
  endDate?: string
  sites: number
  createdAt: string
  updatedAt: string
}

export type ProjectConnectedAgency = {
  id: string
  agency: EntityRef
  supplierType: 'agency' | 'umbrella'
  connectionLevel: 'project' | 'company'
  cis?: {
    name: string
    value: number
    display?: string
  } | null
  tier?: number
  restricted?: boolean
  invoice?: boolean
  drc?: boolean
  afp?: boolean
  email?: string | null
  paymentTerms?: PaymentTerms | null
  markupAdjustment?: number
  tradeMarkupAdjustments?: {
    trade: EntityRef
    adjustment: number
  }[]
  rateUplifts?: {
    description?: string
    type?: string
    uplift?: number
    regions?: {
      id: string
      name?: string
      uplift: number
    }[]
  }[]
  tradeUpliftOverrides?: {
    trade: EntityRef
    mode: 'standard' | 'enhanced'
    rateUplifts?: {
      description?: string
      type?: string
      uplift?: number
      regions?: {
        id: string
        name?: string
        uplift: number
      }[]
    }[]
    enhancedUplifts?: {
      enabled: boolean
      mode?: string
      weekly?: {
        threshold?: number
        enforce?: boolean
        reduce?: boolean
        nightThreshold?: number
        nightEnforce?: boolean
        backshiftThreshold?: number
        backshiftEnforce?: boolean
        blockThresholds?: Record<string, number>
        nightBlockThresholds?: Record<string, number>
        backshiftBlockThresholds?: Record<string, number>
      }
      breakdown?: {
        date: string
        dayOfWeek: string
        shiftType?: string
        blockStartHour: number
        blockEndHour: number
        blockHours: number
        upliftPercentage: number
        chargeRate: number
        chargeValue: number
        payRate: number
        payValue: number
      }[]
    }
  }[]
  createdAt: string
  updatedAt: string
}

export type PurchaseOrder = {
  id: string
  reference: string
  status: 'active' | 'inactive' | 'expired'
  startDate?: string
  endDate?: string
  value: number
  company: EntityRef
  site?: EntityRef
  agency?: EntityRef
  projects: EntityRef[]
  trades: EntityRef[]
  allTrades?: boolean
  tradeOption?: string
  tag?: EntityRef
  reinstated?: {
    user: EntityRef
    date: string
  }
  revoked?: {
    user: EntityRef
    date: string
  }
  createdAt: string
  updatedAt: string
}

export type PurchaseOrderTotal = {
  company?: EntityRef | null
  site?: EntityRef | null
  agency?: EntityRef | null
  status?: 'active' | 'inactive' | 'expired' | null
  startDate?: string | null
  endDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: value. */
  sums: Record<string, number>
}

export type Rate = {
  id: string
  region?: EntityRef
  sector?: EntityRef
  project: EntityRef | null
  agency: EntityRef | null
  trade: EntityRef
  company: EntityRef
  rates: {
    cis: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
    paye: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
    psc: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
  }
  dayRates: {
    cis: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
    paye: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
    psc: {
      pay: number
      emp: number
      margin: number
      charge: number
      comparablePayRate?: number
    } | null
  }
  pieceRates: {
    id: string
    code: string
    name: string
    unitLabel: string
    unitLabelPlural: string
    frequency: 'daily' | 'weekly'
    values: {
      cis: Money | null
      paye: Money | null
      psc: Money | null
    }
  }[]
  createdAt: string
  updatedAt: string
}

export type RecruitmentMetric1 = {
  reqRef: string
  reqCreated: string
  reqReopened: string
  reqStart: string
  project: string
  trade: string
  supplier: string
  worker: string
  submitted: string
  cvReviewed: string
  interviewed: string
  offerMade: string
  offerAccepted: string
  offerRejected: string
  assigned: string
  missingCompliance: string
  interviewRequested: string
  interviewBooked: string
  withdrew: string
  currentStage: string
  currentStageLabel: string
  cvRejected: 'Yes' | 'No'
  managerReviewDays: number | null
  timeToInterviewDays: number | null
  timeToOfferDays: number | null
  timeToFillDays: number | null
  timeToOfferAcceptedDays: number | null
  offerToStartDays: number | null
  requestToBookingDays: number | null
  bookingToInterviewDays: number | null
  timeToWithdrawalDays: number | null
  hasWithdrawn: boolean
  stageDates: {
    stage: string
    label: string
    enabled: boolean
    at: string
    daysFromSubmitted: number | null
    elapsedFromStage: string
    elapsedFromStageLabel: string
    elapsedDays: number | null
  }[]
}

export type RecruitmentMetric2 = {
  group: string
  rawCount: number
  excludedOutliers: number
  iqrBounds: {
    lower: number
    upper: number
  }
  values: {
    count: number
    averageDays: number
    medianDays: number
    minDays: number
    maxDays: number
    p25Days: number
    p75Days: number
  }
}

export type RecruitmentMetric3 = {
  group: string
  values: {
    thresholdHours: number
    hoursField: string
    workerWeeks: number
    workersOverThreshold: number
    distinctWorkersOverThreshold: number
    totalHours: number
    averageWeeklyHours: number
    maxWeeklyHours: number
  }
}

/** Shown where the key could fetch the record it names. */
export type ReferenceRef = {
  id: string
  reference: string
}

export type Requirement = {
  rule: string
  items: {
    name: string
  }[]
  groups: {
    items: {
      name: string
    }[]
  }[]
}

export type Requisition = {
  id: string
  reference: string
  status: 'raised' | 'approved' | 'filled' | 'cancelled' | 'rejected'
  quantity: number
  autoAssign?: boolean
  requestor?: NameEmail
  approver?: NameEmail
  approvalStages: {
    stage: number
    name: string
    approved: boolean
    approvedAt: string | null
    approver: NameEmail | null
  }[]
  approvedDate?: string
  company: EntityRef
  project: EntityRef
  region?: EntityRef
  sector?: EntityRef
  site?: EntityRef
  trade?: EntityRef
  activity?: EntityRef
  /** Agency-scoped keys see the entries of their own agencies. */
  agencies: {
    id: string | null
    name: string
    offered: number
    assigned: number
    dateReceived: string | null
    dateAccepted: string | null
    submissions: {
      worker: EntityRef
      submittedAt: string | null
      isRejected: boolean
      rejectionReason: string | null
      submittedBy?: EntityRef
      assignedBy?: EntityRef
    }[]
  }[]
  cancellation?: {
    reason?: string
    date: string | null
    comments?: string
  }
  customFields?: CustomField[]
  startDate?: string
  endDate?: string
  /** Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  createdAt: string
  updatedAt: string
  /** Agency-scoped keys see the entries of their own agencies. */
  stageTracking?: {
    worker: EntityRef
    agency: EntityRef
    submittedAt?: string
    isRejected: boolean
    stage: string
    stageLabel?: string
    history: {
      stage: string
      stageLabel?: string
      at: string | null
      byUserId: string | null
      byName?: string
      comments?: string
    }[]
  }[]
}

export type Site = {
  id: string
  name: string
  active: boolean
  project: EntityRef
  company: EntityRef
  email?: string
  phone?: Phone
  address?: {
    line1?: string
    city?: string
    postcode?: string
  }
  createdAt: string
  updatedAt: string
}

export type SubmissionAnswer = {
  fieldId: string
  label: string
  fieldType: string
  value: unknown
  answerScope: 'submission' | 'worker'
  submissionId: string
  workerIds: string[]
  agency: EntityRef
  worker: EntityRef | null
  displayLocations: ('requisition' | 'assignment' | 'timesheet')[]
  submittedAt?: string
  submittedBy?: EntityRef
  updatedAt: string | null
  updatedBy: EntityRef | null
}

export type TelephoneCountryCode = {
  name: string
  countries: string[]
}

export type Timesheet = {
  id: string
  reference: string
  status: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  supplierType: 'agency' | 'umbrella'
  worker: EntityRef
  /** Shown where the key could fetch the record it names. */
  assignment?: ReferenceRef
  company: EntityRef
  project: EntityRef
  site?: EntityRef
  agency: EntityRef
  payType?: string
  rateType?: string
  start: string
  end: string
  weekEnding: string
  version: number
  approvedDate?: string
  approvalRequestedBy?: {
    id: string
    name: string
    type: 'user' | 'candidate'
  }
  approvedBy?: EntityRef
  timesheetApprovers: EntityRef[]
  netHours: number
  rates?: {
    wd?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    wdNw?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    weNw?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    bh?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    bhNight?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    sat?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    sun?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    ot?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
  }
  values?: {
    pay: {
      wdBasic?: number
      wdOvertime?: number
      wdNightwork?: number
      weNightwork?: number
      bankHoliday?: number
      bankHolidayNight?: number
      saturday?: number
      sunday?: number
      saturdayNightwork?: number
      sundayNightwork?: number
      total?: number
    }
    charge: {
      wdBasic?: number
      wdOvertime?: number
      wdNightwork?: number
      weNightwork?: number
      bankHoliday?: number
      bankHolidayNight?: number
      saturday?: number
      sunday?: number
      saturdayNightwork?: number
      sundayNightwork?: number
      total?: number
    }
    expense?: number
  }
  pieceRateEntries: {
    id: string
    pieceRateId: string
    code: string
    name: string
    unitLabel: string
    unitLabelPlural: string
    frequency: 'daily' | 'weekly'
    rateType: string
    values: Money
    totals: {
      units: number
      payValue: number
      empValue: number
      marginValue: number
      chargeValue: number
    }
    lines: {
      id: string
      date?: string
      units: number
      payValue: number
      empValue: number
      marginValue: number
      chargeValue: number
      comment?: string
      costCode?: CostCode
    }[]
  }[]
  /** Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  createdAt: string
  updatedAt: string
  timelogs?: {
    id: string
    status: string
    date: string
    start: string
    end: string
    shiftType?: string
    breaks: number
    rateDescription?: string
    hours: {
      standard: number
      overtime: number
      total: number
    }
    rates: Money
    values: {
      pay: {
        standard: number
        overtime: number
        total: number
      }
      emp: {
        standard: number
        overtime: number
        total: number
      }
      margin: {
        standard: number
        overtime: number
        total: number
      }
      charge: {
        standard: number
        overtime: number
        total: number
      }
    }
    absenceAuthorized?: boolean
    absenceReason?: string
    costCodeAllocations?: {
      costCode: CostCode
      hours: number
    }[]
  }[]
  versionHistory?: {
    version: number
    snapshotReason: string
    snapshotAt: string
    netHours: number
    expenseValue: number
    values: {
      pay: {
        wdBasic?: number
        wdOvertime?: number
        wdNightwork?: number
        weNightwork?: number
        bankHoliday?: number
        bankHolidayNight?: number
        saturday?: number
        sunday?: number
        saturdayNightwork?: number
        sundayNightwork?: number
        total?: number
      }
      charge: {
        wdBasic?: number
        wdOvertime?: number
        wdNightwork?: number
        weNightwork?: number
        bankHoliday?: number
        bankHolidayNight?: number
        saturday?: number
        sunday?: number
        saturdayNightwork?: number
        sundayNightwork?: number
        total?: number
      }
      expense?: number
    }
    rates: {
      wd?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      wdNw?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      weNw?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      bh?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      bhNight?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      sat?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      sun?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
      ot?: {
        pay: number
        emp: number
        margin: number
        charge: number
        uplift: number | null
      }
    }
  }[]
}

export type TimesheetSummary = {
  id: string
  reference: string
  status: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  supplierType: 'agency' | 'umbrella'
  worker: EntityRef
  /** Shown where the key could fetch the record it names. */
  assignment?: ReferenceRef
  company: EntityRef
  project: EntityRef
  site?: EntityRef
  agency: EntityRef
  payType?: string
  rateType?: string
  start: string
  end: string
  weekEnding: string
  version: number
  approvedDate?: string
  approvalRequestedBy?: {
    id: string
    name: string
    type: 'user' | 'candidate'
  }
  approvedBy?: EntityRef
  timesheetApprovers: EntityRef[]
  netHours: number
  rates?: {
    wd?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    wdNw?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    weNw?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    bh?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    bhNight?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    sat?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    sun?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
    ot?: {
      pay: number
      emp: number
      margin: number
      charge: number
      uplift: number | null
    }
  }
  values?: {
    pay: {
      wdBasic?: number
      wdOvertime?: number
      wdNightwork?: number
      weNightwork?: number
      bankHoliday?: number
      bankHolidayNight?: number
      saturday?: number
      sunday?: number
      saturdayNightwork?: number
      sundayNightwork?: number
      total?: number
    }
    charge: {
      wdBasic?: number
      wdOvertime?: number
      wdNightwork?: number
      weNightwork?: number
      bankHoliday?: number
      bankHolidayNight?: number
      saturday?: number
      sunday?: number
      saturdayNightwork?: number
      sundayNightwork?: number
      total?: number
    }
    expense?: number
  }
  pieceRateEntries: {
    id: string
    pieceRateId: string
    code: string
    name: string
    unitLabel: string
    unitLabelPlural: string
    frequency: 'daily' | 'weekly'
    rateType: string
    values: Money
    totals: {
      units: number
      payValue: number
      empValue: number
      marginValue: number
      chargeValue: number
    }
    lines: {
      id: string
      date?: string
      units: number
      payValue: number
      empValue: number
      marginValue: number
      chargeValue: number
      comment?: string
      costCode?: CostCode
    }[]
  }[]
  /** Agency-scoped keys see the entries of their own agencies. */
  submissionAnswers: SubmissionAnswer[]
  createdAt: string
  updatedAt: string
  timelogs?: {
    id: string
    status: string
    date: string
    start: string
    end: string
    shiftType?: string
    breaks: number
    rateDescription?: string
    hours: {
      standard: number
      overtime: number
      total: number
    }
    rates: Money
    values: {
      pay: {
        standard: number
        overtime: number
        total: number
      }
      emp: {
        standard: number
        overtime: number
        total: number
      }
      margin: {
        standard: number
        overtime: number
        total: number
      }
      charge: {
        standard: number
        overtime: number
        total: number
      }
    }
    absenceAuthorized?: boolean
    absenceReason?: string
    costCodeAllocations?: {
      costCode: CostCode
      hours: number
    }[]
  }[]
}

export type TimesheetTotal = {
  company?: EntityRef | null
  project?: EntityRef | null
  site?: EntityRef | null
  agency?: EntityRef | null
  worker?: EntityRef | null
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent' | null
  supplierType?: 'agency' | 'umbrella' | null
  payType?: string | null
  weekEnding?: string | null
  approvedDate?: string | null
  createdAt?: string | null
  /** How many records. */
  count: number
  /** What they add up to, exactly, by what `sum` asked for: netHours, values.pay.total, values.charge.total, values.expense. */
  sums: Record<string, number>
}

export type Trade = {
  id: string
  name: string
  description?: string
  active: boolean
  company: EntityRef
  masterTrade?: EntityRef
  tags: {
    id: string | null
    name: string
    description?: string
  }[]
  createdAt: string
  updatedAt: string
  rates?: {
    id: string
    region?: EntityRef
    sector?: EntityRef
    project: EntityRef | null
    agency: EntityRef | null
    rates: {
      cis: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
      paye: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
      psc: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
    }
    dayRates: {
      cis: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
      paye: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
      psc: {
        pay: number
        emp: number
        margin: number
        charge: number
        comparablePayRate?: number
      } | null
    }
    pieceRates: {
      id: string
      code: string
      name: string
      unitLabel: string
      unitLabelPlural: string
      frequency: 'daily' | 'weekly'
      values: {
        cis: Money | null
        paye: Money | null
        psc: Money | null
      }
    }[]
  }[]
  competencyMatrix?: {
    sector: EntityRef | null
    requirements: Requirement[]
  }[]
}

export type TradeSummary = {
  id: string
  name: string
  description?: string
  active: boolean
  company: EntityRef
  masterTrade?: EntityRef
  tags: {
    id: string | null
    name: string
    description?: string
  }[]
  createdAt: string
  updatedAt: string
}

export type Worker = {
  id: string
  reference: string
  firstName: string
  lastName: string
  name: string
  gender?: string
  nationality?: string
  dob?: string
  email?: string
  phone?: Phone
  address?: Address
  /** Agency-scoped keys see the entries of their own agencies. */
  agencies: {
    id: string | null
    name: string
    agencyId?: string
    active: boolean
  }[]
  trades: EntityRef[]
  /** Only for company-scoped keys. Company-scoped keys see the entries of their own companies. */
  companyIds?: {
    company: string
    id: string
  }[]
  attachments: {
    id: string
    type: 'attachment' | 'rightToWork'
    documentType: string
    documentNumber?: string
    expiration?: string
    indefinite?: boolean
    createdAt: string
    files: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
    systemValidation?: {
      status: string
      checkedAt?: string
      documentType?: string
      reason: string | null
    }
    verification?: {
      verified: boolean
      cardTypeName?: string
      serial?: string
      customerName?: string
      documentNumber?: string
      photoType?: string
      expiry?: string
      occupationQualifications?: {
        qual: string
      }[]
      lastVerifiedAt?: string
    }
    /** Only for company-scoped keys. */
    validations?: {
      id: string
      company: EntityRef
      competency: {
        id: string
        name: string
      } | null
      user: EntityRef
      validationType: string
      status: string
      resolvedAt?: string
      documentType?: string
      documentRef?: string
      statusHistory: {
        status: string
        changedAt: string
        changedBy?: string
      }[]
      createdAt: string
      updatedAt: string
    }[]
  }[]
  rightToWork: {
    id: string
    type: 'attachment' | 'rightToWork'
    documentType: string
    documentNumber?: string
    expiration?: string
    indefinite?: boolean
    createdAt: string
    files: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
    systemValidation?: {
      status: string
      checkedAt?: string
      documentType?: string
      reason: string | null
    }
    rightToWorkCheck?: {
      id: string
      status: 'passed' | 'refused' | 'expired' | 'notFound'
      checkType: 'homeOfficeOnline' | 'digitalVerification' | 'manual' | 'employerCheckingService'
      checkedAt: string
      checkedBy?: string
      reference?: string
      shareCodeLast4?: string
      permissionType?: 'unlimited' | 'timeLimited'
      immigrationStatus?: string
      permissionStart?: string
      permissionExpiry?: string
      restrictions?: string[]
      maxHoursPerWeek?: number
      followUpDue?: string
      evidence?: {
        fileName: string
        /** A link for this key; one of ours works for five minutes. */
        url: string
      }
    }
    /** Only for company-scoped keys. */
    validations?: {
      id: string
      company: EntityRef
      competency: {
        id: string
        name: string
      } | null
      user: EntityRef
      validationType: string
      status: string
      resolvedAt?: string
      documentType?: string
      documentRef?: string
      statusHistory: {
        status: string
        changedAt: string
        changedBy?: string
      }[]
      createdAt: string
      updatedAt: string
    }[]
  }[]
  createdAt: string
  updatedAt: string
}

export type WorkerCreated1 = {
  id: string
  reference: string
  attachments: {
    id: string
    type: 'attachment' | 'rightToWork'
    documentType: string
    documentNumber?: string
    expiration?: string
    indefinite?: boolean
    createdAt: string
    files: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
  }[]
  rightToWork: {
    id: string
    type: 'attachment' | 'rightToWork'
    documentType: string
    documentNumber?: string
    expiration?: string
    indefinite?: boolean
    createdAt: string
    files: {
      fileName: string
      /** A link for this key; one of ours works for five minutes. */
      url: string
      docType?: 'Front' | 'Back' | 'Term dates'
    }[]
  }[]
  createdAt: string
}

/** With dryRun=true: nothing was wrong, and nothing was stored */
export type WorkerCreated2 = {
  dryRun: true
}

export type GetMeParams = {
  signal?: AbortSignal
}

export type ListSitesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'active' | 'inactive'
  /** The id of one project. */
  project?: string
  /** Searches name. */
  query?: string
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default name. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetCompanyParams = {
  /** Adds config. */
  includeConfig?: boolean
  signal?: AbortSignal
}

export type ListCompanyTagsParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By resourceType. */
  resourceType?: 'user' | 'trade'
  /** Searches name. */
  query?: string
  /** Sort field, default name. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCompanyUserPermissionsParams = {
  /** By status; omitted = all. */
  status?: 'active' | 'inactive'
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  signal?: AbortSignal
}

export type ListCompanyUserAssignmentsParams = {
  /** By status; omitted = all. */
  status?: 'active' | 'inactive'
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  signal?: AbortSignal
}

export type GetCompanyCompetencyMatrixParams = {
  /** The project whose requirements are meant. */
  projectId?: string
  signal?: AbortSignal
}

export type ListProjectConnectedAgenciesParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Searches agency name and e-mail, the agency’s own and the connection’s. */
  query?: string
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default name. */
  sortBy?: 'name' | 'createdAt' | 'updatedAt' | 'tier'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListExpensesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'approved' | 'rejected'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of timesheet, comma-separated. */
  timesheet?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By category. */
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  /** Searches category, description. */
  query?: string
  /** The date that from and to apply to, default date. */
  dateField?: 'date' | 'createdAt' | 'updatedAt' | 'approvalDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'date' | 'value' | 'status' | 'category'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetExpenseParams = {
  signal?: AbortSignal
}

export type GetExpenseTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'approved' | 'rejected'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of timesheet, comma-separated. */
  timesheet?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By category. */
  category?: 'Accommodation' | 'Bonus' | 'Driving hours' | 'Flat rate hours' | 'Fuel' | 'Manager authorised hours' | 'Mileage' | 'On-call' | 'Other' | 'Out-of-hours callout' | 'Parking' | 'Plant' | 'Price work' | 'Training hours' | 'Vehicles'
  /** Searches category, description. */
  query?: string
  /** The date that from and to apply to, default date. */
  dateField?: 'date' | 'createdAt' | 'updatedAt' | 'approvalDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: company, project, agency, worker, status, category; or by a date: date, approvalDate, createdAt, each with :day, :week, :month, :quarter, :year, such as date:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: value, hours. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'value' | 'hours'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListRequisitionsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'open' | 'raised' | 'approved' | 'filled' | 'cancelled' | 'rejected'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of costCode, comma-separated. */
  costCode?: string | readonly string[]
  /** Ids of trade, comma-separated. */
  trade?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Searches reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'approvedDate' | 'startDate' | 'endDate' | 'dateAccepted'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'approvedDate' | 'reqRef'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  /** Adds stageTracking. */
  includeStageTracking?: boolean
  signal?: AbortSignal
}

export type GetRequisitionParams = {
  /** Adds stageTracking. */
  includeStageTracking?: boolean
  signal?: AbortSignal
}

export type ListRecruitmentMetricsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Project ids, comma-separated. */
  project?: string | readonly string[]
  /** Agency ids, comma-separated. */
  agency?: string | readonly string[]
  /** What is measured, default rows. */
  metric?: 'rows' | 'timeToFill' | 'workersOverHours'
  /** What timeToFill and workersOverHours are grouped by: one or several, comma-separated, of all, company, project, agency, month, week; default all, which stands alone. */
  groupBy?: string | readonly string[]
  /** Weekly net hours above which a worker-week of workersOverHours is over, default 48. */
  hoursThreshold?: number
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC), of the creation date (rows), the date accepted (timeToFill) or the week ending (workersOverHours). */
  to?: string
  /** Sort field of rows, default createdAt. */
  sortBy?: 'createdAt' | 'reqRef'
  /** Sort direction of rows, default desc. */
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
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of trade, comma-separated. */
  trade?: string | readonly string[]
  /** Searches name, reference, email. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name' | 'reference'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetWorkerParams = {
  /** Adds documentValidations. */
  includeDocumentValidations?: boolean
  signal?: AbortSignal
}

export type ListTimesheetsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of assignment, comma-separated. */
  assignment?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Searches reference, worker.name, worker.reference, agency.name. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'start' | 'end' | 'weekEnding' | 'approvedDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'start' | 'weekEnding' | 'approvedDate' | 'timesheetRef'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  /** Adds timelogs. */
  includeTimelogs?: boolean
  signal?: AbortSignal
}

export type GetTimesheetParams = {
  /** Adds timelogs. */
  includeTimelogs?: boolean
  /** Adds versionHistory. */
  includeVersionHistory?: boolean
  signal?: AbortSignal
}

export type GetTimesheetTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of assignment, comma-separated. */
  assignment?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Searches reference, worker.name, worker.reference, agency.name. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'start' | 'end' | 'weekEnding' | 'approvedDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: company, project, site, agency, worker, status, supplierType, payType; or by a date: weekEnding, approvedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: netHours, values.pay.total, values.charge.total, values.expense. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'netHours' | 'values.pay.total' | 'values.charge.total' | 'values.expense'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListInvoicesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By invoiceType. */
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'due' | 'weekEnding' | 'confirmedDate' | 'invoiceRef'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetInvoiceParams = {
  signal?: AbortSignal
}

export type GetInvoiceTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By invoiceType. */
  invoiceType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: invoiceType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'values.grossHours' | 'values.netHours' | 'values.subtotal' | 'values.vat' | 'values.total' | 'values.cis' | 'values.finalTotal' | 'values.expenses' | 'values.creditNotes' | 'values.netValue'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListAfpsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By afpType. */
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'due' | 'weekEnding' | 'confirmedDate' | 'invoiceRef'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetAfpParams = {
  signal?: AbortSignal
}

export type GetAfpTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By mspInvoiceType. */
  mspInvoiceType?: 'receivable' | 'payable'
  /** By afpType. */
  afpType?: 'supplierToClient' | 'supplierToMsp' | 'mspToClient'
  /** Searches reference, company.name, projects.name, agency.name, msp.name, timesheets.reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'confirmedDate' | 'due' | 'weekEnding'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: afpType, company, agency, msp, status, mspInvoiceType; or by a date: weekEnding, due, confirmedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as weekEnding:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'values.grossHours' | 'values.netHours' | 'values.subtotal' | 'values.vat' | 'values.total' | 'values.cis' | 'values.finalTotal' | 'values.expenses' | 'values.creditNotes' | 'values.netValue'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCreditNotesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of invoice, comma-separated. */
  invoice?: string | readonly string[]
  /** Searches reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'value' | 'reference'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetCreditNoteParams = {
  signal?: AbortSignal
}

export type GetCreditNoteTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of invoice, comma-separated. */
  invoice?: string | readonly string[]
  /** Searches reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: company, agency, status; or by a date: createdAt, each with :day, :week, :month, :quarter, :year, such as createdAt:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: value. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'value'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListAssignmentsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of trade, comma-separated. */
  trade?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of requisition, comma-separated. */
  requisition?: string | readonly string[]
  /** Searches reference, worker.name, worker.reference, agency.name. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'completedDate' | 'approvedDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'assignmentRef'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetAssignmentParams = {
  signal?: AbortSignal
}

export type GetAssignmentTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'ended'
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of trade, comma-separated. */
  trade?: string | readonly string[]
  /** Ids of worker, comma-separated. */
  worker?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of requisition, comma-separated. */
  requisition?: string | readonly string[]
  /** Searches reference, worker.name, worker.reference, agency.name. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate' | 'completedDate' | 'approvedDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: company, project, site, trade, agency, worker, status, payType, rateType, supplierType; or by a date: startDate, endDate, completedDate, createdAt, each with :day, :week, :month, :quarter, :year, such as startDate:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListTradesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'active' | 'inactive'
  /** Searches name. */
  query?: string
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default name. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetTradeParams = {
  /** Adds the rates of the trade that the key may see. */
  includeRates?: boolean
  /** Adds its requirements by company and sector. */
  includeCompetencyMatrix?: boolean
  signal?: AbortSignal
}

export type ListRatesParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of trade, comma-separated. */
  trade?: string | readonly string[]
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** Ids of region, comma-separated. */
  region?: string | readonly string[]
  /** Ids of sector, comma-separated. */
  sector?: string | readonly string[]
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetRateParams = {
  signal?: AbortSignal
}

export type ListPurchaseOrdersParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By status. */
  status?: 'active' | 'inactive' | 'expired'
  /** Searches reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'start' | 'end'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'value' | 'poRef' | 'start' | 'end'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetPurchaseOrderParams = {
  signal?: AbortSignal
}

export type GetPurchaseOrderTotalsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Ids of project, comma-separated. */
  project?: string | readonly string[]
  /** Ids of site, comma-separated. */
  site?: string | readonly string[]
  /** Ids of agency, comma-separated. */
  agency?: string | readonly string[]
  /** By status. */
  status?: 'active' | 'inactive' | 'expired'
  /** Searches reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'start' | 'end'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** What to group by, one or several separated by commas, at most 4: company, site, agency, status; or by a date: startDate, endDate, createdAt, each with :day, :week, :month, :quarter, :year, such as startDate:month; omitted = one row for all. */
  groupBy?: string | readonly string[]
  /** What to add up, one or several separated by commas: value. */
  sum?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** What groups are sorted by: what they are of (the default), their count, or a sum, which is then shown too. */
  sortBy?: 'group' | 'count' | 'value'
  /** Sort direction, default asc for group, desc for figures. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListProjectsParams = {
  /** Company ids, comma-separated; omitted = all companies available to the key. */
  company?: string | readonly string[]
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By status. */
  status?: 'active' | 'inactive'
  /** Ids of region, comma-separated. */
  region?: string | readonly string[]
  /** Ids of sector, comma-separated. */
  sector?: string | readonly string[]
  /** Searches name, reference. */
  query?: string
  /** The date that from and to apply to, default createdAt. */
  dateField?: 'createdAt' | 'updatedAt' | 'startDate' | 'endDate'
  /** First day, inclusive (UTC). */
  from?: string
  /** Last day, inclusive (UTC). */
  to?: string
  /** Sort field, default createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name' | 'reference' | 'startDate' | 'endDate'
  /** Sort direction, default desc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type GetProjectParams = {
  signal?: AbortSignal
}

export type ListMasterTradesParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Searches name. */
  query?: string
  /** Sort field, default name. */
  sortBy?: 'name'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListMasterQualificationsParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** By collection. */
  collection?: 'attachment' | 'rightToWork'
  /** Searches name. */
  query?: string
  /** Sort field, default name. */
  sortBy?: 'name'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListAccessRuleMappingsParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Only records with these ids or nanoids, comma-separated, at most 200; all on one page unless limit is given. */
  id?: string | readonly string[]
  /** Searches name, category. */
  query?: string
  /** Sort field, default name. */
  sortBy?: 'name' | 'category'
  /** Sort direction, default asc. */
  sortOrder?: 'asc' | 'desc'
  signal?: AbortSignal
}

export type ListCountriesParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Searches name. */
  query?: string
  signal?: AbortSignal
}

export type ListTelephoneCountryCodesParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Searches name. */
  query?: string
  signal?: AbortSignal
}

export type ListGendersParams = {
  /** Page number. */
  page?: number
  /** Records a page; above 200 is read as 200. */
  limit?: number
  /** Searches name. */
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
  /** records: with what was upserted the record as its list shows it now; total: meta.total says how many changes come after the cursor, counted up to 100,000. */
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: value, hours. */
        sums: Record<string, number>
      }
    }>
  }
  requisitions: {
    /** List requisitions: GET /requisitions. */
    list<const F extends readonly FieldOf<Requisition>[] | undefined = undefined>(params?: ListRequisitionsParams & { fields?: F }): Pages<Narrow<Requisition, F>>
    /** Get one requisition by its id or nanoid: GET /requisitions/{id}. */
    get(id: string, params?: GetRequisitionParams): Promise<Requisition>
    /** List recruitment metrics: a row per submission, times to fill, or workers over hours: GET /requisitions/recruitment-metrics. */
    recruitmentMetrics<const F extends readonly FieldOf<RecruitmentMetric1 | RecruitmentMetric2 | RecruitmentMetric3>[] | undefined = undefined>(params?: ListRecruitmentMetricsParams & { fields?: F }): Pages<Narrow<RecruitmentMetric1 | RecruitmentMetric2 | RecruitmentMetric3, F>, {
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      withdrawalSummary?: {
        submissions: number
        withdrawn: number
        ratePercent: number
      }
      metric?: string
      groupBy?: string
      dateField?: string
      outlierRule?: string
      hoursField?: string
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: netHours, values.pay.total, values.charge.total, values.expense. */
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: values.grossHours, values.netHours, values.subtotal, values.vat, values.total, values.cis, values.finalTotal, values.expenses, values.creditNotes, values.netValue. */
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: value. */
        sums: Record<string, number>
      }
    }>
  }
  assignments: {
    /** List assignments: GET /assignments. */
    list<const F extends readonly FieldOf<AssignmentSummary>[] | undefined = undefined>(params?: ListAssignmentsParams & { fields?: F }): Pages<Narrow<AssignmentSummary, F>>
    /** Get one assignment by its id or nanoid: GET /assignments/{id}. */
    get(id: string, params?: GetAssignmentParams): Promise<Assignment>
    /** Count assignments and add them up, by groups: GET /assignments/totals. */
    totals<const F extends readonly FieldOf<AssignmentTotal>[] | undefined = undefined>(params?: GetAssignmentTotalsParams & { fields?: F }): Pages<Narrow<AssignmentTotal, F>, {
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** Always empty: these records have nothing to add up. */
        sums: Record<string, number>
      }
    }>
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
      page: number
      /** Records a page, as it was read: at most 200. */
      limit: number
      /** Records in the whole list. */
      total: number
      /** Of everything that matches. */
      all?: {
        /** How many records. */
        count: number
        /** What they add up to, exactly, by what `sum` asked for: value. */
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
  { resource: 'assignments', method: 'list', verb: 'GET', path: '/assignments', shape: 'list', body: false, ids: true, streams: true },
  { resource: 'assignments', method: 'get', verb: 'GET', path: '/assignments/{id}', shape: 'single', body: false, ids: false, streams: false },
  { resource: 'assignments', method: 'totals', verb: 'GET', path: '/assignments/totals', shape: 'list', body: false, ids: false, streams: false },
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

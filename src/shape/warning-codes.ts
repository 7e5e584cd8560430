// The codes of warnings: what can hardly be right, and is taken all the same. Programs go by them, so each stays what it is.

export const warningCodes = [
  ...(['SUM', 'VAT', 'CIS', 'CHARGE', 'UPLIFT', 'NEGATIVE_HOURS', 'HOURS_IN_DAY'] as const),
  ...(['END_BEFORE_START', 'UPDATED_BEFORE_CREATED', 'NO_DATE', 'WEEK_ENDING', 'EMPTY_TEXT'] as const),
  ...(['NAME', 'EMAIL', 'PHONE', 'OTHER_COMPANY', 'OTHER_AGENCY', 'NOT_CONNECTED'] as const),
  ...(['SAME_CONNECTION', 'SAME_REFERENCE', 'NI_NUMBER', 'SAME_NI_NUMBER', 'SAME_AGENCY_ID'] as const),
  ...(['NAMED_TWICE', 'FILE_NAME', 'NO_DOCUMENT', 'KEYS_LEFT'] as const),
] as const
export type WarningCode = (typeof warningCodes)[number]

// The codes by which PostgreSQL says why it refused a statement, as far as anything is done about them.

export const sqlStates = {
  /** A lock that was not to be had in time, or not at once. */
  lockNotAvailable: '55P03',
  deadlock: '40P01',
  /** A statement that took too long, or was ended by somebody. */
  queryCanceled: '57014',
  /** What is to be dropped or changed has others standing on it. */
  dependentObjects: '2BP01',
  insufficientPrivilege: '42501',
  diskFull: '53100',
} as const

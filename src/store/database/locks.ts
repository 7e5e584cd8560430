// The advisory locks of an installation, each with what it guards.

export const locks = {
  /** Held by the server that owns an embedded database, as long as it runs. */
  server: 7_265_000,
  migrate: 7_265_001,
  /** Held while the search path of the role is set for a pooler. */
  pooler: 7_265_006,
  /** Held for each batch of records that is written. */
  writer: 7_265_002,
  declare: 7_265_003,
  /** Held by the process that fills new columns. */
  fill: 7_265_004,
  /** Shared by those who read the content of files that rows name; held alone by who removes content. */
  content: 7_265_005,
  /** Held by the process that looks for pairs of workers; nothing else waits for it. */
  scan: 7_265_010,
  /** Held by the process that scrubs; nothing else waits for it. */
  scrub: 7_265_011,
  /** Held by the process that holds stored records against their Shapes. */
  shapes: 7_265_012,
} as const

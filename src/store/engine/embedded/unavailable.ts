// The one error of the embedded PostgreSQL that is meant for a person's eyes: its message says what to do.

/** This machine, user or data folder cannot run the embedded PostgreSQL. */
export class EmbeddedUnavailable extends Error {
  override name = 'EmbeddedUnavailable'
}

export const useAnother = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own'

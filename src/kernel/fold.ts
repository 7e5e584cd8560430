// The one way text is made comparable: for sort keys and searches, on write and on query, so that every
// PostgreSQL sorts and finds alike whatever its locale.

export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

// Numbers as people read them.

/** A number with its thousands apart, as people read it. */
export const readableCount = (value: number) => value.toLocaleString('en-GB')

// One line of a load, as a value.

export type LoadLine = { type: string; record: object; facts?: object; nanoid?: string }

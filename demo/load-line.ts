// One line of a load, as a value.

export type LoadLine = { type: string; record: object; facts?: object; nanoid?: string }

/** The content of a file; records refer to it as `file:<id>`. */
export type FileLine = { type: 'file'; id: string; fileName: string; contentType: string; base64: string }

// One line of a load, as a value.

export type LoadLine = { type: string; record: object; facts?: object; nanoid?: string }

export type FileLoadLine = {
  type: 'file'
  id: string
  fileName: string
  contentType: string
  base64: string
  record?: undefined
}

// Files for a new worker: a Blob or File in a body becomes the data URL that the API takes.

const kinds: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** A file to send; `docType` says which side it shows. */
export type Upload = { file: Blob; fileName?: string; docType?: 'Front' | 'Back' }

/** The body with the content of every file in it. */
export async function withContents(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(withContents))
  if (value === null || typeof value !== 'object') return value
  if ('file' in value && value.file instanceof Blob) return contentOf(value as Upload)
  const entries = Object.entries(value).map(async ([name, inner]) => [name, await withContents(inner)])
  return Object.fromEntries(await Promise.all(entries))
}

async function contentOf({ file, fileName = (file as File).name ?? 'document', docType }: Upload) {
  const kind = file.type || kinds[fileName.split('.').at(-1)!.toLowerCase()] || 'application/octet-stream'
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { fileName, content: `data:${kind};base64,${base64(bytes)}`, ...(docType && { docType }) }
}

const chunk = 0x8000

function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  }
  return btoa(pieces.join(''))
}

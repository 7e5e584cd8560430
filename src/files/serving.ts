// Serves the content behind a signed address, as an attachment that no browser runs, to where its key may be used.
// Whatever is wrong with an address, the answer is the same, so that nothing can be learnt from it.
import { notAllowedFrom } from '../access/refusal.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { cleanFileName } from '../formats/file-name.ts'
import { clientAddress } from '../http/client-address.ts'
import { type Handler, type Reply, requireReading } from '../http/surface.ts'
import { type FileRow, linkedFile } from '../store/writing/file-rows.ts'
import type { Claim, FileLinks } from './links.ts'
import { type FileStore, StorageProblem } from './store.ts'

type ServingOptions = {
  database: Database
  store: FileStore
  links: FileLinks
  trustedProxies: readonly string[]
  now(): Date
  /** Called with the reason why content could not be read, which the client is not told. */
  trouble(error: unknown): void
}

export function fileServing(serving: ServingOptions): Handler {
  const addressOf = clientAddress(serving.trustedProxies)
  return async (request, { path, search }) => {
    if (!path.startsWith('/files/')) return undefined
    requireReading(request)
    const claim = claimIn(path, search)
    if (!claim || !serving.links.holds(claim)) throw unusable()
    const ip = addressOf(request)
    const file = await linkedFile(serving.database, claim, ip, serving.now())
    if (!file) throw unusable()
    if (!file.here) throw notAllowedFrom(ip)
    return replyWith(serving, file)
  }
}

const unusable = () =>
  new Problem(
    'NOT_FOUND',
    'There is no file at this address, or the address has expired; fetch the record again for a new one',
  )

function claimIn(path: string, search: string): Claim | undefined {
  const fileId = /^\/files\/([\w-]{1,64})$/.exec(path)?.[1]
  const given = /^key=([\w-]{1,64})&expires=(\d{1,12})&sig=([\w-]{43})$/.exec(search)
  if (!fileId || !given) return undefined
  return { fileId, keyId: given[1]!, expires: given[2]!, signature: given[3]! }
}

async function replyWith({ store, trouble }: ServingOptions, file: FileRow): Promise<Reply> {
  try {
    const { size, stream } = await store.get(file.storageKey)
    stream.on('error', trouble)
    if (size !== file.size) {
      stream.destroy()
      throw new StorageProblem('The content of a file is not as long as it was when it was stored')
    }
    return { status: 200, route: '/files/{id}', headers: headersFor(file), body: stream }
  } catch (error) {
    trouble(error)
    throw new Problem('STORAGE_ERROR', 'The file is there, but its content cannot be read just now')
  }
}

const headersFor = ({ fileName, contentType, size }: FileRow) => ({
  'Content-Type': contentType,
  'Content-Length': String(size),
  // Names that were stored before they were cleaned are cleaned here.
  'Content-Disposition': attachmentHeader(cleanFileName(fileName, contentType)),
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
})

/** The name twice (RFC 6266): plain for old clients, and whole. What is no visible character is not in it. */
export function attachmentHeader(fileName: string): string {
  const visible = fileName.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
  const plain = visible.replace(/[^\x20-\x7e]|["%]/g, '_')
  const whole = encodeURIComponent(visible).replace(
    /['()*]/g,
    found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

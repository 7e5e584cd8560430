// Pages that are the same for everybody: held ready, compressed once, with a tag so that they are fetched once. Those
// that name the server's address are held for each of a few addresses.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { OwnAddress } from './own-address.ts'
import { type Handler, type Reply, requireReading } from './surface.ts'

export type StaticPage = {
  type: string
  body: string | Buffer
  headers?: Record<string, string>
  /** What stands in the body for the address of this server. */
  address?: string
}

type ReadyPage = { page: StaticPage; plain: Buffer; zipped?: Buffer; tag: string }

/** Anybody can ask under any name, and compressing for each of them would be work for nothing. */
const mostAddresses = 8

export type Pages = { handler: Handler; paths: ReadonlySet<string> }

/** Made when first asked for: `write` gives every page by its path. */
export function staticPages(
  paths: readonly string[],
  write: (path: string) => StaticPage,
  addressOf: OwnAddress = () => '',
): Pages {
  const known = new Set(paths)
  const written = new Map<string, StaticPage>()
  const ready = new Map<string, Map<string, ReadyPage>>(paths.map(path => [path, new Map()]))
  const handler: Handler = async (request, { path }) => {
    if (!known.has(path)) return undefined
    requireReading(request)
    const page = written.get(path) ?? write(path)
    written.set(path, page)
    const address = page.address === undefined ? '' : addressOf(request)
    const held = ready.get(path)!
    const one = held.get(address) ?? prepared(page, address, held.size < mostAddresses)
    if (one.zipped) held.set(address, one)
    return replyWith(one, String(request.headers['if-none-match']), request.headers['accept-encoding'])
  }
  return { handler, paths: known }
}

function prepared(page: StaticPage, address: string, zip: boolean): ReadyPage {
  const { body } = page
  const plain = Buffer.from(
    page.address === undefined ? body : String(body).replaceAll(page.address, () => address),
  )
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { page, plain, tag, ...(zip && { zipped: gzipSync(plain, { level: 9 }) }) }
}

function replyWith({ page, plain, zipped, tag }: ReadyPage, known: string, accepts: unknown): Reply {
  const headers = {
    'Cache-Control': 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    ...page.headers,
  }
  if (known.includes(tag)) return { status: 304, headers, body: [] }
  const typed = { 'Content-Type': page.type, ...headers }
  if (!zipped || !/\bgzip\b/.test(String(accepts))) return { status: 200, headers: typed, body: plain }
  return { status: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: zipped }
}

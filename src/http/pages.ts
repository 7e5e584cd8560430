// Pages that are the same for everybody: held ready, compressed once, with a tag so that they are fetched once.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Problem } from '../problem.ts'
import type { Extra, Reply } from './server.ts'

export type Page = { type: string; body: string | Buffer; headers?: Record<string, string> }

type Ready = { page: Page; plain: Buffer; zipped: Buffer; tag: string }

export type Pages = { extra: Extra; paths: ReadonlySet<string> }

/** Made when first asked for: `write` gives every page by its path. */
export function pages(paths: readonly string[], write: (path: string) => Page): Pages {
  const known = new Set(paths)
  const ready = new Map<string, Ready>()
  const extra: Extra = async (request, { path }) => {
    if (!known.has(path)) return undefined
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Problem('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; use GET`, {
        Allow: 'GET, HEAD',
      })
    }
    const one = ready.get(path) ?? prepared(write(path))
    ready.set(path, one)
    return replyWith(one, String(request.headers['if-none-match']), request.headers['accept-encoding'])
  }
  return { extra, paths: known }
}

function prepared(page: Page): Ready {
  const plain = Buffer.from(page.body)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { page, plain, zipped: gzipSync(plain, { level: 9 }), tag }
}

function replyWith({ page, plain, zipped, tag }: Ready, known: string, accepts: unknown): Reply {
  const headers = {
    'Cache-Control': 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...page.headers,
  }
  if (known.includes(tag)) return { status: 304, headers, body: [] }
  const typed = { 'Content-Type': page.type, ...headers }
  if (!/\bgzip\b/.test(String(accepts))) return { status: 200, headers: typed, body: plain }
  return { status: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: zipped }
}

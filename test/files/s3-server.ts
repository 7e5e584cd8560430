// A small S3: it checks every signature, content hash, date and path as the real one does, and keeps objects in
// memory. Written from the description of Signature Version 4, not from the client.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type S3Server = {
  endpoint: string
  objects: Map<string, { body: Buffer; changedAt: Date }>
  refusals: string[]
  requests: string[]
  /** How many were made to it. */
  connections: number
  /** Answers this many requests with 503 before it works again. */
  failing: number
  pageSize: number
  /** What becomes of the next request instead. */
  instead: ((response: ServerResponse) => void) | undefined
}

export const credentials = {
  region: 'eu-west-2',
  bucket: 'muster-test',
  prefix: 'files/of/us/',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'a token of this session',
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export async function s3Server(): Promise<S3Server> {
  const state: S3Server = {
    endpoint: '',
    objects: new Map(),
    refusals: [],
    requests: [],
    connections: 0,
    failing: 0,
    pageSize: 2,
    instead: undefined,
  }
  const server = createServer((request, response) => void answer(state, request, response))
  server.on('connection', () => state.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  state.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const url = new URL(request.url!, 'http://s3')
  state.requests.push(`${request.method} ${request.url}`)
  const { instead } = state
  state.instead = undefined
  if (instead) return instead(response)
  if (state.failing > 0) {
    state.failing--
    return refuse(response, 503, 'SlowDown')
  }
  const wrong = mistakeIn(request, url, body)
  if (wrong) {
    state.refusals.push(wrong)
    return refuse(response, 403, wrong)
  }
  const root = `/${credentials.bucket}/`
  if (!url.pathname.startsWith(root)) return refuse(response, 404, 'NoSuchBucket')
  const key = decodeURIComponent(url.pathname.slice(root.length))
  const after = url.searchParams.get('continuation-token') ?? `${token}0`
  const isList = url.searchParams.get('list-type') === '2'
  if (!after.startsWith(token) || (key === '' && !isList)) return refuse(response, 400, 'InvalidArgument')
  if (key === '') return list(state, { prefix: url.searchParams.get('prefix')!, after }, response)
  if (request.method === 'PUT') state.objects.set(key, { body, changedAt: new Date() })
  if (request.method === 'DELETE') state.objects.delete(key)
  const found = state.objects.get(key)
  if (request.method === 'GET' && !found) return refuse(response, 404, 'NoSuchKey')
  const content = request.method === 'GET' ? found!.body : Buffer.alloc(0)
  response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'Content-Length': content.length })
  response.end(content)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

/** What a page goes on after, with everything in it that XML writes in another way. */
const token = `a+/=&<>"'&lt;`
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

type Asked = { prefix: string; after: string }

function list(state: S3Server, { prefix, after }: Asked, response: ServerResponse): void {
  const keys = [...state.objects.keys()].filter(key => key.startsWith(prefix)).sort()
  const from = Number(after.slice(token.length))
  const page = keys.slice(from, from + state.pageSize)
  const rest = from + page.length < keys.length
  const entries = page.map(
    key =>
      `<Contents>\n<Key>${key}</Key>\n<LastModified>${state.objects.get(key)!.changedAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
  )
  const next = `<NextContinuationToken>${escaped(token)}${from + page.length}</NextContinuationToken>`
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${rest}</IsTruncated>${rest ? next : ''}${entries.join('')}</ListBucketResult>`,
  )
}

/** The code that S3 would answer with, or nothing. */
function mistakeIn(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const header = (name: string) => String(request.headers[name] ?? '')
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, credential, signedHeaders, signature] = pattern.exec(header('authorization')) ?? []
  if (!credential || !signedHeaders) return 'AccessDenied'
  const date = header('x-amz-date')
  const scope = `${date.slice(0, 8)}/${credentials.region}/s3/aws4_request`
  if (credential !== `${credentials.accessKeyId}/${scope}`) return 'InvalidAccessKeyId'
  if (header('x-amz-security-token') !== credentials.sessionToken) return 'InvalidToken'
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token']
  if (needed.some(name => !names.includes(name))) return 'HeadersNotSigned'
  if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (body.length > 0 && header('content-length') !== String(body.length)) return 'MissingContentLength'
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map(part => strict(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${strict(name)}=${strict(value)}`)
      .sort()
      .join('&'),
    ...names.map(name => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${credentials.secretAccessKey}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

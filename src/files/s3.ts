// Files in an S3-compatible store: requests signed with SigV4 over the content's own hash, addressed by path, so
// that any endpoint will do.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../settings/settings.ts'
import { type FileStore, isStorageKey, measuredContent, StorageProblem } from './store.ts'

const answerWithinMs = 30_000
const retries = 3
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const nothing = sha256Of(Buffer.alloc(0))

type Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  path?: string
  query?: Record<string, string>
  body?: Buffer
}

export function s3Store(settings: S3Settings): FileStore {
  const { endpoint, bucket, prefix, sessionToken, ...credentials } = settings
  const client = new AwsClient({
    ...credentials,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 's3',
    retries,
  })
  const send = (request: Request) => exchange(client, `${endpoint}/${bucket}`, request)
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new StorageProblem('This is not a key of the file store')
    return `/${prefix}${key}`
  }
  return {
    async put(key, content) {
      const { chunks, measured } = measuredContent(content)
      const pieces: Buffer[] = []
      for await (const chunk of chunks) pieces.push(chunk)
      const body = Buffer.concat(pieces)
      await drained(await send({ method: 'PUT', path: pathOf(key), body }))
      return measured()
    },
    async get(key) {
      const response = await send({ method: 'GET', path: pathOf(key) })
      if (!response.body) throw new StorageProblem('The file store answered without content')
      return {
        size: Number(response.headers.get('content-length') ?? Number.NaN),
        stream: Readable.fromWeb(response.body as ReadableStream),
      }
    },
    remove: async key => drained(await send({ method: 'DELETE', path: pathOf(key) })),
    list: () => listed(send, prefix),
  }
}

async function exchange(
  client: AwsClient,
  bucketUrl: string,
  { method, path = '/', query = {}, body }: Request,
): Promise<Response> {
  const search = new URLSearchParams(query).toString()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), answerWithinMs)
  try {
    const response = await client.fetch(`${bucketUrl}${path}${search && `?${search}`}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': body ? sha256Of(body) : nothing },
      redirect: 'error',
      signal: patience.signal,
      ...(body && { body: new Uint8Array(body) }),
    })
    if (response.ok) return response
    const code = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1]
    throw new StorageProblem(
      `The file store answered ${method} with ${response.status}${code ? ` ${code}` : ''}`,
    )
  } catch (error) {
    if (error instanceof StorageProblem) throw error
    throw new StorageProblem(`The file store cannot be reached for ${method}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Reads an answer to its end, so that its connection can be used again. */
const drained = async (response: Response) => void (await response.arrayBuffer())

async function* listed(
  send: (request: Request) => Promise<Response>,
  prefix: string,
): AsyncIterable<{ key: string; changedAt: Date }> {
  let after: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(after !== undefined && { 'continuation-token': after }) }
    const text = await (await send({ method: 'GET', query })).text()
    for (const [, entry] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = textIn(entry!, 'Key')?.slice(prefix.length) ?? ''
      const changedAt = new Date(textIn(entry!, 'LastModified') ?? Number.NaN)
      if (isStorageKey(key) && !Number.isNaN(changedAt.getTime())) yield { key, changedAt }
    }
    after = textIn(text, 'IsTruncated') === 'true' ? textIn(text, 'NextContinuationToken') : undefined
  } while (after !== undefined)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity]!)

// Requests to servers of the suite, without what fetch spends on each: as much as the server itself.
import { Agent, request } from 'node:http'

export type ClientAnswer = { status: number; headers: Headers; text: string }

type SentRequest = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

const agent = new Agent({ keepAlive: true })

/** As fetch answers; whatever is asked for that this does not know goes to fetch itself. */
export async function answerTo(url: string, init: RequestInit): Promise<ClientAnswer> {
  if (isPlain(init)) return plainly(url, init)
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const known = ['method', 'headers', 'body']

const isPlain = (init: RequestInit): init is SentRequest =>
  Object.keys(init).every(name => known.includes(name)) &&
  !(init.headers instanceof Headers) &&
  (init.body === undefined || typeof init.body === 'string' || init.body instanceof Uint8Array)

function plainly(url: string, init: SentRequest): Promise<ClientAnswer> {
  const { method = 'GET', headers = {}, body } = init
  const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const sent = {
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(typeof body === 'string' &&
      !names.has('content-type') && { 'Content-Type': 'text/plain;charset=UTF-8' }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(new URL(url), { method, headers: sent, agent }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const given = new Headers()
        const { rawHeaders } = answer
        for (let at = 0; at < rawHeaders.length; at += 2) given.append(rawHeaders[at]!, rawHeaders[at + 1]!)
        resolve({
          status: answer.statusCode!,
          headers: given,
          text: Buffer.concat(chunks).toString(),
        })
      })
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a connection that nobody used at the moment it was taken again.
      if (asked.reusedSocket && error.code === 'ECONNRESET') plainly(url, init).then(resolve, reject)
      else reject(error)
    })
    asked.end(body)
  })
}

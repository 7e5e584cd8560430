// Hostile requests and files against a whole server: none is an error of the server, every answer is as it is published, what
// was refused wrote nothing, and none takes long or leaves much memory behind.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { operations } from '../../../src/api/index.ts'
import { sql } from '../../../src/database/sql.ts'
import { apiRoutes } from '../../../src/http/routes.ts'
import { type Dice, diceOf } from '../../access/dice.ts'
import { checkAnswer } from '../../support/answer-check.ts'
import { mainThreadMs } from '../../support/held-up.ts'
import { oauthServer } from '../../support/oauth.ts'
import { checkOperatorAnswer } from '../../support/operator-check.ts'
import { expectNoSecret } from '../../support/secret-scan.ts'
import { count, drawn, type Part, type Player, type Step, type Tally } from '../part.ts'
import { type Backups, backups } from './backups.ts'
import { hostileText, spoiltText } from './hostile.ts'
import { requestsPerRound } from './per-round.ts'
import type { Sent } from './requests.ts'
import * as requests from './requests.ts'

const kinds: Record<string, (dice: Dice) => Sent> = {
  api: requests.apiRequest,
  worker: requests.workerRequest,
  operator: requests.operatorRequest,
  load: requests.loadRequest,
  mapping: requests.mappingRequest,
  oauth: requests.oauthRequest,
  tool: requests.toolRequest,
  portal: requests.portalRequest,
}
const weights = {
  api: 40,
  worker: 12,
  operator: 14,
  load: 12,
  mapping: 8,
  oauth: 6,
  tool: 5,
  portal: 8,
  raw: 3,
  backup: 4,
}

/** By far more than any of them needs, also on a machine that is busy with something else. */
const most = { ms: 120_000, mainThreadMs: 4_000, residentBytes: 1_800_000_000 }

type Server = Awaited<ReturnType<typeof oauthServer>>
type Secrets = { company: string; agency: string; token: string }

export const fuzz: Part = {
  name: 'fuzz',
  tries: 'forty requests and files, valid, nearly valid and hostile',
  async begin(): Promise<Player> {
    const server = await oauthServer({ WEBHOOK_LOOPBACK: 'yes' })
    const files = await backups()
    return {
      draw: dice => drawn(dice, weights, requestsPerRound),
      play: async (_, steps, tally, show) => {
        const secrets = {
          company: (await server.key('company', 'c1')).secret,
          agency: (await server.key('agency', 'a1')).secret,
          token: (await server.token('owner')).secret,
        }
        for (const step of steps) await tryOne({ server, secrets, files }, step, tally, show)
        const { rss } = process.memoryUsage()
        assert.ok(rss < most.residentBytes, `the process has ${rss} bytes`)
      },
    }
  },
}

const isFile = (kind: string) => ['load', 'mapping', 'backup'].includes(kind)

type Tried = { server: Server; secrets: Secrets; files: Backups }

async function tryOne(
  { server, secrets, files }: Tried,
  step: Step,
  tally: Tally,
  show: (what: string) => void,
) {
  const dice = diceOf(step.dice)
  count(tally, step.do)
  count(tally, isFile(step.do) ? 'files' : 'requests')
  if (step.do === 'raw') return tryRaw(server.origin, dice, show)
  if (step.do === 'backup') return files.tryOne(dice, tally, show)
  const sent = kinds[step.do]!(dice)
  show(
    `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)} ${sent.body?.toString().slice(0, 5_000) ?? ''}`,
  )
  const before = await written(server)
  const [beganMs, beganCpuMs] = [performance.now(), mainThreadMs()]
  const answer = await ask(server.origin, sent, authorized(dice, sent, secrets)).catch(error =>
    assert.fail(`${told(sent)}: ${error.message}`),
  )
  const [tookMs, cpuMs] = [performance.now() - beganMs, mainThreadMs() - beganCpuMs]
  count(tally, `answers of ${String(answer.status)[0]}xx`)
  const where = `${told(sent)}: ${answer.status} ${answer.text.slice(0, 300)}`
  // Whoever tries again at once may come too often, or while what it asks for is busy; nothing else is an error of the server.
  assert.ok(answer.status < 500, where)
  assert.ok(
    tookMs < most.ms && cpuMs < most.mainThreadMs,
    `${where}: took ${tookMs} ms, ${cpuMs} ms of the main thread`,
  )
  expectNoSecret(isGiven(sent) && /secret/.test(answer.text) ? '' : answer.text, where)
  check(server, sent, answer)
  if (answer.status < 400 || sent.method === 'GET') return
  const after = await written(server)
  // A body of an agency's that may be somebody known waits for a decision.
  if (!answer.text.includes('WORKER_MATCH_REQUIRES_REVIEW'))
    assert.deepEqual(after, before, `${where}: it wrote something`)
}

/** Whoever makes a key or registers is given its secret, once. */
const isGiven = ({ of, path }: Sent) => of === 'operator' || path === '/oauth/register'

const told = ({ method, path, body }: Sent) => `${method} ${path}${body ? ` with ${body.length} bytes` : ''}`

/** Everything that a refused request could have written. */
async function written({ database }: Server) {
  const [row] = await database.rows(sql`
    select (select seq || ' ' || event_seq from head) as head, (select count(*) from worker) as workers,
      (select count(*) from file) as files, (select count(*) from match_attempt) as attempts,
      (select count(*) from api_key) as keys, (select count(*) from endpoint) as endpoints,
      (select count(*) from operator_token) as tokens`)
  return row
}

function authorized(dice: Dice, { of, path }: Sent, secrets: Secrets): Record<string, string> {
  if (dice.chance(0.03))
    return {
      Authorization: dice.pick([
        'Bearer',
        'Bearer x',
        'Basic ::',
        'Basic !!!',
        'Digest x',
        `Bearer ${secrets.token}x`,
      ]),
    }
  if (of === 'operator') return { Authorization: `Bearer ${secrets.token}` }
  if (path.startsWith('/oauth') || path.startsWith('/portal')) return {}
  const isAgency = path.startsWith('/api/open/v1/workers') ? dice.chance(0.8) : dice.chance(0.4)
  return { Authorization: `Bearer ${isAgency ? secrets.agency : secrets.company}` }
}

type Answer = { status: number; headers: Headers; text: string }

let asked = 0

async function ask(
  origin: string,
  { method, path, headers, body }: Sent,
  own: Record<string, string>,
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  // Each from an address of its own, so that none is slowed down for what another tried.
  const from = `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  const all = {
    'X-Forwarded-For': from,
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...own,
  }
  const sent = request({ hostname, port, method, path, headers: all, timeout: most.ms, agent: false })
  sent.on('timeout', () => sent.destroy(new Error(`no answer in ${most.ms} ms`)))
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const given = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    given.append(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!)
  const isText = /json|text|html|xml/.test(given.get('content-type') ?? 'text')
  const sentBytes = await buffer(answer)
  const isPacked = given.get('content-encoding') === 'gzip' && sentBytes.length > 0
  const bytes = isPacked ? gunzipSync(sentBytes) : sentBytes
  return { status: answer.statusCode!, headers: given, text: isText ? bytes.toString() : '' }
}

const routes = apiRoutes(operations)

function check(
  { origin }: Server,
  { method, path, of }: Sent,
  { status, headers, text: said }: Answer,
): void {
  const type = headers.get('content-type')?.split(';')[0]
  if (method === 'HEAD' || type !== 'application/json') return
  if (of === 'api') {
    const [route = ''] = path.slice('/api/open/v1'.length).split('?')
    const operation = (() => {
      try {
        return routes(method, route).operation
      } catch {
        return undefined
      }
    })()
    checkAnswer(operation, `${origin}${path}`, status, headers, parsed(said))
  } else if (of === 'operator') {
    checkOperatorAnswer(method, path.slice('/operator'.length), { status, headers } as Response, said)
  } else parsed(said)
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch (error) {
    return assert.fail(`${said.slice(0, 300)}: ${(error as Error).message}`)
  }
}

/** What is no request at all: the server says so or hangs up, and goes on. */
async function tryRaw(origin: string, dice: Dice, show: (what: string) => void): Promise<void> {
  const { hostname, port } = new URL(origin)
  const plain = `GET /api/open/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const bytes = spoiltText(
    dice,
    spoiltText(dice, dice.chance(0.3) ? plain.replace('GET', hostileText(dice)) : plain),
  )
  show(JSON.stringify(bytes))
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk)).on('error', () => {})
  socket.end(bytes)
  await Promise.race([once(socket, 'close'), wait(2_000)])
  socket.destroy()
  const said = Buffer.concat(chunks).toString()
  assert.ok(!/^HTTP\/1.1 5/.test(said), `${JSON.stringify(bytes)}: ${said.slice(0, 300)}`)
  const { status } = await fetch(`${origin}/healthz`)
  assert.equal(status, 200)
}

// Whether a request would be allowed, and by which rule: for the command line and the operator's interface alike. It makes
// the call as the server does, with a gate that counts nothing and without writing, so that decision and message are the
// server's.

import { type AccessCheck, accessChecks, checkBehind } from '../access/access-checks.ts'
import { wellFormedSecret } from '../access/refusal.ts'
import type { BillingMarks } from '../api/billing-checks/mark-operation.ts'
import type { WorkerCreation } from '../api/create-worker/new-worker.ts'
import { operations, recordTypes } from '../api/index.ts'
import type { Database } from '../database/database.ts'
import { badRequest } from '../errors/problem.ts'
import { plainAddress } from '../formats/ip-address.ts'
import { splitQuery } from '../http/query-string.ts'
import { apiRoutes } from '../http/routes.ts'
import { apiPrefix } from '../http/surface.ts'
import { answerCall, type CallOutcome, problemOf } from '../kernel/call/call.ts'
import { singleAnswer } from '../kernel/operation/answer.ts'
import { noFreshness } from '../kernel/operation/operation.ts'
import { noExports } from '../kernel/query/plan.ts'
import { flag, integer, list, maybe, oneOf, record, type Static, text } from '../shape/shape.ts'
import { billingStages, isWorkWaiting, standingStages } from '../store/checks/work.ts'
import { storedFeeds } from '../store/feeds/stored-feeds.ts'
import { storedFigures } from '../store/figures/stored-figures.ts'
import { callerBook } from '../store/keys/callers.ts'
import { gatePreview } from '../store/keys/gate.ts'
import type { KeyInfo } from '../store/keys/keys.ts'
import { storedRecords } from '../store/reading/records.ts'
import type { Readiness } from '../store/schema/readiness.ts'

export const Explanation = record({
  allowed: flag,
  /** The rule that denies it, and what the request would be answered. */
  rule: maybe(oneOf(...accessChecks)),
  status: maybe(integer),
  code: maybe(text),
  message: maybe(text),
  passed: list(record({ rule: oneOf(...accessChecks), fact: text })),
})
export type Explanation = Static<typeof Explanation>

type RequestToExplain = { method: string; path: string; search: string; ip: string | undefined }

type KeyRequest = {
  request: RequestToExplain
  key: KeyInfo | undefined
  hash: Buffer
  secret: string | undefined
}

export async function explainKey(
  database: Database,
  readiness: Readiness,
  { request, key, hash, secret }: KeyRequest,
): Promise<Explanation> {
  const gate = gatePreview(database, callerBook(database, recordTypes), hash)
  const routes = apiRoutes(operations)
  const outcome = await answerCall(
    {
      secret,
      // Without an address to check, one that is allowed.
      ip: request.ip ?? key?.allowedIps[0]?.replace(/\/.*$/, '') ?? '',
      find: () => {
        const match = routes(request.method, request.path)
        if (match.operation.method === 'GET') return match
        return { ...match, operation: { ...match.operation, run: async () => singleAnswer(null) } }
      },
      query: () => splitQuery(request.search),
    },
    {
      admit: async (given, ip) => gate.admit(given === undefined ? given : wellFormedSecret(given), ip),
      world: {
        records: storedRecords(database, recordTypes, readiness),
        exports: noExports,
        feeds: storedFeeds(database, recordTypes),
        figures: storedFigures(database, recordTypes, readiness),
        workerCreation: nobody,
        marks: unmarked,
        links: () => ({ name: '', fill: body => [...body] }),
        freshness: noFreshness,
        billingWork: { isWaiting: names => isWorkWaiting(database, names, billingStages) },
        clearanceWork: { isWaiting: names => isWorkWaiting(database, names, standingStages) },
        now: () => new Date(),
      },
    },
  )
  const problem = 'problem' in outcome ? problemOf(outcome.problem, 'explained') : undefined
  const denied = problem && checkBehind(problem, outcome.operation)
  const passed = accessChecks.slice(
    0,
    denied ? accessChecks.indexOf(denied) : accessChecks.indexOf('request'),
  )
  return {
    allowed: !problem,
    ...(problem &&
      denied && { rule: denied, status: problem.status, code: problem.code, message: problem.message }),
    passed: passed.map(rule => ({ rule, fact: factOf(rule, request, key, outcome) })),
  }
}

export function requestToExplain(method: string, given: string, ip: string | undefined): RequestToExplain {
  const address = ip === undefined ? undefined : plainAddress(ip)
  if (ip !== undefined && address === undefined) throw badRequest(`"${ip.slice(0, 80)}" is not an address`)
  const [path = '', search = ''] = given.replace(/^https?:\/\/[^/]+/, '').split('?', 2)
  const bare = path === apiPrefix || path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path
  return {
    method: method.toUpperCase(),
    path: bare.startsWith('/') ? bare : `/${bare}`,
    search,
    ip: address,
  }
}

const refused = async () => {
  throw new Error('Nothing is written while a request is explained')
}
const unmarked: BillingMarks = { set: refused }
const nobody: WorkerCreation = { add: refused, check: refused, repeated: refused }

function factOf(
  rule: AccessCheck,
  { ip, path, method }: RequestToExplain,
  key: KeyInfo | undefined,
  { caller, operation }: CallOutcome,
): string {
  const { allowedIps = [], perDay = 0, usedToday = 0, expiresAt } = key ?? {}
  const usage = caller?.usage
  const allowed = allowedIps.join(', ')
  const checked = ip ? `${ip} is in ${allowed}` : `not checked, as no address was given; allowed: ${allowed}`
  const facts: Partial<Record<AccessCheck, string>> = {
    key: `${key?.hint} is "${key?.name}"${key?.parentId ? `, signed in with "${key.parentName}"` : ''}`,
    revocation: 'not revoked',
    expiry: expiresAt ? `expires ${expiresAt}` : 'does not expire',
    address: allowedIps.length === 0 ? 'any address may use it' : checked,
    minute: usage ? `${shown(usage.minuteLeft + 1)} of ${shown(usage.perMinute)} left` : 'some left',
    day: `${shown(perDay - usedToday)} of ${shown(perDay)} left`,
    route: `there is ${operation?.path ?? path}`,
    method: `${method} is allowed there`,
    kind: operation?.callers ? `for ${operation.callers} keys, as this one is` : 'for every kind of key',
    scope: operation?.scopes.length ? `has ${operation.scopes.join(' and ')}` : 'needs none',
  }
  return facts[rule] ?? 'nothing against it'
}

const shown = (value: number) => value.toLocaleString('en-GB')

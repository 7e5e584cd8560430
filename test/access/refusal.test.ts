// What those hear who are not let in, by which rule, and what all hear of their limits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccessCheck, accessChecks, checkBehind } from '../../src/access/access-checks.ts'
import type { Usage } from '../../src/access/caller.ts'
import { newSecret } from '../../src/access/key-format.ts'
import { allowsKind, requirePermission, withFeature } from '../../src/access/permit.ts'
import {
  isOfUnknownSecret,
  notAllowedFrom,
  type Refusal,
  rateHeaders,
  refusalOfKey,
  secondsLeftToday,
  unknownKey,
  wellFormedSecret,
} from '../../src/access/refusal.ts'
import { operations } from '../../src/api/index.ts'
import { Problem, type ProblemCode, statusOf } from '../../src/errors/problem.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { caller, usage } from '../support/callers.ts'

test('the seconds to wait are rounded up, never down', () => {
  for (const [minuteFreesIn, t] of [
    [0, 0],
    [0.001, 1],
    [1, 1],
    [12.345, 13],
    [59.001, 60],
    [60, 60],
  ] as const)
    assert.equal(
      rateHeaders({ ...usage, minuteFreesIn }).RateLimit,
      `"minute";r=7;t=${t},"day";r=49959;t=43200`,
    )
  for (const [at, seconds] of [
    ['2026-03-02T23:59:59.999Z', 1],
    ['2026-03-02T23:59:58.001Z', 2],
    ['2026-03-02T23:59:58.000Z', 2],
    ['2026-03-02T00:00:00.000Z', 86_400],
  ] as const)
    assert.equal(secondsLeftToday({ ...usage, at }), seconds, at)
})

test('the headers name both limits, what is left of each and never less than nothing', () => {
  assert.deepEqual(rateHeaders(usage), {
    'RateLimit-Policy': '"minute";q=120;w=60,"day";q=50000;w=86400',
    RateLimit: '"minute";r=7;t=13,"day";r=49959;t=43200',
  })
  assert.match(rateHeaders({ ...usage, perDay: 10 }).RateLimit!, /"day";r=0;t=43200$/)
})

const refused = (state: Refusal['state'], more: Partial<Usage> = {}, ip = '203.0.113.7') => {
  const {
    code,
    message,
    headers,
    state: told,
    keyId,
    at,
  } = refusalOfKey({ state, keyId: 'k1', usage: { ...usage, ...more } }, ip)
  assert.deepEqual([told, keyId, at], [state, 'k1', usage.at])
  return { code, message, headers }
}

test('a known key that is refused hears why, and of its limits where it could come back', () => {
  assert.deepEqual(refused('revoked'), {
    code: 'REVOKED_API_KEY',
    message: 'This API key was revoked',
    headers: {},
  })
  assert.deepEqual(refused('expired'), {
    code: 'EXPIRED_API_KEY',
    message: 'This API key has expired',
    headers: {},
  })
  assert.deepEqual(refused('replaced'), {
    code: 'EXPIRED_API_KEY',
    message: 'This API key was rotated and this secret has ended; use the new one',
    headers: {},
  })
  assert.deepEqual(refused('ownerless'), {
    code: 'KEY_OWNER_DELETED',
    message:
      'The company or agency that this API key is for was deleted; ask whoever made the key for another',
    headers: {},
  })
  for (const [ip, named] of [
    ['203.0.113.7', '203.0.113.7'],
    ['', 'an address that is not known'],
  ] as const) {
    const told = {
      code: 'IP_NOT_ALLOWED',
      message: `This API key may not be used from ${named}; it has an IP allow-list`,
    }
    assert.deepEqual(refused('ip', {}, ip), { ...told, headers: rateHeaders(usage) })
    const { code, message } = notAllowedFrom(ip)
    assert.deepEqual({ code, message }, told)
  }
})

test('only a secret that nobody holds is an unknown one', () => {
  const codes = Object.keys(statusOf) as ProblemCode[]
  assert.deepEqual(
    codes.filter(code => isOfUnknownSecret(new Problem(code, 'x'))),
    ['INVALID_API_KEY'],
  )
  assert.equal(isOfUnknownSecret(new Problem('INVALID_OPERATOR_TOKEN', 'x')), true)
  assert.equal(isOfUnknownSecret(new Problem('MISSING_OPERATOR_TOKEN', 'x')), false)
})

test('over a limit it hears which one and when to come back: the longer wait where both are used up', () => {
  const minute = 'More than 120 requests in 60 seconds; try again in 13 s'
  const day = (perDay: number) => `More than ${perDay} requests today; the day ends at midnight UTC`
  for (const [state, more, message, wait] of [
    ['minute', {}, minute, '13'],
    ['minute', { usedToday: 49_999 }, minute, '13'],
    ['minute', { usedToday: 50_000 }, day(50_000), '43200'],
    ['minute', { perDay: 40 }, day(40), '43200'],
    ['day', {}, day(50_000), '43200'],
    ['day', { usedToday: 50_000 }, day(50_000), '43200'],
    ['minute', { minuteFreesIn: 0 }, minute.replace('13', '1'), '1'],
    ['minute', { minuteFreesIn: 1.5 }, minute.replace('13', '2'), '2'],
  ] as const)
    assert.deepEqual(refused(state, more), {
      code: 'RATE_LIMIT_EXCEEDED',
      message,
      headers: { ...rateHeaders({ ...usage, ...more }), 'Retry-After': wait },
    })
})

test('a secret that can be right is passed on as it is, and others hear what is wrong with them', () => {
  for (const kind of ['company', 'agency'] as const) {
    const secret = newSecret(kind)
    assert.equal(wellFormedSecret(secret), secret)
  }
  const told = (secret: string | undefined) => {
    try {
      return wellFormedSecret(secret)
    } catch (problem) {
      return (problem as Problem).message
    }
  }
  for (const none of [undefined, ''])
    assert.equal(told(none), 'An API key is required; send the header "Authorization: Bearer <API_KEY>"')
  assert.equal(told(newSecret('operator')), 'This is an operator token; the API takes API keys only')
  const mistyped = 'This is not an API key: it is mistyped or cut short'
  for (const wrong of ['hunter2', `x${newSecret('company')}`, newSecret('company').slice(0, -1)])
    assert.equal(told(wrong), mistyped)
  assert.equal(unknownKey().message, 'This API key does not exist')
})

const verdict = (operation: Operation, kind: 'company' | 'agency', scopes: readonly string[]) => {
  try {
    const companies = [{ id: 'c1', name: 'C1', nanoid: 'n1', prefix: 'C1', features: [] }]
    const agencies = [{ id: 'a1', name: 'A1' }]
    requirePermission(operation, caller({ kind, scopes: new Set(scopes), companies, agencies }))
    return 'permitted'
  } catch (problem) {
    return `${(problem as Problem).code} ${(problem as Problem).message}`
  }
}

test('of every operation, the other kind of key and a key without its scope hear what is missing', () => {
  assert.ok(operations.some(({ callers }) => callers === 'company'))
  const all = operations.flatMap(({ scopes }) => scopes)
  for (const operation of [...operations, { ...operations[0]!, callers: 'agency' as const }]) {
    const called = `${operation.method} ${operation.path}`
    for (const kind of ['company', 'agency'] as const) {
      const other = kind === 'company' ? 'agency' : 'company'
      if (operation.callers !== undefined && operation.callers !== kind) {
        const refused = `${other.toUpperCase()}_KEY_REQUIRED ${called} is for ${other}-scoped keys; this key is ${kind}-scoped`
        assert.equal(allowsKind(operation, kind), false, called)
        for (const scopes of [all, []]) assert.equal(verdict(operation, kind, scopes), refused)
        continue
      }
      assert.equal(allowsKind(operation, kind), true, called)
      assert.equal(verdict(operation, kind, all), 'permitted')
      assert.equal(verdict(operation, kind, operation.scopes), 'permitted')
      for (const missing of operation.scopes)
        assert.equal(
          verdict(
            operation,
            kind,
            all.filter(scope => scope !== missing),
          ),
          `INSUFFICIENT_SCOPE ${called} needs the scope ${missing}, which this key does not have`,
        )
      if (operation.scopes.length > 1)
        assert.equal(
          verdict(operation, kind, []),
          `INSUFFICIENT_SCOPE ${called} needs the scopes ${operation.scopes.join(' and ')}, which this key does not have`,
        )
    }
  }
})

test('every problem is put down to the rule that raised it', () => {
  assert.deepEqual(accessChecks, [
    'key',
    'revocation',
    'expiry',
    'address',
    'minute',
    'day',
    'route',
    'method',
    'kind',
    'scope',
    'request',
    'company',
    'record',
    'feature',
  ])
  const expected: Partial<Record<ProblemCode, AccessCheck>> = {
    MISSING_API_KEY: 'key',
    INVALID_API_KEY: 'key',
    REVOKED_API_KEY: 'revocation',
    KEY_OWNER_DELETED: 'key',
    EXPIRED_API_KEY: 'expiry',
    IP_NOT_ALLOWED: 'address',
    METHOD_NOT_ALLOWED: 'method',
    COMPANY_KEY_REQUIRED: 'kind',
    AGENCY_KEY_REQUIRED: 'kind',
    INSUFFICIENT_SCOPE: 'scope',
    COMPANY_ACCESS_DENIED: 'company',
    AGENCY_ACCESS_DENIED: 'company',
    FEATURE_NOT_ENABLED: 'feature',
    NOT_FOUND: 'record',
  }
  for (const code of Object.keys(statusOf) as ProblemCode[])
    assert.equal(checkBehind(new Problem(code, 'x'), operations[0]), expected[code] ?? 'request', code)
  assert.equal(checkBehind(new Problem('NOT_FOUND', 'x'), undefined), 'route')
  for (const state of ['minute', 'day'] as const)
    assert.equal(checkBehind(refusalOfKey({ state, keyId: 'k1', usage }, ''), operations[0]), state)
})

test('of the companies asked for, those with a feature are given, and none is a refusal', () => {
  const companies = ['c1', 'c2', 'c3'].map(id => ({
    ...{ id, name: id, nanoid: id, prefix: id },
    features: id === 'c2' ? [] : ['stages'],
  }))
  const having = (among?: readonly string[]) =>
    withFeature(caller({ kind: 'company', companies }), among, 'stages', 'is nothing')
  assert.deepEqual(having(), ['c1', 'c3'])
  assert.deepEqual(having(['c2', 'c3']), ['c3'])
  for (const none of [['c2'], []])
    assert.throws(() => having(none), {
      code: 'FEATURE_NOT_ENABLED',
      message:
        'No company in this request has stages enabled, so there is nothing; do not retry until that changes',
    })
})

// §2.16, §4.1: what the key that is calling is, and how much of it is used.
import { data } from '../kernel/operation/answer.ts'
import { operation } from '../kernel/operation/operation.ts'
import { instant, integer, list, maybe, record, text } from '../shape/shape.ts'

const Owner = record({ id: text, name: text })

const KeyInfo = record({
  name: text,
  description: maybe(text),
  scopes: list(text),
  rateLimitPerMinute: integer,
  rateLimitPerDay: integer,
  ipAllowlist: maybe(list(text)),
  expiresAt: maybe(instant),
  lastUsedAt: maybe(instant),
  usage: record({ requestsToday: integer, remainingToday: integer, resetsAt: instant }),
  companies: maybe(list(Owner)),
  agencies: maybe(list(Owner)),
  createdAt: instant,
})

const plain = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const me = operation({
  method: 'GET',
  path: '/me',
  tool: 'open_api_get_me',
  summary: 'What this key is, what it may do and how much of it is used',
  answers: KeyInfo,
  noun: 'key',
  run: async (_input, { caller }) => {
    const { usage } = caller
    return data({
      name: caller.name,
      description: caller.description,
      scopes: [...caller.scopes],
      rateLimitPerMinute: usage.perMinute,
      rateLimitPerDay: usage.perDay,
      ...(caller.allowedIps.length > 0 && { ipAllowlist: caller.allowedIps }),
      expiresAt: caller.expiresAt,
      lastUsedAt: caller.lastUsedAt,
      usage: {
        requestsToday: usage.usedToday,
        remainingToday: Math.max(0, usage.perDay - usage.usedToday),
        resetsAt: usage.resetsAt,
      },
      ...(caller.kind === 'company'
        ? { companies: caller.companies.map(plain) }
        : { agencies: caller.agencies.map(plain) }),
      createdAt: caller.createdAt,
    })
  },
})

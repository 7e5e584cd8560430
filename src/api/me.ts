// §2.16, §4.1: what the key that is calling is, and how much of it is used.
import { singleAnswer } from '../kernel/operation/answer.ts'
import { operation } from '../kernel/operation/operation.ts'
import { yesNoParameter } from '../kernel/operation/parameter.ts'
import { instant, integer, list, maybe, record, text } from '../shape/shape.ts'
import { recordId } from './shapes.ts'

const owner = record({
  id: recordId,
  name: [text, 'What it trades as.'],
})

const KeyInfo = record({
  name: [text, 'What whoever made the key calls it.'],
  description: [maybe(text), 'What the key is for; absent when not given.'],
  scopes: [list(text), 'What it may do, such as read:timesheets.'],
  rateLimitPerMinute: [integer, 'Requests that it may make in any 60 seconds.'],
  rateLimitPerDay: [integer, 'Requests that it may make from midnight to midnight UTC.'],
  ipAllowlist: [maybe(list(text)), 'Addresses and CIDR ranges it may be used from; absent for anywhere.'],
  expiresAt: [maybe(instant), 'When it stops working; absent when it does not.'],
  lastUsedAt: [maybe(instant), 'When it was last used, to within seconds; absent before that.'],
  usage: [
    record({
      requestsToday: [integer, 'Requests counted since midnight UTC, this one among them.'],
      remainingToday: [integer, 'Requests left until the day ends.'],
      resetsAt: [instant, 'When the day ends: the next midnight UTC.'],
    }),
    'How much of the day’s limit is gone.',
  ],
  companies: [maybe(list(owner)), 'Whose data it sees; on company-scoped keys.'],
  agencies: [maybe(list(owner)), 'Whose data it sees; on agency-scoped keys.'],
  createdAt: [instant, 'When the key was made.'],
  freshness: [
    maybe(
      list(
        record({
          list: [text, 'The list, such as /timesheets.'],
          loadedAt: [
            maybe(instant),
            'When records of it were last loaded for these owners; absent where that is not known.',
          ],
          source: [
            maybe(text),
            'The job or mapping that loaded them; absent where it has no name, or they are not these owners’ alone.',
          ],
        }),
      ),
    ),
    'How fresh each list is that the key may read; with includeFreshness.',
  ],
})

const plain = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const me = operation({
  method: 'GET',
  path: '/me',
  name: 'getMe',
  summary: 'What this key is, what it may do and how much of it is used',
  answers: KeyInfo,
  noun: 'key',
  parameters: [
    { ...yesNoParameter('includeFreshness', 'Adds when each list was last loaded'), httpOnly: true },
  ],
  run: async ({ query }, { caller, world }) => {
    const { usage } = caller
    return singleAnswer({
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
      ...(query.includeFreshness === true && { freshness: await world.freshness.ofLists(caller) }),
    })
  },
})

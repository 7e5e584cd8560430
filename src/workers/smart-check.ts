// Asks a card scheme whether a card is valid, through the service that a company has configured: over HTTP, or the
// simulator for demo data and trials.
import { isCalendarDay, utcDay } from '../formats/day.ts'
import { nameWords } from '../matching/names.ts'
import type { Guard } from '../outbound/guard.ts'
import { isSuccess, type PostLimits, posterOf } from '../outbound/post.ts'

type Holder = { scheme: string; registrationNumber: string; firstName: string; lastName: string }

const texts = ['cardTypeName', 'serial', 'customerName', 'documentNumber', 'photoType'] as const

/** `expiry` is YYYY-MM-DD. */
type Card = { [name in (typeof texts)[number] | 'expiry']?: string } & {
  occupationQualifications: { qual: string }[]
}

const statuses = ['valid', 'expired', 'cancelled', 'notFound', 'nameMismatch'] as const
type Status = (typeof statuses)[number] | 'unavailable'

export type SmartCheckResult = {
  status: Status
  card?: Card
  /** Why it is unavailable, for the operator. */
  why?: string
}

export type Configuration = { provider: 'http' | 'simulator'; address?: string; credentials?: string }

/** A longer answer is cut off, and then it is not JSON. */
const longestAnswer = 64 * 1024
const limits: PostLimits = {
  connectMs: 5_000,
  exchangeMs: 10_000,
  readBytes: longestAnswer,
  keptBytes: longestAnswer,
}

export async function verifyCard(
  configuration: Configuration,
  holder: Holder,
  guard: Guard,
  now: Date,
): Promise<SmartCheckResult> {
  if (configuration.provider === 'simulator') return simulated(holder, now)
  return askOver(configuration, guard, holder).catch(error => ({
    status: 'unavailable',
    why: (error as Error).message,
  }))
}

/** POST to the address, with the credentials as a bearer token; `{status, cards: […]}` comes back. */
async function askOver(
  { address, credentials }: Configuration,
  guard: Guard,
  holder: Holder,
): Promise<SmartCheckResult> {
  // A new connection for each request, so that the guard checks each.
  const poster = posterOf(guard, limits)
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(credentials !== undefined && { Authorization: `Bearer ${credentials}` }),
  }
  try {
    const outcome = await poster.post(new URL(address!), headers, JSON.stringify(holder))
    if (outcome.status === 404) return { status: 'notFound' }
    if (!isSuccess(outcome)) throw new Error(outcome.error ?? `it answered ${outcome.status}`)
    return judged(answerIn(outcome.answer), holder)
  } finally {
    poster.close()
  }
}

/** The text may be personal data, so the error does not quote it. */
function answerIn(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`its answer is no JSON, or longer than ${longestAnswer} bytes`)
  }
}

/** Of several cards, the valid one that expires last. */
function judged(answer: unknown, holder: Holder): SmartCheckResult {
  const { status: told, cards } = answer as { status?: string; cards?: ({ status?: string } & Card)[] }
  const status = statuses.find(known => known === told)
  if (!status) throw new Error('its answer has no status that is known')
  if (status !== 'valid') return { status }
  const valid = (Array.isArray(cards) ? cards : []).filter(card => (card.status ?? 'valid') === 'valid')
  const own = valid.filter(card => isHolder(card.customerName, holder)).map(cardOf)
  if (own.length === 0) return { status: valid.length > 0 ? 'nameMismatch' : 'notFound' }
  const [best] = own.sort((one, other) => ((one.expiry ?? '9999') < (other.expiry ?? '9999') ? 1 : -1))
  return { status: 'valid', card: best! }
}

/** Only the properties of a verification (§4.12), each in its form. */
function cardOf(given: Record<string, unknown>): Card {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : undefined)
  const kept = texts.flatMap(name => (text(given[name]) ? [[name, text(given[name])]] : []))
  const expiry = text(given.expiry)?.replace(/T.*$/s, '')
  if (expiry !== undefined && !isCalendarDay(expiry))
    throw new Error('its answer has an expiry that is no date')
  const quals = (Array.isArray(given.occupationQualifications) ? given.occupationQualifications : [])
    .flatMap(one => (text(one?.qual) ? [{ qual: text(one.qual)! }] : []))
    .slice(0, 50)
  return {
    ...Object.fromEntries(kept),
    ...(expiry !== undefined && { expiry }),
    occupationQualifications: quals,
  }
}

/** A card names its holder by an initial, perhaps more names, and the whole surname. */
function isHolder(
  customerName: string | undefined,
  { firstName, lastName }: Pick<Holder, 'firstName' | 'lastName'>,
): boolean {
  const words = nameWords(customerName ?? '')
  const [first, last] = [nameWords(firstName), nameWords(lastName).join('')]
  const surnames = words.map((_, at) => words.slice(at).join('')).slice(1)
  return words[0]?.[0] === first[0]?.[0] && surnames.includes(last)
}

/** The last two digits of the registration number decide, so that every answer can be tried. */
const byEnding: Record<string, Status> = {
  '00': 'notFound',
  '01': 'cancelled',
  '02': 'expired',
  '03': 'nameMismatch',
  '04': 'unavailable',
}

function simulated(holder: Holder, now: Date): SmartCheckResult {
  const { scheme, registrationNumber, firstName, lastName } = holder
  const ending = registrationNumber.replace(/\D/g, '').slice(-2)
  const status = byEnding[ending]
  if (status) return { status }
  const sum = [...registrationNumber].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1461, 0)
  const expiry = utcDay(new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1 + sum)))
  return {
    status: 'valid',
    card: {
      cardTypeName: `${scheme} card`,
      serial: `SIM-${[...registrationNumber].slice(-8).join('')}`,
      customerName: `${[...firstName][0]} ${lastName}`.toUpperCase(),
      documentNumber: registrationNumber,
      photoType: 'none',
      occupationQualifications: [],
      ...(ending !== '05' && { expiry }),
    },
  }
}

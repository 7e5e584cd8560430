// Finds people by what an operator has of them: stored workers, and those who were sent and wait for a decision. Numbers
// are compared and never shown; what was typed is kept nowhere, and whoever is found is noted as read.
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { badRequest } from '../errors/problem.ts'
import { compactCode, foldedText } from '../formats/fold.ts'
import { plainEmail } from '../matching/contacts.ts'
import { nationalNumber, travelNumber } from '../matching/identity-numbers.ts'
import { nameKey } from '../matching/names.ts'
import { nameFinding, typedWords, wordFinder } from '../matching/search-words.ts'
import { type Finding, findingWords, verdictOf, verdicts } from '../matching/verdicts.ts'
import { flag, instant, list, maybe, oneOf, record, type Static, text } from '../shape/shape.ts'
import { noteReadings } from '../store/keys/ledger.ts'
import { erasureOf } from '../store/people/erasures.ts'
import {
  mostPeople,
  type PersonIdentifier,
  workersNamed,
  workersWith,
  workersWithNumber,
} from '../store/people/find-people.ts'
import { openSubmissions } from '../store/people/match-attempts.ts'
import { workerListings } from '../store/people/person-rows.ts'
import { readLabels } from '../store/records/record-rows.ts'
import { openSubmission } from './attempts.ts'
import { personFrom } from './matches.ts'

const kinds = {
  id: 'id',
  reference: 'reference',
  agencyId: 'an agency’s own identifier',
  name: 'name',
  email: 'e-mail',
  phone: 'telephone',
  documentNumber: 'number of a document',
  identityNumber: 'identity number',
} as const
type SearchKind = keyof typeof kinds
const kindNames = Object.keys(kinds) as SearchKind[]

/** By what somebody was found, and how near that is. */
const Reason = record({ by: oneOf(...kindNames), verdict: oneOf(...verdicts), words: text })
type Reason = Static<typeof Reason>

export const PeopleSearchResult = record({
  /** What the text was compared with. */
  comparedWith: list(oneOf(...kindNames)),
  people: list(
    record({
      id: text,
      reference: maybe(text),
      name: maybe(text),
      dob: maybe(text),
      agencies: list(text),
      erasedAt: maybe(instant),
      reasons: list(Reason),
    }),
  ),
  /** Whether there are more than are shown. */
  hasMore: flag,
  /** Sent by agencies, and not yet decided to be anybody: the id of the match. */
  waiting: list(record({ match: text, name: text, agency: text, reasons: list(Reason) })),
  summary: text,
  notSearched: text,
})
export type PeopleSearchResult = Static<typeof PeopleSearchResult>

/** Rows beside workers that people are found by, besides those of matches. */
export const searchedTables = ['worker_member', 'worker_identity.documents'] as const

const notSearched =
  'Not searched: users of companies, names inside other records, addresses, and telephone numbers that cannot be one.'

const exactly = (by: SearchKind): Reason => ({ by, verdict: 'same', words: `the same ${kinds[by]}` })
const named = (finding: Finding): Reason => ({
  by: 'name',
  verdict: verdictOf(finding),
  words: finding === 'same' ? 'the same name' : findingWords(finding),
})

type Search = {
  words: readonly string[]
  /** What each kind is compared with, in its form; those that the text cannot be are left out. */
  texts: Partial<Record<PersonIdentifier, string>>
  hashes: readonly string[]
}

function searchFor(typed: string, secrets: Secrets): Search {
  const given = typed.trim()
  const [plain, digits] = [compactCode(given), given.replace(/\D/g, '').replace(/^0+/, '')]
  const isOneToken = !/\s/.test(given)
  const isPhone = /^[\d\s().+/\p{Pd}]+$/u.test(given) && digits.length >= 7
  const isNumber = /\d/.test(plain) && /^[\p{L}\d/]{4,40}$/u.test(plain)
  const seal = sealOf(secrets)
  return {
    words: typedWords(given),
    texts: {
      ...(isOneToken && { id: given }),
      reference: foldedText(given),
      agencyId: given,
      ...(given.includes('@') && { email: plainEmail(given) }),
      ...(isPhone && { phone: digits }),
      ...(isNumber && { documentNumber: plain }),
    },
    hashes: isNumber
      ? [nationalNumber(plain), travelNumber(plain)].flatMap(({ foundBy }) => seal.hashes(foundBy))
      : [],
  }
}

const kindsOf = ({ words, texts, hashes }: Search): SearchKind[] =>
  kindNames.filter(kind =>
    kind === 'name' ? words.length > 0 : kind === 'identityNumber' ? hashes.length > 0 : kind in texts,
  )

/** `by` is noted in the ledger as the reader of those who are found. */
export async function findPeople(
  { database, secrets }: { database: Database; secrets: Secrets },
  typed: string,
  by: string,
): Promise<PeopleSearchResult> {
  if (typed.trim().length < 2) throw badRequest('Type two letters or digits at least')
  const search = searchFor(typed, secrets)
  const found = await storedLike(database, search)
  const ids = [...found.keys()].slice(0, mostPeople)
  const lines = new Map((await workerListings(database, ids)).map(line => [line.id, line]))
  const people = await Promise.all(
    ids.map(async id => {
      const { reference, name, dob, agencies = [] } = lines.get(id) ?? {}
      const erasure = lines.get(id)?.isErased === false ? undefined : await erasureOf(database, 'worker', id)
      return {
        id,
        ...(reference !== undefined && { reference }),
        ...(name !== undefined && { name }),
        ...(dob != null && { dob }),
        agencies,
        ...(erasure && { erasedAt: erasure.at }),
        reasons: found.get(id)!,
      }
    }),
  )
  const waiting = await waitingLike(database, secrets, search)
  await noteReadings(database, 'worker', [...lines.keys()], by, 'people find')
  const comparedWith = kindsOf(search)
  const hasMore = found.size > mostPeople
  return {
    comparedWith,
    people,
    hasMore,
    waiting,
    summary: summaryOf(people.length, waiting.length, hasMore, comparedWith),
    notSearched,
  }
}

function summaryOf(people: number, waiting: number, hasMore: boolean, compared: SearchKind[]): string {
  const words = compared.map(kind => kinds[kind])
  const by = `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' and ' : ''}${words.at(-1)}`
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  if (people + waiting === 0) return `Nobody is held under this, compared with ${by}.`
  const more = hasMore ? ` There are more than ${mostPeople}: type more of it.` : ''
  const sent = waiting > 0 ? ` and ${count(waiting, 'submission')} that wait${waiting === 1 ? 's' : ''}` : ''
  return `${count(people, 'worker')}${sent}, compared with ${by}.${more}`
}

/** By the ids of workers, those who are found by more than a name before others, and the nearest names first. */
async function storedLike(
  database: Database,
  { words, texts, hashes }: Search,
): Promise<Map<string, Reason[]>> {
  const found = new Map<string, Reason[]>()
  const add = (id: string, reason: Reason) => found.set(id, [...(found.get(id) ?? []), reason])
  for (const [by, value] of Object.entries(texts) as [PersonIdentifier, string][])
    for (const id of await workersWith(database, by, value)) add(id, exactly(by))
  if (hashes.length > 0)
    for (const id of await workersWithNumber(database, hashes)) add(id, exactly('identityNumber'))
  if (words.length > 0)
    for (const { id, finding } of await workersNamed(database, words)) add(id, named(finding))
  const erased = texts.id && found.size === 0 ? await erasureOf(database, 'worker', texts.id) : undefined
  if (erased) add(erased.id, exactly('id'))
  return found
}

async function waitingLike(
  database: Database,
  secrets: Secrets,
  search: Search,
): Promise<PeopleSearchResult['waiting']> {
  const found: (Omit<PeopleSearchResult['waiting'][number], 'agency'> & { agency: string })[] = []
  for (const [at, { id, agency, sealed }] of (await openSubmissions(database)).entries()) {
    // Others are answered in between: a queue may be long.
    if (at % 50 === 49) await turn()
    const { worker } = openSubmission(secrets, sealed)
    const reasons = reasonsFor(search, worker, personFrom(worker, sealOf(secrets)))
    if (reasons.length > 0)
      found.push({ match: id, name: `${worker.firstName} ${worker.lastName}`, agency, reasons })
  }
  const agencies = await readLabels(database, 'agency', [...new Set(found.map(({ agency }) => agency))])
  return found.map(one => ({ ...one, agency: agencies.get(one.agency)?.name ?? one.agency }))
}

type Sent = ReturnType<typeof openSubmission>['worker']

function reasonsFor(
  { words, texts, hashes }: Search,
  worker: Sent,
  { email, phone, numbers }: ReturnType<typeof personFrom>,
): Reason[] {
  const [first, last] = (['first', 'last'] as const).map(which =>
    wordFinder(words, which)(nameKey(worker[`${which}Name`])),
  )
  const name = words.length > 0 ? nameFinding(first!, last!) : undefined
  const documents = worker.documents.map(({ number }) => compactCode(number ?? ''))
  const same: Partial<Record<SearchKind, boolean>> = {
    agencyId: texts.agencyId === worker.agencyId,
    email: texts.email !== undefined && texts.email === email,
    phone: texts.phone !== undefined && phone?.endsWith(texts.phone) === true,
    documentNumber: texts.documentNumber !== undefined && documents.includes(texts.documentNumber),
    identityNumber: hashes.some(hash => numbers.includes(hash)),
  }
  return [...kindNames.filter(kind => same[kind]).map(exactly), ...(name ? [named(name.finding)] : [])]
}

// §4.12: POST /workers. Here a body becomes a new worker, or a list of everything that is
// wrong with it; storing it is the world's.

import type { Caller } from '../../access/caller.ts'
import { badRequest, Problem } from '../../errors/problem.ts'
import { utcDay } from '../../formats/day.ts'
import { isId } from '../../formats/id.ts'
import { singleAnswer } from '../../kernel/operation/answer.ts'
import { type Context, type Input, operation } from '../../kernel/operation/operation.ts'
import { oneIdParameter, yesNoParameter } from '../../kernel/operation/parameter.ts'
import { readUncut } from '../../kernel/query/read-all.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type BodyObject, BodyReader, Flaws, isBodyObject, spacesAround } from '../flaws.ts'
import { masterQualifications, masterTrades } from '../master-lists.ts'
import { mentionedDocuments, type Qualifications, readDocuments } from './documents.ts'
import type { Idempotency, NewWorker } from './new-worker.ts'
import {
  readBirth,
  readEmail,
  readGender,
  readName,
  readNationality,
  readNumbers,
  readPhone,
  readPostalAddress,
} from './person.ts'
import { bodyNames, createdWorker, maxBodyBytes, mostInBody, workerBody } from './shape.ts'

export const createWorker = operation({
  method: 'POST',
  path: '/workers',
  name: 'createWorker',
  summary: 'Create a worker, with documents, for an agency',
  scope: 'write:workers',
  callers: 'agency',
  parameters: [
    oneIdParameter('agency', 'The agency to create the worker for; required when the key covers several'),
    yesNoParameter('dryRun', 'Checks everything but whether the worker is known already, and stores nothing'),
  ],
  body: { schema: workerBody, maxBytes: maxBodyBytes },
  answers: createdWorker,
  problems: [
    'INVALID_DOCUMENT',
    'UNSUPPORTED_FILE_TYPE',
    'FILE_TOO_LARGE',
    'AGENCY_ACCESS_DENIED',
    'WORKER_MATCH_REQUIRES_REVIEW',
    'WORKER_CONFLICT',
    'WORKER_ERASED',
    'STORAGE_ERROR',
  ],
  audited: 'worker',
  noun: 'worker',
  run,
})

async function run({ query, body, idempotencyKey }: Input, context: Context) {
  const { caller, world } = context
  const agency = agencyFor(caller, (query.agency as string[] | undefined)?.[0])
  const dryRun = query.dryRun === true
  if (!body || !isBodyObject(body.value))
    throw new Problem('VALIDATION_ERROR', 'The body must be a JSON object; see the fields of POST /workers')
  const idempotency = dryRun ? undefined : idempotencyOf(caller, agency, idempotencyKey, body.sha256)
  const before = idempotency && (await world.workerCreation.repeated(idempotency))
  if (before) return before
  const worker = readNewWorker(body.value, await listsFor(body.value, context), world.now())
  const adding = { caller, agency, ...(idempotency && { idempotency }) }
  if (!dryRun) return world.workerCreation.add(worker, adding)
  await world.workerCreation.check(worker, adding)
  return singleAnswer({ dryRun: true })
}

function agencyFor({ agencies }: Caller, asked: string | undefined): string {
  if (asked === undefined) {
    if (agencies.length === 1) return agencies[0]!.id
    throw badRequest('agency is required: this key covers several agencies; GET /me lists them')
  }
  if (agencies.some(({ id }) => id === asked)) return asked
  throw new Problem(
    'AGENCY_ACCESS_DENIED',
    `agency=${asked}: this key has no access to that agency; GET /me lists what it has access to`,
  )
}

function idempotencyOf(
  { keyId }: Caller,
  agency: string,
  name: string | undefined,
  sha256: string,
): Idempotency | undefined {
  if (name === undefined) return undefined
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(name))
    throw badRequest('The Idempotency-Key must be 1 to 255 visible ASCII characters')
  return { keyId, name, fingerprint: `${agency} ${sha256}` }
}

type Lists = { trades: ReadonlySet<string>; qualifications: Qualifications }

/** The entries of the master lists that the body names. */
async function listsFor(body: BodyObject, context: Context): Promise<Lists> {
  const named = async <R extends TSchema>(of: RecordType<R>, ids: readonly string[]) => {
    const known = [...new Set(ids.filter(isId))]
    if (known.length === 0) return []
    return readUncut(context, of, context.reach('everyone'), [{ column: 'id', in: known }])
  }
  const trades = Array.isArray(body.trades) ? body.trades.filter(id => typeof id === 'string') : []
  const [found, qualifications] = await Promise.all([
    named(masterTrades.stored, trades),
    named(masterQualifications.stored, mentionedDocuments(body)),
  ])
  return {
    trades: new Set(found.map(({ id }) => id)),
    qualifications: new Map(qualifications.map(one => [one.id, one])),
  }
}

/** A new worker, or a Problem that tells everything that is wrong. */
function readNewWorker(body: BodyObject, { trades, qualifications }: Lists, now: Date): NewWorker {
  const flaws = new Flaws()
  const reader = new BodyReader(flaws, body)
  const today = utcDay(now)
  reader.known(bodyNames, { uploadToken: 'is not accepted; send each file whole, in files[].content' })
  const [firstName, lastName] = [readName(reader, 'firstName'), readName(reader, 'lastName')]
  const dob = readBirth(reader, today)
  const email = readEmail(reader)
  const reached = readPhone(reader)
  const gender = readGender(reader)
  const nationality = readNationality(reader)
  const numbers = readNumbers(reader, nationality)
  const address = readPostalAddress(reader)
  const tradeIds = readTrades(reader, trades)
  const agencyId = reader.required('agencyId', 'is required', 100)
  if (reader.value('consent') !== true)
    reader.flaw('consent', 'must be true: the agency holds the worker’s written consent')
  const documents = readDocuments(reader, qualifications, today)
  flaws.refuse()
  return {
    firstName: firstName!,
    lastName: lastName!,
    dob: dob!,
    email: email!,
    ...reached!,
    gender: gender!,
    nationality: nationality!,
    ...numbers,
    address: address!,
    trades: tradeIds,
    agencyId: agencyId!,
    documents,
  }
}

function readTrades(reader: BodyReader, known: ReadonlySet<string>): string[] {
  const given = reader.list('trades', mostInBody.trades)
  if (reader.value('trades') === undefined || (Array.isArray(reader.value('trades')) && given.length === 0))
    reader.flaw('trades', 'is required: one or more master trade ids')
  for (const [index, id] of given.entries()) {
    if (typeof id === 'string' && id !== id.trim()) reader.flaw(`trades[${index}]`, spacesAround)
    else if (typeof id !== 'string' || !known.has(id))
      reader.flaw(`trades[${index}]`, 'is not an id from GET /master-trades')
    else if (given.indexOf(id) < index) reader.flaw(`trades[${index}]`, 'is there twice')
  }
  return given.filter(id => typeof id === 'string')
}

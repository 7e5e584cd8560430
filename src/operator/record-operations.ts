// Records over the operator's interface: which kinds there are, who sees one and why, and what was told of it.
import { type CallerKind, callerKinds } from '../access/caller.ts'
import { asOwner, ownersOf, readOwner } from '../access/owners.ts'
import { allowsKind, hindranceTo, scopesText } from '../access/permit.ts'
import { seenBecause } from '../access/seen-because.ts'
import { shownFields } from '../access/shown-fields.ts'
import { chapterOf } from '../api/chapters.ts'
import { operations } from '../api/index.ts'
import { Problem } from '../errors/problem.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { flag, instant, list, maybe, nodeOf, oneOf, orNull, record, text } from '../shape/shape.ts'
import { changesOf, visibilityFacts } from '../store/feeds/record-history.ts'
import { type KeyInfo, keyState, keys as storedKeys } from '../store/keys/keys.ts'
import { readingsOf } from '../store/keys/ledger.ts'
import { callerKind, ownerNames } from '../store/keys/owners.ts'
import { labelText } from '../store/records/record-rows.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'

const mostShown = 200

/** The operations of the API that read records of a type, where there are any. */
function readersOf(type: string) {
  const own = operations.filter(({ reads }) => reads === type)
  const list = own.find(({ shape }) => shape === 'list')
  const get = own.find(({ shape }) => shape === 'single')
  return { list, get, any: get ?? list }
}

function typeNamed(types: readonly RecordType[], name: string): RecordType {
  const type = types.find(known => known.type === name)
  if (type) return type
  throw new Problem('NOT_FOUND', 'There is no such type of record; GET /record-types lists them')
}

const described = ({ type }: RecordType) => {
  const { list, get, any } = readersOf(type)
  return {
    type,
    noun: any?.noun ?? type,
    group: any ? chapterOf(any).name : null,
    scope: any?.scopes.join(' and ') || null,
    kinds: any ? callerKinds.filter(each => allowsKind(any, each)) : [],
    listPath: list?.path ?? null,
    getPath: get?.path ?? null,
    audited: get?.audited !== undefined,
  }
}

/** Fields of a record that not every key of a kind is shown; those within them follow. */
function hiddenFrom(operation: Operation | undefined, viewer: CallerKind) {
  if (!operation) return []
  if (!allowsKind(operation, viewer)) return [{ field: '*', shown: 'no' }]
  const node = nodeOf(operation.answers)
  return shownFields(node.type === 'array' ? node.items! : node).flatMap(row =>
    row[viewer] === 'yes' ? [] : [{ field: row.path, shown: row[viewer] }],
  )
}

function keySees({ kind, state, scopes }: KeyInfo, operation: Operation | undefined) {
  const no = (text: string) => ({ sees: false, text })
  if (state !== 'active') return no(`is ${state}`)
  if (!operation) return no('nothing of the API reads such records')
  const hindrance = hindranceTo(operation, { kind, scopes: new Set(scopes) })
  if (hindrance && 'missing' in hindrance) return no(`needs ${scopesText(hindrance.missing)}`)
  if (hindrance) return no(`${operation.path} is for ${hindrance.isFor} keys`)
  return { sees: true, text: `${operation.method} ${operation.path}` }
}

async function ownersNamed({ database, types }: OperatorBackend, owners: readonly string[]) {
  const nameOf = await ownerNames(database, types, [...new Set(owners)])
  return (owner: string) => ({ ...readOwner(owner), name: nameOf(owner) })
}

async function viewersOf(backend: OperatorBackend, type: RecordType, id: string) {
  const { database, types } = backend
  const facts = await visibilityFacts(database, types, type, id)
  if (!facts) throw new Problem('NOT_FOUND', `There is no ${type.type} with this id`)
  const seen = type.isRead ? seenBecause(type, facts.stored, facts.links, facts.granted) : []
  const named = await ownersNamed(
    backend,
    seen.flatMap(one => [asOwner(one.kind, one.id), ...ownersOf('company', one.through)]),
  )
  const keys = await storedKeys.rows(database)
  const { any } = readersOf(type.type)
  return {
    type: type.type,
    id,
    label: labelText(facts.label),
    everyone: type.isRead && !type.owners,
    viewers: seen.map(one => ({
      ...one,
      name: named(asOwner(one.kind, one.id)).name,
      through: one.through.map(id => ({ id, name: named(asOwner('company', id)).name })),
      keys: keys
        .filter(key => key.kind === one.kind && key.owners.includes(one.id))
        .slice(0, mostShown)
        .map(key => ({ id: key.id, name: key.name, hint: key.hint, state: key.state, ...keySees(key, any) })),
    })),
    hidden: { company: hiddenFrom(any, 'company'), agency: hiddenFrom(any, 'agency') },
  }
}

async function historyOf(backend: OperatorBackend, type: string, id: string) {
  const { database } = backend
  const changes = await changesOf(database, type, id, mostShown)
  const isAudited = readersOf(type).get?.audited !== undefined
  const reads = isAudited ? (await readingsOf(database, type, id)).slice(0, mostShown) : []
  const keys = reads.length > 0 ? await storedKeys.rows(database) : []
  const ownersOfKey = new Map(keys.map(key => [key.id, ownersOf(key.kind, key.owners)]))
  const owners = [...changes.flatMap(change => change.owners), ...[...ownersOfKey.values()].flat()]
  const named = await ownersNamed(backend, owners)
  return {
    type,
    id,
    changes: changes.map(change => ({ ...change, owners: change.owners.map(named) })),
    reads: isAudited
      ? reads.map(read => ({ ...read, owners: (ownersOfKey.get(read.keyId) ?? []).map(named) }))
      : null,
  }
}

const Owner = record({ kind: callerKind, id: text, name: text })
const Hidden = list(record({ field: text, shown: oneOf('no', 'own', 'fetched') }))

export const recordOperations = [
  operatorOperation('GET', '/record-types', {
    summary: 'Every type of record, and where it is read',
    for: 'read',
    answers: list(
      record({
        type: text,
        noun: text,
        group: orNull(text),
        scope: orNull(text),
        kinds: list(callerKind),
        listPath: orNull(text),
        getPath: orNull(text),
        audited: flag,
      }),
    ),
    run: async ({ types }) => types.map(described),
  }),
  operatorOperation('GET', '/records/{type}/{id}/viewers', {
    summary: 'Who sees a record and why, which of their keys do, and what is hidden from each kind of key',
    for: 'operate',
    answers: record({
      type: text,
      id: text,
      label: orNull(text),
      everyone: flag,
      viewers: list(
        record({
          kind: callerKind,
          id: text,
          name: text,
          why: oneOf('owner', 'link', 'grant'),
          text,
          through: list(record({ id: text, name: text })),
          keys: list(record({ id: text, name: text, hint: text, state: keyState, sees: flag, text })),
        }),
      ),
      hidden: record({ company: Hidden, agency: Hidden }),
    }),
    run: ({ path, ...backend }) => viewersOf(backend, typeNamed(backend.types, path.type), path.id),
  }),
  operatorOperation('GET', '/records/{type}/{id}/history', {
    summary: 'What the feed still tells of a record, and of people who read it; of deleted ones too',
    for: 'operate',
    answers: record({
      type: text,
      id: text,
      changes: list(
        record({
          at: instant,
          what: oneOf('upserted', 'deleted', 'out_of_scope'),
          version: text,
          owners: list(Owner),
        }),
      ),
      reads: orNull(
        list(
          record({
            at: instant,
            keyId: text,
            keyName: maybe(text),
            owner: maybe(text),
            owners: list(Owner),
            operation: text,
          }),
        ),
      ),
    }),
    run: ({ path, ...backend }) => historyOf(backend, typeNamed(backend.types, path.type).type, path.id),
  }),
]

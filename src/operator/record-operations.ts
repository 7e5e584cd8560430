// Records over the operator's interface: which kinds there are, who sees one and why, and what was told of it.
import type { CallerKind } from '../access/caller.ts'
import { asOwner } from '../access/ownership.ts'
import { allows } from '../access/permit.ts'
import { seenBecause } from '../access/seen-because.ts'
import { shownFields } from '../access/shown-fields.ts'
import { groupOf } from '../api/groups.ts'
import { operations } from '../api/index.ts'
import { Problem } from '../errors/problem.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { flag, instant, list, maybe, nodeOf, oneOf, orNull, record, text } from '../shape/shape.ts'
import { changesOf, standingOf } from '../store/feeds/record-history.ts'
import { type KeyInfo, keyState, keys as storedKeys } from '../store/keys/keys.ts'
import { readingsOf } from '../store/keys/ledger.ts'
import { ownerNames } from '../store/keys/owners.ts'
import { labelText } from '../store/keys/visible-to.ts'
import { type OperatorBackend, operatorOperation } from './operation.ts'

const kind = oneOf('company', 'agency')
const kinds: readonly CallerKind[] = ['company', 'agency']
const mostShown = 200

/** How records of a type are read, where they are. */
type Read = { list?: Operation; get?: Operation; any?: Operation }

function readingOf(type: string): Read {
  const own = operations.filter(({ reads }) => reads === type)
  const [list, get] = ['list', 'single'].map(shape => own.find(one => one.shape === shape))
  const any = get ?? list
  return { ...(list && { list }), ...(get && { get }), ...(any && { any }) }
}

const kindsOf = (operation: Operation | undefined) =>
  operation ? kinds.filter(each => allows(operation, each)) : []

function typeNamed(types: readonly RecordType[], name: string): RecordType {
  const type = types.find(known => known.type === name)
  if (type) return type
  throw new Problem('NOT_FOUND', 'There is no such type of record; GET /record-types lists them')
}

const described = ({ type }: RecordType) => {
  const { list, get, any } = readingOf(type)
  return {
    type,
    noun: any?.noun ?? type,
    group: any ? groupOf(any).name : null,
    scope: any?.scope ?? null,
    kinds: kindsOf(any),
    listPath: list?.path ?? null,
    getPath: get?.path ?? null,
    audited: get?.audited !== undefined,
  }
}

/** Fields of a record that not every key of a kind is shown; those within them follow. */
function hiddenFrom(operation: Operation | undefined, viewer: CallerKind) {
  if (!operation) return []
  if (!allows(operation, viewer)) return [{ field: '*', shown: 'no' }]
  const node = nodeOf(operation.answers)
  return shownFields(node.type === 'array' ? node.items! : node).flatMap(row =>
    row[viewer] === 'yes' ? [] : [{ field: row.path, shown: row[viewer] }],
  )
}

function keySees({ kind, state, scopes }: KeyInfo, operation: Operation | undefined) {
  const no = (text: string) => ({ sees: false, text })
  if (state !== 'active') return no(`is ${state}`)
  if (!operation) return no('nothing of the API reads such records')
  if (!allows(operation, kind)) return no(`${operation.path} is for ${operation.callers} keys`)
  if (operation.scope && !scopes.includes(operation.scope)) return no(`needs the scope ${operation.scope}`)
  return { sees: true, text: `${operation.method} ${operation.path}` }
}

async function viewersOf({ database, types }: OperatorBackend, type: RecordType, id: string) {
  const standing = await standingOf(database, types, type, id)
  if (!standing) throw new Problem('NOT_FOUND', `There is no ${type.type} with this id`)
  const { stored, label, links, granted } = standing
  const seen = type.isRead ? seenBecause(type, stored, links, granted) : []
  const names = await ownerNames(
    database,
    types,
    seen.flatMap(one => [asOwner(one.kind, one.id), ...one.through.map(id => asOwner('company', id))]),
  )
  const keys = await storedKeys.rows(database)
  const { any } = readingOf(type.type)
  return {
    type: type.type,
    id,
    label: labelText(label),
    everyone: type.isRead && !type.owners,
    viewers: seen.map(one => ({
      ...one,
      name: names.get(asOwner(one.kind, one.id)) ?? one.id,
      through: one.through.map(id => ({ id, name: names.get(asOwner('company', id)) ?? id })),
      keys: keys
        .filter(key => key.kind === one.kind && key.owners.includes(one.id))
        .slice(0, mostShown)
        .map(key => ({ id: key.id, name: key.name, hint: key.hint, state: key.state, ...keySees(key, any) })),
    })),
    hidden: { company: hiddenFrom(any, 'company'), agency: hiddenFrom(any, 'agency') },
  }
}

const Owner = record({ kind, id: text, name: text })
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
        kinds: list(kind),
        listPath: orNull(text),
        getPath: orNull(text),
        audited: flag,
      }),
    ),
    run: async (_, { types }) => types.map(described),
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
          kind,
          id: text,
          name: text,
          why: oneOf('owner', 'link', 'grant'),
          text,
          through: list(record({ id: text, name: text })),
          keys: list(
            record({
              id: text,
              name: text,
              hint: text,
              state: keyState,
              sees: flag,
              text,
            }),
          ),
        }),
      ),
      hidden: record({ company: Hidden, agency: Hidden }),
    }),
    run: ({ path }, backend) => viewersOf(backend, typeNamed(backend.types, path.type!), path.id!),
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
    run: async ({ path }, { database, types }) => {
      const { type } = typeNamed(types, path.type!)
      const id = path.id!
      const changes = await changesOf(database, type, id, mostShown)
      const isAudited = readingOf(type).get?.audited !== undefined
      const reads = isAudited ? (await readingsOf(database, type, id)).slice(0, mostShown) : []
      const keys = reads.length > 0 ? await storedKeys.rows(database) : []
      const ownersOfKey = new Map(
        keys.map(key => [key.id, key.owners.map(owner => asOwner(key.kind, owner))] as const),
      )
      const known = [...changes.flatMap(({ owners }) => owners), ...[...ownersOfKey.values()].flat()]
      const names = await ownerNames(database, types, [...new Set(known)])
      const named = (owners: readonly string[]) =>
        owners.map(owner => ({
          kind: owner.startsWith('c:') ? ('company' as const) : ('agency' as const),
          id: owner.slice(2),
          name: names.get(owner) ?? owner.slice(2),
        }))
      return {
        type,
        id,
        changes: changes.map(({ owners, ...change }) => ({ ...change, owners: named(owners) })),
        reads: isAudited
          ? reads.map(read => ({ ...read, owners: named(ownersOfKey.get(read.keyId) ?? []) }))
          : null,
      }
    },
  }),
]

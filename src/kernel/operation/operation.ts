// An operation is a value: what it is called, who may call it, what it takes, what it answers, how it runs.
// Routes, tools, documents and tests are all folds over these.

import type { Caller, CallerKind, Scope } from '../../access/caller.ts'
import type { DeclaredOwners, Narrowing, Reach } from '../../access/ownership.ts'
import { type NeededScopes, scopesIn } from '../../access/permit.ts'
import type { ProblemCode } from '../../errors/problem.ts'
import { linksFiles } from '../../shape/file-mark.ts'
import { publishedShape, type TSchema } from '../../shape/shape.ts'
import type { ExportFormat } from '../../tables/export-format.ts'
import type { Figures } from '../query/figures.ts'
import type { Exports, Records } from '../query/plan.ts'
import type { Answer, LinkFiller } from './answer.ts'
import type { Body, BodyRule } from './body.ts'
import type { Feeds } from './feed.ts'
import { isExportable } from './format.ts'
import type { Parameter } from './parameter.ts'

export type Input = {
  path: Record<string, string>
  query: Record<string, unknown>
  /** Set where all of a list is asked for, in this format. */
  format?: ExportFormat
  body?: Body
  idempotencyKey?: string
}

/** Addresses that a caller may use in the place of links to files, as of now. */
export type LinkFillerFor = (caller: Pick<Caller, 'keyId'>) => LinkFiller

/** When records of a type were last loaded for a caller, as far as that is known, and by which job or mapping. */
export type Freshness = { loadedAt: string; source?: string }

/** The header of lists that says it. */
export const loadedAtHeader = 'Muster-Loaded-At'

type ListFreshness = Partial<Freshness> & { list: string }

export type FreshnessBook = {
  /** How fresh the records of a type are that a caller is shown, from memory. */
  of(caller: Caller, type: string): Freshness | undefined
  /** The same of every list that it may read, as of now. */
  ofLists(caller: Caller): Promise<ListFreshness[]>
}

/** Where nobody is told. */
export const noFreshness: FreshnessBook = { of: () => undefined, ofLists: async () => [] }

/** What operations work on. An operation that needs more adds it beside its declaration. */
export interface World {
  records: Records
  exports: Exports
  figures: Figures
  feeds: Feeds
  links: LinkFillerFor
  freshness: FreshnessBook
  now(): Date
}

export type Context = {
  caller: Caller
  world: World
  /** The rows this caller may see of what has these owners; refuses companies that are not theirs. */
  reach(owners: DeclaredOwners | 'everyone', narrowing?: Narrowing): Reach
}

export type Operation = {
  method: 'GET' | 'POST'
  path: string
  /** What it is called in documents and programs, a verb and what it is about: `listCompanyTags`. */
  name: string
  /** What assistants call it. */
  tool: string
  /** Where one tool serves several lists: the one that this is of. */
  list?: string
  /** Where it is no tool of its own: the topic under which `tool`, which describes things, tells of it. */
  topic?: string
  summary: string
  /** The same in fewer words, for lists that every conversation with an assistant begins with. */
  brief?: string
  /** What a key needs, all of them. */
  scopes: readonly Scope[]
  /** Set where only one kind of key may call. */
  callers?: CallerKind
  parameters: readonly Parameter[]
  /** Set where it takes a body. */
  body?: BodyRule
  /** Set where done again it changes nothing more, so that it needs no Idempotency-Key. */
  idempotent?: true
  /** What it may answer with besides what follows from the rest. */
  problems?: readonly ProblemCode[]
  answers: TSchema
  /** Whether its answers may have links to files in them. */
  links: boolean
  /** Whether all of a list may be asked for in one answer. */
  exportable: boolean
  /** Whether an answer, before links to files are filled in, is the same as long as nothing changed that the caller can see. */
  cacheable: boolean
  /** The same of the answer as it is sent: whether it has an entity tag. */
  hasTag: boolean
  /** A feed is a list that is read with a cursor: `meta` has limit, next and more. */
  shape: 'single' | 'list' | 'feed'
  /** What its `meta` may say besides where the page is. */
  meta?: TSchema
  /** What a malformed id in the path is: 400 where the contract lists it, else the 404 of an unknown one. */
  badId: 400 | 404
  /** The company feature without which some or all of it is refused. */
  feature?: string
  /** Set where the ledger notes who read a single record, and when. */
  audited?: string
  /** The record type it reads, where it is a collection's. */
  reads?: string
  /** Whether GET /changes tells of its records. */
  followed: boolean
  /** What one of its records is called in messages. */
  noun: string
  run(input: Input, context: Context): Promise<Answer>
  /** Its records with these ids as it shows them when nothing more is asked for, as JSON text; what is gone or not this
   * caller's is left out. */
  byIds?(ids: readonly string[], context: Context): Promise<ReadonlyMap<string, readonly Buffer[]>>
}

/** The tool that describes the others, and has the lists that are no tools as topics. */
const describingTool = 'open_api_describe_metadata'

const toolNamed = (name: string) => `open_api_${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`

type WorkedOut = 'links' | 'exportable' | 'hasTag' | 'scopes'
type Usual = 'tool' | 'parameters' | 'badId' | 'shape' | 'cacheable' | 'followed'

export type OperationDeclaration = Omit<Operation, Usual | WorkedOut> &
  Partial<Pick<Operation, Usual>> & { scope?: NeededScopes }

export function operation({ scope, ...declaration }: OperationDeclaration): Operation {
  const links = linksFiles(declaration.answers)
  const scopes = scopesIn(scope)
  return {
    tool: declaration.topic === undefined ? toolNamed(declaration.name) : describingTool,
    parameters: [],
    badId: 404,
    shape: 'single',
    followed: declaration.reads !== undefined && scopes.length > 0,
    ...declaration,
    scopes,
    answers: publishedShape(declaration.answers),
    links,
    exportable: isExportable(declaration.parameters ?? []),
    // Addresses of files are new each time.
    cacheable: declaration.cacheable === true,
    hasTag: declaration.cacheable === true && !links,
  }
}

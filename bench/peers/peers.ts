// The peers on the server's own PostgreSQL: their tables, their programs, how they are asked, and whether they answer what
// the server does.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { companyId } from '../../demo/organisations.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import type { EmbeddedConnection } from '../../src/embedded/postgresql.ts'
import { requestOf } from '../clients.ts'
import { type Program, startProgram } from '../server.ts'

export type Peer = Program & { name: string; requestOf(path: string): string }

/** Names with what says how one is asked; in the order of the table. */
const kinds = [
  { name: 'hand-written', program: 'hand-written.mjs', package: 'pg' },
  { name: 'Drizzle', program: 'drizzle.mjs', package: 'drizzle-orm' },
  { name: 'Prisma', program: 'prisma.mjs', package: '@prisma/client' },
  { name: 'PostGraphile', program: 'postgraphile.mjs', package: 'postgraphile' },
] as const
type Kind = (typeof kinds)[number]

export const peerNames = kinds.map(({ name }) => name)

const at = (file: string) => join(import.meta.dirname, file)

export async function peerVersions(): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(at('package.json'), 'utf8'))
  return kinds.map(({ name, package: of }) => `${name} (${of} ${dependencies[of]})`)
}

/** Once for each database. */
export async function peerTables(database: Database, say: (text: string) => void): Promise<void> {
  const [row] = await database.rows<{ there: boolean }>(sql`
    select to_regclass('peers.timesheet') is not null and
      (select count(*) from pg_indexes where schemaname = 'peers' and tablename = 'project') = 2 as there`)
  if (row!.there) return
  say('Making the tables of the peers')
  await database.script('drop schema if exists peers cascade')
  await database.script(await readFile(at('tables.sql'), 'utf8'))
  await database.script('vacuum analyze')
}

/** Prisma asks for the engine that changes schemas, which is another program to download, and does not run it for this. */
async function generatePrisma(): Promise<void> {
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  }
  const args = [at('node_modules/prisma/build/index.js'), 'generate', '--schema', at('schema.prisma')]
  await promisify(execFile)(process.execPath, args, { env, cwd: import.meta.dirname })
}

export type Started = { peers: Peer[]; failed: string[]; stop(): Promise<void> }

/** Those that start and give the same first page as the server; why the others do not. */
export async function startPeers(
  connection: EmbeddedConnection,
  ours: (path: string) => Promise<Answered>,
): Promise<Started> {
  const env = {
    PEER_DATABASE: JSON.stringify(connection),
    PEER_COMPANY: companyId(0),
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  }
  const peers: Peer[] = []
  const failed: string[] = []
  for (const kind of kinds) {
    try {
      if (kind.name === 'Prisma') await generatePrisma()
      const peer: Peer = {
        ...(await startProgram(at(kind.program), env)),
        name: kind.name,
        requestOf: path =>
          kind.name === 'PostGraphile' ? requestOf('/graphql', {}, graphql(path)) : requestOf(path),
      }
      peers.push(peer)
      await sameAnswers(peer, ours)
    } catch (error) {
      await peers.find(({ name }) => name === kind.name)?.stop()
      peers.splice(0, peers.length, ...peers.filter(({ name }) => name !== kind.name))
      failed.push(`${kind.name}: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`)
    }
  }
  return { peers, failed, stop: async () => void (await Promise.all(peers.map(peer => peer.stop()))) }
}

export type Answered = { data: unknown; meta: { total: number } }

async function sameAnswers(peer: Peer, ours: (path: string) => Promise<Answered>): Promise<void> {
  for (const path of ['/timesheets?limit=50', '/timesheets?limit=50&page=3', '/sites?limit=1']) {
    const [wanted, given] = await Promise.all([ours(path), answerOf(peer, path)])
    const same = (name: Kind['name'] | string) =>
      name === 'PostGraphile'
        ? isDeepStrictEqual(idsOf(given.data, 'rowId'), idsOf(wanted.data, 'id'))
        : isDeepStrictEqual(given.data, wanted.data)
    if (!same(peer.name) || given.meta.total !== wanted.meta.total)
      throw new Error(`its answer to ${path} is not the one of the server`)
  }
}

const idsOf = (data: unknown, id: string) => (data as Record<string, string>[]).map(record => record[id])

async function answerOf(peer: Peer, path: string): Promise<Answered> {
  const base = `http://127.0.0.1:${peer.port}`
  if (peer.name !== 'PostGraphile') return (await fetch(`${base}${path}`)).json() as Promise<Answered>
  const headers = { 'Content-Type': 'application/json' }
  const answered = await fetch(`${base}/graphql`, { method: 'POST', headers, body: graphql(path) })
  const { data, errors } = (await answered.json()) as {
    data?: { list: { nodes: unknown; totalCount: number } }
    errors?: unknown
  }
  if (errors || !data) throw new Error(JSON.stringify(errors))
  return { data: data.list.nodes, meta: { total: data.list.totalCount } }
}

const named = (of: string) => `${of}By${of[0]!.toUpperCase()}${of.slice(1)}Id { rowId name }`
const wholeTimesheet = `rowId reference status supplierType ${named('worker')}
  assignmentByAssignmentId { rowId reference } ${['company', 'project', 'site', 'agency'].map(named).join(' ')}
  payType rateType startsAt endsAt weekEnding version approvedDate approvalRequestedBy approvedBy timesheetApprovers
  netHours rates amounts pieceRateEntries submissionAnswers createdAt updatedAt`
const wholeSite = `rowId name active ${named('project')} ${named('company')} email phone address createdAt updatedAt`

/** What a path of the API asks, in the words of PostGraphile. */
function graphql(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://peer')
  const limit = Number(searchParams.get('limit') ?? 50)
  const offset = (Number(searchParams.get('page') ?? 1) - 1) * limit
  const list = (of: string, order: string, fields: string) =>
    `query list($company: String!, $limit: Int!, $offset: Int!) {
      list: ${of}(condition: { companyId: $company }, orderBy: [${order}], first: $limit, offset: $offset) {
        totalCount nodes { ${fields} } } }`
  const variables = { company: companyId(0), limit, offset }
  if (pathname === '/sites')
    return JSON.stringify({ query: list('allSites', 'NAME_ASC, ROW_ID_ASC', wholeSite), variables })
  if (pathname === '/timesheets') {
    const fields = searchParams.has('fields') ? 'rowId status workerByWorkerId { name }' : wholeTimesheet
    return JSON.stringify({
      query: list('allTimesheets', 'CREATED_AT_DESC, ROW_ID_DESC', fields),
      variables,
    })
  }
  const query = `query one($id: String!) { timesheetByRowId(rowId: $id) { ${wholeTimesheet} } }`
  return JSON.stringify({ query, variables: { id: pathname.slice('/timesheets/'.length) } })
}

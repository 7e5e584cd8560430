// How much of the contract a running server shows: every operation, status, field, include, filter, search,
// sort and date, each with a result that is not empty and is right. By hand:
//   node scripts/coverage.ts --base http://127.0.0.1:8080/api/open/v1 --company-key K --agency-key K
// against `./muster up --demo`, with keys of the demo's owners that `keys create --per-minute 1000000` made: with the
// usual limits it waits for most of an hour.
import { parseArgs } from 'node:util'
import { demoProgramme, notInDemo } from '../demo/programme.ts'
import { operations } from '../src/api/index.ts'
import type { Operation } from '../src/kernel/operation/operation.ts'
import { nodeOf } from '../src/shape/shape.ts'
import { type Any, type Ask, asking, at, recordsOf } from './coverage/ask.ts'
import { checksOf, includes, type Verdict } from './coverage/checks.ts'
import { computedChecks } from './coverage/computed.ts'
import { metricChecks } from './coverage/metrics.ts'
import { pathsOf, show } from './coverage/shapes.ts'
import { companyOnly, never, ofSomeKeys, waysOf } from './coverage/subjects.ts'
import { totalsChecks } from './coverage/totals.ts'

export type Result = { group: string; name: string; wrong: Verdict }
export type Keys = { base: string; companyKey: string; agencyKey: string; wholeKey?: boolean }

/** The properties of a resource, and those that no record has shown yet. */
type Shown = { all: Set<string>; missing: Set<string> }
type Checker = (group: string, name: string, run: () => Promise<Verdict>) => Promise<void>

/** What one key is not shown another may be on its first pages: all are asked for a little before any is for much. */
const little = { pages: 2, gets: 10 }
const much = { pages: 60, gets: 120 }

/** All checks, one after the other; what goes wrong is a result, never an exception. */
export async function coverage({ base, companyKey, agencyKey, wholeKey = false }: Keys): Promise<Result[]> {
  const [company, agency] = [asking(base, companyKey), asking(base, agencyKey)]
  const results: Result[] = []
  const check: Checker = async (group, name, run) => {
    results.push({ group, name, wrong: await run().catch(error => (error as Error).message) })
  }
  const companies = at((await company('/me')).body, 'data.companies.id') as string[]
  const samples = new Map<string, Any[]>()
  const shown = new Map<string, Shown>()
  for (const operation of operations) {
    // Feeds show what happens after the programme is loaded.
    if (operation.method !== 'GET' || operation.shape === 'feed') continue
    if (operation.reads && notInDemo.includes(operation.reads)) continue
    const paths = await placesOf(operation, company, samples, companies)
    const sample = await sampleOf(operation, company, paths)
    samples.set(operation.path, sample)
    const own = await agencyPlaces(operation, agency, paths)
    const stated = companyOnly.includes(operation.path) ? 403 : 200
    await check('operations, company key', operation.path, () => answers(company, paths, 200))
    await check('operations, agency key', operation.path, () => answers(agency, own, stated))
    const isAdded = operation.list !== undefined
    if (!isAdded) await look(operation, shown, [company, paths], [agency, stated === 403 ? [] : own])
    await checkIncludes(operation, company, paths, check)
    const asked = { ask: company, askAgency: agency, unseen: unseenIds(), companies }
    const subject = { operation, path: paths[0]!, sample, ...asked }
    const isMetrics = operation.path.endsWith('recruitment-metrics')
    const usual = isMetrics ? metricChecks : isAdded ? totalsChecks : checksOf
    for (const { group, name, run } of [...usual(subject), ...computedChecks(subject)]) {
      await check(group, name, run)
    }
  }
  return [...results, ...fieldResults(shown, wholeKey)]
}

/** Records that a list gives, to take values from. */
async function sampleOf(operation: Operation, ask: Ask, paths: readonly string[]): Promise<Any[]> {
  if (operation.shape !== 'list' || paths.length === 0) return []
  return recordsOf(ask, paths[0]!, {}, 10).catch(() => [])
}

/** Where an operation can be asked: itself, or for each record of its list. */
async function placesOf(
  operation: Operation,
  ask: Ask,
  samples: Map<string, Any[]>,
  companies: readonly string[],
): Promise<string[]> {
  if (operation.path.startsWith('/companies/{id}')) {
    return companies.map(id => operation.path.replace('{id}', id))
  }
  if (!operation.path.includes('{id}')) return [operation.path]
  const list = operation.path.slice(0, operation.path.indexOf('/{id}'))
  const records = samples.get(list) ?? (await recordsOf(ask, list, {}, 10).catch(() => []))
  const rare = [...records].sort((a, b) => Object.keys(b).length - Object.keys(a).length)
  return rare.map(record => operation.path.replace('{id}', record.id))
}

/** The same for the agency: of its own records where there is a list of them. */
async function agencyPlaces(operation: Operation, ask: Ask, paths: readonly string[]): Promise<string[]> {
  const list = operation.path.replace(/\/\{id\}$/, '')
  if (list === operation.path || operation.path.includes('companies')) return [...paths]
  const records = await recordsOf(ask, list, { limit: '20' }).catch(() => [])
  return records.length > 0 ? records.map(record => `${list}/${record.id}`) : paths.slice(0, 20)
}

async function answers(ask: Ask, paths: readonly string[], stated: number): Promise<Verdict> {
  if (paths.length === 0) return 'there is no record to ask for'
  const statuses = new Set<number>()
  for (const path of paths.slice(0, 20)) {
    const { status } = await ask(path)
    if (status === stated) return undefined
    statuses.add(status)
  }
  return `answers ${[...statuses].join(', ')} instead of ${stated}`
}

/** Looks for every property that an operation declares; what its list showed, the single record need not. */
async function look(
  operation: Operation,
  shown: Map<string, Shown>,
  ...asked: (readonly [Ask, readonly string[]])[]
): Promise<void> {
  const resource = operation.path.replace('/{id}', '')
  const known = shown.get(resource) ?? { all: new Set(), missing: new Set() }
  shown.set(resource, known)
  for (const path of pathsOf(operation.answers)) {
    if (never.has(`${resource} ${path}`) || known.all.has(path)) continue
    known.all.add(path)
    known.missing.add(path)
  }
  for (const most of [little, much])
    for (const [ask, paths] of asked) await lookFor(operation, ask, paths, known.missing, most)
}

function fieldResults(shown: Map<string, Shown>, wholeKey: boolean): Result[] {
  return [...shown].flatMap(([resource, { all, missing }]) =>
    [...all]
      .map(path => ({
        name: `${resource} ${path}`,
        wrong: missing.has(path) ? 'no record shows it' : undefined,
      }))
      .filter(({ name }) => wholeKey || !ofSomeKeys.has(name))
      .map(result => ({ group: 'fields', ...result })),
  )
}

async function lookFor(
  operation: Operation,
  ask: Ask,
  paths: readonly string[],
  missing: Set<string>,
  most: typeof much,
) {
  if (missing.size === 0) return
  const flags = operation.parameters.filter(({ name }) => name.startsWith('include'))
  const included = Object.fromEntries(flags.map(({ name }) => [name, 'true']))
  const projects = (await recordsOf(ask, '/projects')).map(project => project.id)
  for (const way of waysOf(operation, projects))
    await lookIn(operation, ask, paths, { ...way, ...included }, missing, most)
}

async function lookIn(
  operation: Operation,
  ask: Ask,
  paths: readonly string[],
  query: Record<string, string>,
  missing: Set<string>,
  most: typeof much,
): Promise<void> {
  const list = operation.shape === 'list'
  for (const path of paths.slice(0, list ? undefined : most.gets)) {
    for (let page = 1; page <= (list ? most.pages : 1); page++) {
      if (missing.size === 0) return
      const pages = list ? { limit: '200', page: String(page) } : {}
      let { status, body } = await ask(path, { ...query, ...pages })
      if (status !== 200) ({ status, body } = await ask(path, pages))
      if (status !== 200) break
      show(body.data, '', missing)
      if (list && page * 200 >= body.meta.total) break
    }
  }
}

async function checkIncludes(
  operation: Operation,
  ask: Ask,
  paths: readonly string[],
  check: Checker,
): Promise<void> {
  for (const { name, schema } of operation.parameters) {
    if (nodeOf(schema).type !== 'boolean') continue
    const asked = operation.shape === 'list' ? [paths[0]!] : paths.slice(0, much.gets)
    await check('includes', `${operation.path} ${name}`, () => includes(ask, asked, name))
  }
}

let unseen: Record<string, readonly string[]> | undefined

/** Cost codes are stored with requisitions and shown with none: their ids come from the programme itself. */
function unseenIds(): Record<string, readonly string[]> {
  if (unseen) return unseen
  const costCode: string[] = []
  for (const line of demoProgramme(new Date(), { files: false })) {
    if (line.type === 'costCode' && 'record' in line) costCode.push((line.record as { id: string }).id)
    else if (costCode.length > 0) break
  }
  unseen = { costCode }
  return unseen
}

/** The table: how much of each group, then what is missing. */
export function table(results: readonly Result[]): string {
  const groups = Map.groupBy(results, result => result.group)
  const row = (name: string, all: readonly Result[]) => {
    const good = all.filter(result => result.wrong === undefined).length
    const percent = Math.floor((1000 * good) / all.length) / 10
    return `${name.padEnd(26)}${`${good}/${all.length}`.padStart(12)}${`${percent} %`.padStart(10)}`
  }
  const wrong = results.filter(result => result.wrong !== undefined)
  return [
    ...[...groups].map(([name, all]) => row(name, all)),
    row('all', results),
    ...(wrong.length > 0 ? ['', 'missing or wrong:'] : []),
    ...wrong.map(({ group, name, wrong }) => `  ${group}: ${name}: ${wrong}`),
  ].join('\n')
}

if (import.meta.main) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { base: text, 'company-key': text, 'agency-key': text } })
  const [base, companyKey, agencyKey] = [values.base, values['company-key'], values['agency-key']]
  if (!base || !companyKey || !agencyKey) throw new Error('Give --base, --company-key and --agency-key')
  const results = await coverage({ base, companyKey, agencyKey })
  process.stdout.write(`${table(results)}\n`)
  process.exitCode = results.some(result => result.wrong !== undefined) ? 1 : 0
}

// Totals against the list of the same key: every group and every sum adds up to what its records do.
import { type Node, nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { type Any, at, recordsOf } from './ask.ts'
import type { Check, Subject, Verdict } from './checks.ts'

export function totalsChecks(subject: Subject): Check[] {
  const { parameters, answers, path } = subject.operation
  const groups = Object.entries(nodeOf(answers).items!.properties!).filter(
    ([name]) => !['count', 'sums'].includes(name),
  )
  const { enum: sorts = [] } = nodeOf(parameters.find(({ name }) => name === 'sortBy')!.schema)
  const sums = sorts.filter(name => !['group', 'count'].includes(name))
  let listed: Promise<Any[]> | undefined
  const grouped = groups
    .map(([name]) => name)
    .filter(name => ['company', 'status', 'state', 'code'].includes(name))
  const records = () => {
    listed ??= recordsOf(subject.ask, `/${subject.operation.list}`, {}, 1000)
    return listed
  }
  return [
    ...groups.map(([name, node]) => ({
      group: 'values',
      name: `${path} groupBy=${name}`,
      run: async () => addsUp(subject, name, node, sums, await records()),
    })),
    ...sorts.map(name => ({
      group: 'sorts',
      name: `${path} sortBy=${name}`,
      run: () => isSorted(subject, name, grouped),
    })),
  ]
}

/** A date has steps; what it is, is found by asking. */
async function addsUp(
  { ask, path }: Subject,
  name: string,
  node: Node,
  sums: readonly string[],
  records: readonly Any[],
): Promise<Verdict> {
  const asked = { sum: sums.join(), limit: '200' }
  const query = (group: string) => ({ groupBy: group, ...(sums.length > 0 ? asked : { limit: '200' }) })
  const plain = await ask(path, query(name))
  const { status, body } = plain.status === 400 ? await ask(path, query(`${name}:year`)) : plain
  if (status !== 200) return `answers ${status}`
  const rows = body.data as Any[]
  if (!rows.some(row => row[name] !== null)) return 'no record has one'
  const isReference = withoutNull(node).node['x-reference'] !== undefined
  if (isReference && rows.some(row => row[name] && !row[name].name)) return 'a reference has no name'
  if (body.meta.all.count !== records.length) return `counts ${body.meta.all.count} of ${records.length}`
  const wrong = sums.find(sum => {
    const total = records.flatMap(record => at(record, sum) as number[]).reduce((all, one) => all + one, 0)
    return Math.abs(total - body.meta.all.sums[sum]) > 0.005
  })
  return wrong && `${wrong} is not what the list adds up to`
}

async function isSorted({ ask, path }: Subject, name: string, groups: readonly string[]): Promise<Verdict> {
  const { status, body } = await ask(path, { groupBy: groups.join(), sortBy: name })
  if (status !== 200) return `answers ${status}`
  const figures = (body.data as Any[]).map(row => (name === 'count' ? row.count : (row.sums[name] ?? 0)))
  const falls = figures.every((figure, index) => index === 0 || figure <= figures[index - 1])
  return name === 'group' || falls ? undefined : 'is not in order'
}

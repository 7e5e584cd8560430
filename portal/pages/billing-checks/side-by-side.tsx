// The records of one finding side by side: what each is, and the values that were compared, with those that do not fit marked.
import type { List } from '../../client/api-lists.ts'
import { get, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { hrefAs, mayCall, type View } from '../../components/key-view.tsx'
import { Section } from '../../components/layout.tsx'
import { pathWords, Scalar, wordsOf } from '../../components/record-value.tsx'
import { Table } from '../../components/table.tsx'
import { TableActions, type TableData } from '../../components/table-actions.tsx'
import { plural } from '../../components/text.tsx'
import { type Finding, type NamedRecord, recordsOf } from './check.ts'

type Compared = Finding['compared'][number]
type Known = Record<string, unknown>
type Props = { view: View; of: Finding; lists: readonly List[] }

/** Where there are more, only those of which a value does not fit stand beside one another. */
const mostBeside = 6
const mostRead = 100

/** `purchase-orders` of purchaseOrder. */
const listOf = (lists: readonly List[], type: string): List | undefined =>
  lists.find(({ name }) => name === `${type.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}s`)

const at = (row: Known | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Known | null | undefined)?.[name], row)

/** What an id stands for is read with the record. */
const nameAt = (path: string) => path.replace(/\.id$/, '.name')
const isReference = (path: string) => path.endsWith('.id')

/** The short values of each record that this key may fetch, by its id. */
function useRecords({ view, of, lists }: Props): ReadonlyMap<string, Known> {
  const byType = Map.groupBy(recordsOf(of), ({ type }) => type)
  const requests = [...byType].flatMap(([type, records]) => {
    const list = listOf(lists, type)
    if (!list?.hasIds || !mayCall(view, `GET ${list.path}`)) return []
    const named = of.compared.filter(one => one.type === type && isReference(one.path))
    const fields = ['id', ...list.columns.map(({ path }) => path), ...named.map(({ path }) => topOf(path))]
    const ids = records.slice(0, mostRead).map(({ id }) => id)
    return [
      `${view.base}${list.path}${query({ id: ids.join(), fields: [...new Set(fields)].join(), limit: mostRead })}`,
    ]
  })
  const loaded = useLoaded(requests.join(' ') || undefined, async signal => {
    const answers = await Promise.all(requests.map(path => get<Known[]>(path as `/api${string}`, signal)))
    return new Map(answers.flat().map(row => [String(row.id), row]))
  })
  return loaded.data ?? new Map()
}

/** The property of a record that a place is in. */
const topOf = (path: string) => path.split('.')[0]!

export function SideBySide(props: Props) {
  const { view, of, lists } = props
  const known = useRecords(props)
  const differing = new Set(of.compared.flatMap(({ id, differs }) => (differs ? [id] : [])))
  const all = recordsOf(of).toSorted(
    (one, other) => Number(differing.has(other.id)) - Number(differing.has(one.id)),
  )
  const beside = all.filter(one => all.length <= mostBeside || differing.has(one.id))
  const others = all.filter(one => !beside.includes(one))
  const titleOf = (record: NamedRecord) =>
    String(known.get(record.id)?.reference ?? record.reference ?? record.id)
  const linkOf = ({ type, id }: NamedRecord) => {
    const list = listOf(lists, type)
    return list && mayCall(view, `GET ${list.one?.path ?? list.path}`)
      ? hrefAs(view, `/records/${list.name}/${encodeURIComponent(id)}`)
      : undefined
  }
  return (
    <Section title="Side by side" count={`${plural(all.length, 'record')}; ≠ marks what does not fit`}>
      <div class="beside">
        {beside.map(record => (
          <OneSide
            key={record.id}
            record={record}
            title={titleOf(record)}
            link={linkOf(record)}
            known={known.get(record.id)}
            list={listOf(lists, record.type)}
            compared={of.compared.filter(({ id }) => id === record.id)}
          />
        ))}
      </div>
      {others.length > 0 && (
        <Others {...props} known={known} records={others} titleOf={titleOf} linkOf={linkOf} />
      )}
      <TableActions of={valuesOf(of, all, titleOf)} />
    </Section>
  )
}

type SideProps = {
  record: NamedRecord
  title: string
  link: string | undefined
  known: Known | undefined
  list: List | undefined
  compared: readonly Compared[]
}

function OneSide({ record, title, link, known, list, compared }: SideProps) {
  const paths = new Set(compared.map(({ path }) => path))
  const shown = (list?.columns ?? []).filter(
    ({ path }) => path !== 'reference' && !paths.has(path) && !paths.has(path.replace(/name$/, 'id')),
  )
  return (
    <article>
      <h3>
        <small class="muted">{wordsOf(record.type)}</small> {link ? <a href={link}>{title}</a> : title}
      </h3>
      <dl>
        {compared.map((one, index) => (
          <div key={index} class={one.differs ? 'differs' : undefined}>
            <dt>{placeWords(one.path)}</dt>
            <dd>
              {one.differs && <span class="aloud">does not fit: </span>}
              <ComparedScalar of={one} known={known} list={list} />
            </dd>
          </div>
        ))}
        {known &&
          shown.map(({ path, kind }) => (
            <div key={path}>
              <dt>{headOf(path)}</dt>
              <dd>
                <Scalar name={path} value={at(known, path)} kind={kind} />
              </dd>
            </div>
          ))}
      </dl>
    </article>
  )
}

/** `Worker` of worker.name. */
const headOf = (path: string) => pathWords(path.replace(/\.(name|reference)$/, '').split('.'))

function ComparedScalar({
  of,
  known,
  list,
}: {
  of: Compared
  known: Known | undefined
  list: List | undefined
}) {
  const { path, value } = of
  const kind = list?.valueAt(path.replaceAll(/\.(\d+)/g, '[$1]'))?.kind
  const shown = isReference(path) ? (at(known, nameAt(path)) ?? value) : value
  return <Scalar name={path} value={shown} {...(kind && { kind: path === 'status' ? 'status' : kind })} />
}

/** `Charge total, as billed` of versionHistory.0.values.charge.total. */
function placeWords(path: string): string {
  const billed = /^versionHistory\.\d+\./.exec(path)?.[0] ?? ''
  const names = path
    .slice(billed.length)
    .replace(/\.id$/, '')
    .split('.')
    .filter(name => name !== 'values' && name !== 'totals')
    .map(name => (/^\d+$/.test(name) ? String(Number(name) + 1) : name))
  return `${pathWords(names)}${billed && ', as billed'}`
}

type OthersProps = Props & {
  known: ReadonlyMap<string, Known>
  records: readonly NamedRecord[]
  titleOf: (record: NamedRecord) => string
  linkOf: (record: NamedRecord) => string | undefined
}

/** What was compared of all the others, which fits. */
function Others({ of, lists, known, records, titleOf, linkOf }: OthersProps) {
  const rows = records.flatMap(record => {
    const compared = of.compared.filter(({ id }) => id === record.id)
    return (compared.length > 0 ? compared : [undefined]).map(one => ({ record, one }))
  })
  return (
    <Table
      label="The other records"
      stacks
      rows={rows}
      keyOf={row => rows.indexOf(row)}
      columns={[
        {
          head: 'Record',
          cell: ({ record }) => {
            const link = linkOf(record)
            return link ? <a href={link}>{titleOf(record)}</a> : titleOf(record)
          },
        },
        { head: 'Kind', cell: ({ record }) => wordsOf(record.type) },
        { head: 'Worker', cell: ({ record }) => String(at(known.get(record.id), 'worker.name') ?? '–') },
        { head: 'What', cell: ({ one }) => (one ? placeWords(one.path) : '–') },
        {
          head: 'Value',
          number: true,
          cell: ({ one, record }) =>
            one ? <ComparedScalar of={one} known={undefined} list={listOf(lists, record.type)} /> : '–',
        },
      ]}
    />
  )
}

/** The values that were compared, as a file has them. */
function valuesOf(
  { code, compared }: Finding,
  records: readonly NamedRecord[],
  titleOf: (record: NamedRecord) => string,
): TableData {
  return {
    name: `${code}-values`,
    head: ['Kind', 'Record', 'What', 'Value', 'Fits'],
    rows: records.flatMap(record =>
      compared
        .filter(({ id }) => id === record.id)
        .map(({ path, value, differs }) => [
          wordsOf(record.type),
          titleOf(record),
          placeWords(path),
          value as string | number,
          differs ? 'no' : 'yes',
        ]),
    ),
  }
}

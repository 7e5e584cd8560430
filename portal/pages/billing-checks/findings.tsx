// The findings behind a number, the largest first, each with what it says; and all of them as a workbook for the other side.
import type { ComponentChildren } from 'preact'
import { parameter } from '../../client/address.ts'
import { every } from '../../client/every.ts'
import { envelope, query } from '../../client/http.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { hrefAs, type View } from '../../components/key-view.tsx'
import { Empty, Page, Section, Show, Status } from '../../components/layout.tsx'
import { type Meta, Pager, rangeWords } from '../../components/pager.tsx'
import { Table, tableData, type ValueColumn } from '../../components/table.tsx'
import { saveWorkbook } from '../../components/table-actions.tsx'
import { dateWords, number, say } from '../../components/text.tsx'
import { type Finding, recordPlaces, referencesOf } from './check.ts'
import { BillingFilters, checkFilters, otherParty, several, stakesHref, totalsRequest } from './filters.tsx'
import { CheckNotes, type ChecksMeta } from './notes.tsx'
import { sentenceOf, useStakes } from './stakes.tsx'
import { codeWords, markWords, severityWords, signedPounds } from './words.ts'

const fields = [
  'id,code,severity,sentence,amount,expected,found,unit,weekEnding,mark.state',
  ...['company', 'agency', 'project', 'worker'].map(one => `${one}.name`),
  // Expenses have no reference.
  ...recordPlaces.map(one => (one === 'expenses' ? `${one}.id` : `${one}.reference`)),
].join()

type Row = Finding
type Answer = { data: Row[]; meta: Meta & ChecksMeta }

/** No filter of the API finds those that are about several: they are picked out of the others. */
function useFindings(view: View): LoadResult<Answer> & { all: (most: number) => Promise<Row[]> } {
  const party = otherParty(view)
  const given = checkFilters()
  const isSeveral = given[party] === several
  const path = `${view.base}/billing-checks${query({ ...given, ...(isSeveral && { [party]: '' }), fields })}`
  const picked = (rows: Row[]) => (isSeveral ? rows.filter(row => !row[party]) : rows)
  const all = async (most: number) => picked((await every<Row>(path, { most })).rows)
  const [page, limit] = [parameter('page') || '1', parameter('limit') || '50']
  const loaded = useLoaded(
    `${path} ${party} ${given[party]} ${page} ${limit}`,
    async (signal): Promise<Answer> => {
      if (!isSeveral)
        return (await envelope<Row[]>('GET', `${path}&page=${page}&limit=${limit}`, { signal })) as Answer
      const { rows, meta } = await every<Row, ChecksMeta>(path, { most: mostInFile, signal })
      const data = picked(rows)
      return { data, meta: { ...meta, page: 1, limit: 50, total: data.length } }
    },
    { keeps: true },
  )
  return { ...loaded, all }
}

const mostInFile = 10_000

export function Findings({ view, chooser }: { view: View; chooser: ComponentChildren }) {
  const findings = useFindings(view)
  const party = otherParty(view)
  const isSeveral = checkFilters()[party] === several
  const sums = useStakes(view, isSeveral ? undefined : totalsRequest())
  return (
    <Page
      title="Findings"
      note={
        <a href={stakesHref(view, isSeveral ? { [party]: '' } : {})}>
          All weeks and {party === 'agency' ? 'agencies' : 'companies'}
        </a>
      }
      actions={<Workbook all={findings.all} total={findings.data?.meta.total ?? 0} />}
    >
      <BillingFilters view={view} chooser={chooser} />
      <Show loaded={findings} rows={12}>
        {({ data, meta }) => (
          <>
            {sums.data && <p class="summary">{sentenceOf(sums.data.meta.all)}</p>}
            <CheckNotes of={meta} />
            <Section title="Largest first" count={rangeWords(meta, data.length)}>
              {data.length === 0 ? (
                <Empty>
                  Nothing is found in these weeks that is like this. Try other weeks, or fewer filters.
                </Empty>
              ) : (
                <div class={findings.isLoading ? 'findings stale' : 'findings'}>
                  <Table
                    label="Findings"
                    stacks
                    rows={data}
                    keyOf={({ id }) => id}
                    columns={columnsOf(view)}
                  />
                </div>
              )}
              {data.length <= meta.limit && <Pager meta={meta} />}
            </Section>
          </>
        )}
      </Show>
    </Page>
  )
}

const weekOf = ({ weekEnding }: Row) => weekEnding.slice(0, 10)

const columnsOf = (view: View): ValueColumn<Row>[] => {
  const party = otherParty(view)
  return [
    {
      head: 'What is wrong',
      value: ({ code }) => codeWords[code],
      cell: ({ id, code }) => (
        <a href={hrefAs(view, `/billing-checks/${id}`, checkFilters())}>{codeWords[code]}</a>
      ),
    },
    { head: 'In a sentence', long: true, value: ({ sentence }) => sentence },
    {
      head: 'At stake',
      number: true,
      money: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => signedPounds(amount),
    },
    {
      head: 'How sure',
      value: ({ severity }) => severityWords[severity][1],
      cell: ({ severity }) => <Status is={severityWords[severity][0]}>{severityWords[severity][1]}</Status>,
    },
    {
      head: 'Mark',
      value: ({ mark }) => markWords[mark?.state ?? 'open'][1],
      cell: ({ mark }) => {
        const [is, word] = markWords[mark?.state ?? 'open']
        return <Status is={is}>{word}</Status>
      },
    },
    {
      head: 'Week ending',
      value: weekOf,
      cell: row => <span class="day">{dateWords(weekOf(row))}</span>,
    },
    {
      head: party === 'agency' ? 'Agency' : 'Company',
      value: row => row[party]?.name ?? several,
    },
  ]
}

/** Without notes: they are of one's own side. */
const fileColumns: ValueColumn<Row>[] = [
  { head: 'What is wrong', value: ({ code }) => codeWords[code] },
  { head: 'In a sentence', value: ({ sentence }) => sentence },
  { head: 'At stake', money: true, value: ({ amount }) => amount },
  { head: 'Expected', value: ({ expected }) => expected },
  { head: 'Found', value: ({ found }) => found },
  { head: 'In', value: ({ unit }) => unit },
  { head: 'How sure', value: ({ severity }) => severityWords[severity][1] },
  { head: 'Mark', value: ({ mark }) => markWords[mark?.state ?? 'open'][1] },
  { head: 'Week ending', value: weekOf },
  { head: 'Company', value: ({ company }) => company?.name ?? null },
  { head: 'Agency', value: ({ agency }) => agency?.name ?? several },
  { head: 'Project', value: ({ project }) => project?.name ?? null },
  { head: 'Worker', value: ({ worker }) => worker?.name ?? null },
  { head: 'Records', value: referencesOf },
]

function Workbook({ all, total }: { all: (most: number) => Promise<Row[]>; total: number }) {
  const [busy, error, save] = useAction(async () => {
    const rows = await all(mostInFile)
    await saveWorkbook(tableData('findings', fileColumns, rows))
    if (rows.length < total) say(`The first ${number(rows.length)} of ${number(total)} are saved.`)
  })
  return (
    <>
      <button type="button" disabled={busy || total === 0} onClick={() => void save()}>
        {busy ? 'One moment …' : 'Download XLSX'}
      </button>
      {error && <Wrong>{error}</Wrong>}
    </>
  )
}

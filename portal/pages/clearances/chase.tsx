// What to chase this week, of each agency or for each company: who may not be on site on one of the next seven days, and why.
import type { ComponentChildren } from 'preact'
import { daysAfter } from '../../../src/formats/day.ts'
import { Checking } from '../../components/checking.tsx'
import type { View } from '../../components/key-view.tsx'
import { Empty, Page, Show } from '../../components/layout.tsx'
import { dateWords, plural } from '../../components/text.tsx'
import { dayAsked, pageHref, type Row, useRows } from './asking.ts'
import { ClearanceFilters } from './filters.tsx'
import { NotClearedTable, notClearedFields } from './not-cleared-table.tsx'

type Props = { view: View; chooser: ComponentChildren }

export function Chase({ view, chooser }: Props) {
  const from = dayAsked()
  const to = daysAfter(from, 6)
  const outs = useRows(view, { from, to, days: 0, state: 'notCleared,unknown' }, notClearedFields)
  const party = view.kind === 'company' ? 'agency' : 'company'
  const nameOf = (row: Row) => row[party]?.name ?? 'nobody in particular'
  return (
    <Page
      title="What to chase"
      note={<a href={pageHref(view, '', { on: '' })}>Who falls out when</a>}
      actions={
        <button type="button" onClick={() => print()}>
          Print
        </button>
      }
    >
      <ClearanceFilters view={view} chooser={chooser} />
      <Show loaded={outs} rows={12}>
        {({ rows, meta }) => {
          const parties = [...Map.groupBy(rows, nameOf)].sort(
            ([, one], [, other]) => other.length - one.length,
          )
          return (
            <>
              <p class="summary">
                {plural(rows.length, 'placement')} may not be on site on some day from {dateWords(from)} to{' '}
                {dateWords(to)}.
              </p>
              {meta.checking && <Checking what="Something was written and is being worked out" />}
              {rows.length === 0 && <Empty>Nothing is to be chased in these seven days.</Empty>}
              {parties.map(([name, of]) => (
                <NotClearedTable
                  key={name}
                  view={view}
                  rows={of}
                  title={name}
                  file={`to-chase-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`}
                  hides={party === 'agency' ? ['Agency'] : []}
                />
              ))}
            </>
          )
        }}
      </Show>
    </Page>
  )
}

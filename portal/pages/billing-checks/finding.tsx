// One finding: what is wrong and how much is at stake, what was decided about it, and its records side by side.
import type { ComponentChildren } from 'preact'
import { moneyText } from '../../../src/formats/number-text.ts'
import { lists } from '../../client/api-lists.ts'
import { get } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Filters } from '../../components/form.tsx'
import { hrefAs, mayCall, type View } from '../../components/key-view.tsx'
import { Facts, Page, Show, Status } from '../../components/layout.tsx'
import { dateWords, number, plural, Time } from '../../components/text.tsx'
import type { Finding } from './check.ts'
import { findingsHref } from './filters.tsx'
import { Decided } from './mark.tsx'
import { SideBySide } from './side-by-side.tsx'
import { codeWords, severityWords, sideWords, signedPounds } from './words.ts'

type Props = { view: View; chooser: ComponentChildren; id: string }

export function OneFinding({ view, chooser, id }: Props) {
  const path = `${view.base}/billing-checks/${encodeURIComponent(id)}` as const
  const finding = useLoaded(path, signal => get<Finding>(path, signal), { keeps: true })
  const described = useLoaded('lists', lists)
  const one = finding.data
  return (
    <Page title={one ? codeWords[one.code] : 'Finding'} note={<a href={findingsHref(view)}>All findings</a>}>
      {chooser && <Filters>{chooser}</Filters>}
      <Show loaded={finding} rows={12}>
        {one => (
          <>
            <p class="summary">{one.sentence}</p>
            {one.resolvedAt && (
              <p>
                <Status is="ok">Put right</Status> on {dateWords(one.resolvedAt.slice(0, 10))}: its records do
                not say so any more.
              </p>
            )}
            <About view={view} of={one} />
            <Decided
              view={view}
              of={one}
              onMarked={mark => {
                const { mark: _, ...said } = one
                finding.put({ ...said, ...(mark && { mark }) })
              }}
              onChanged={() => void finding.reload()}
            />
            <Show loaded={described} rows={6}>
              {all => <SideBySide view={view} of={one} lists={all} />}
            </Show>
          </>
        )}
      </Show>
    </Page>
  )
}

function About({ view, of }: { view: View; of: Finding }) {
  const [is, word] = severityWords[of.severity]
  const inUnit = (value: number) =>
    of.unit === 'pounds'
      ? moneyText(value)
      : of.unit === 'days'
        ? plural(value, 'day')
        : `${number(value)} ${value === 1 ? 'hour' : 'hours'}`
  return (
    <Facts
      of={[
        [
          'At stake',
          `${signedPounds(of.amount)}${of.amount === 0 ? '' : of.amount > 0 ? ' too much' : ' too little'}`,
        ],
        ['Expected', inUnit(of.expected)],
        ['Found', inUnit(of.found)],
        ['How sure', <Status is={is}>{word}</Status>],
        ['Week ending', dateWords(of.weekEnding.slice(0, 10))],
        ['Company', of.company?.name ?? '–'],
        ['Agency', of.agency?.name ?? 'several'],
        of.project && ['Project', <Opens view={view} list="projects" of={of.project} />],
        of.worker && ['Worker', <Opens view={view} list="workers" of={of.worker} />],
        ['Seen', sideWords[of.side]],
        ['Found first', <Time at={of.since} />],
      ]}
    />
  )
}

function Opens({
  view,
  list,
  of,
}: {
  view: View
  list: string
  of: { id: string | null; name?: string | null }
}) {
  const name = of.name ?? of.id
  if (!of.id || !mayCall(view, `GET /${list}`)) return <>{name}</>
  return <a href={hrefAs(view, `/records/${list}/${of.id}`)}>{name}</a>
}

// The gate list of a day, for one site or several: on the screen, on A4, and as CSV for turnstiles, with the hash of that.
import type { ComponentChildren } from 'preact'
import { parameter } from '../../client/address.ts'
import { Checking } from '../../components/checking.tsx'
import { Downloads } from '../../components/download.tsx'
import type { View } from '../../components/key-view.tsx'
import { Empty, Page, Section, Show } from '../../components/layout.tsx'
import { dateWords, number, plural } from '../../components/text.tsx'
import { dayAsked, pageHref } from './asking.ts'
import { AtGate } from './at-gate.tsx'
import { ClearanceFilters, useSiteName } from './filters.tsx'
import { type GateList, gatePath, useGateList } from './gate-list.ts'

type Props = { view: View; chooser: ComponentChildren }

export function Gate({ view, chooser }: Props) {
  const list = useGateList(view, { includeEverybody: 'true' })
  const site = parameter('site')
  const name = useSiteName(view)
  const title = name ? `Gate list: ${name}` : 'Gate list'
  return (
    <Page
      title={title}
      note={<a href={pageHref(view, '', { on: '' })}>Who falls out when</a>}
      actions={
        <>
          <button type="button" onClick={() => print()}>
            Print
          </button>
          <Downloads formats={['csv']} path={as => gatePath(view, { as })} name={`gate-list-${dayAsked()}`} />
        </>
      }
    >
      <ClearanceFilters view={view} chooser={chooser} />
      <Show loaded={list} rows={12}>
        {all => (
          <>
            <p class="summary">{gateSentence(all)}</p>
            {all.checking && <Checking what="Something was written and is being worked out" />}
            <Lists view={view} of={all} hides={site ? ['Site'] : []} />
            <Hash of={all} />
          </>
        )}
      </Show>
    </Page>
  )
}

export function gateSentence({ day, counts, people }: GateList): string {
  const { cleared, expiring, unknown, notCleared } = counts
  const all = cleared + expiring + unknown + notCleared
  if (all === 0) return `Nobody is to be here on ${dateWords(day)}.`
  const starting = people.filter(({ starts, mayEnter }) => starts && !mayEnter).length
  const rest = [
    notCleared > 0 && `${number(notCleared)} ${notCleared === 1 ? 'is' : 'are'} not cleared`,
    unknown > 0 && `of ${number(unknown)} it is not known`,
  ].filter(Boolean)
  const said = rest.length > 0 ? `${rest.join(', and ')}` : 'everybody is cleared'
  const start =
    starting > 0 ? `. ${number(starting)} of them ${starting === 1 ? 'starts' : 'start'} that day` : ''
  return `Of ${plural(all, 'placement')} on ${dateWords(day)}, ${said}${start}.`
}

function Lists({ view, of, hides }: { view: View; of: GateList; hides: readonly string[] }) {
  const stopped = of.people.filter(({ mayEnter }) => !mayEnter)
  const entering = of.people.filter(({ mayEnter }) => mayEnter)
  return (
    <>
      <Section title="May not enter" count={plural(stopped.length, 'placement')}>
        {stopped.length === 0 ? (
          <Empty>Nobody on this list.</Empty>
        ) : (
          <AtGate view={view} rows={stopped} label="May not enter" hides={hides} file="may-not-enter" />
        )}
      </Section>
      {entering.length > 0 && (
        <Section title="May enter" count={plural(entering.length, 'placement')}>
          <AtGate view={view} rows={entering} label="May enter" hides={[...hides, ...unsaid(entering)]} />
        </Section>
      )}
    </>
  )
}

/** The column to leave out because it would be empty. */
const unsaid = (entering: GateList['people']): string[] =>
  entering.some(({ needs }) => needs.length > 0) ? [] : ['What is lacking']

/** Eight digits at a time, to be compared by eye. */
const inGroups = (hash: string) => hash.match(/.{8}/g)!.join(' ')

function Hash({ of: { sha256 } }: { of: GateList }) {
  return (
    <Section title="To compare copies" id="hash">
      <p>
        SHA-256 of this list as CSV: <code>{inGroups(sha256)}</code>
      </p>
      <p class="muted">
        A file is a copy of this list if <code>sha256sum</code> gives these digits for it. Once anybody on the
        list stands otherwise, they are others.
      </p>
    </Section>
  )
}

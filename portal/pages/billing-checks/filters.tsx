// What the pages of billing checks ask: weeks and filters, from the address, the same for numbers and for the findings that
// these are made of.
import type { ComponentChildren } from 'preact'
import { parameter, setParameters } from '../../client/address.ts'
import { query } from '../../client/http.ts'
import { Choice } from '../../components/form.tsx'
import { hrefAs, type View } from '../../components/key-view.tsx'
import { fourWeeks, PeriodFilters, period } from '../../components/period.tsx'
import { codeWords, markWords, severityWords, sideWords } from './words.ts'

const filterNames = ['side', 'code', 'severity', 'mark'] as const
type FilterName = (typeof filterNames)[number]
type CheckFilters = ReturnType<typeof period> & Record<FilterName, string>

export const checkFilters = (): CheckFilters => ({
  ...period(fourWeeks),
  ...(Object.fromEntries(filterNames.map(name => [name, parameter(name)])) as Record<FilterName, string>),
})

/** In the place of an agency or a company: findings about records of several. */
export const several = 'several'

/** Whom the numbers are held against each other by: the other side of the bills. */
export const otherParty = ({ kind }: View): 'agency' | 'company' => (kind === 'agency' ? 'company' : 'agency')

export const totalsRequest = (more: Readonly<Record<string, string>> = {}): string =>
  `/billing-checks/totals${query({ sum: 'amount,atStake', ...checkFilters(), ...more })}`

/** The numbers, or the findings that one of them is made of. */
export const stakesHref = (view: View, narrowed: Partial<CheckFilters> = {}) =>
  hrefAs(view, '/billing-checks', { ...checkFilters(), ...narrowed })
export const findingsHref = (view: View, narrowed: Partial<CheckFilters> = {}) =>
  hrefAs(view, '/billing-checks/findings', { ...checkFilters(), ...narrowed })

const wordOf = (words: string | readonly [string, string]) => (typeof words === 'string' ? words : words[1])

type ChoiceProps = {
  name: FilterName
  label: string
  words: Readonly<Record<string, string | readonly [string, string]>>
}

function FilterChoice({ name, label, words }: ChoiceProps) {
  return (
    <Choice
      label={label}
      value={parameter(name)}
      onChange={value => setParameters({ [name]: value, page: '' })}
      options={[['', 'any'], ...Object.entries(words).map(([value, said]) => [value, wordOf(said)] as const)]}
    />
  )
}

export function BillingFilters({ view, chooser }: { view: View; chooser: ComponentChildren }) {
  const { code, severity, mark, side } = checkFilters()
  const said = [
    code && codeWords[code as keyof typeof codeWords],
    severity && severityWords[severity as keyof typeof severityWords]?.[1],
    mark && markWords[mark as keyof typeof markWords]?.[1],
    side && sideWords[side as keyof typeof sideWords],
  ]
  return (
    <PeriodFilters
      view={view}
      chooser={chooser}
      preset={fourWeeks}
      printed={said.filter(Boolean).join(', ') || 'all findings'}
    >
      <FilterChoice name="code" label="What is wrong" words={codeWords} />
      <FilterChoice name="severity" label="How sure" words={severityWords} />
      <FilterChoice name="mark" label="Mark" words={markWords} />
      {view.kind === 'company' && (
        <FilterChoice name="side" label="Side" words={{ client: sideWords.client, msp: sideWords.msp }} />
      )}
    </PeriodFilters>
  )
}

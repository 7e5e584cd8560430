// The days and owners that figures are about, from the address; a period may be named, and then moves with the calendar.
import type { ComponentChildren } from 'preact'
import { daysAfter, today } from '../../src/formats/day.ts'
import {
  type Days,
  daysBefore,
  daysOf,
  isPeriodName,
  lastFullWeeks,
  type PeriodName,
  periodNames,
} from '../../src/formats/period.ts'
import { parameter, setParameters } from '../client/address.ts'
import { Choice, Filters, TextField } from './form.tsx'
import { NameChoice, type NamePlace, useNames, type View } from './key-view.tsx'
import { dateWords } from './text.tsx'

function periodName(): PeriodName | undefined {
  const given = parameter('period')
  return isPeriodName(given) ? given : undefined
}

/** The days that the address names or gives; empty where it does neither. */
export function chosenDays(): Days {
  const name = periodName()
  return name ? daysOf(name, today()) : { from: parameter('from'), to: parameter('to') }
}

/** What no choice means. */
type Preset = { words: string; days(): Days }
const halfYear: Preset = {
  words: 'the last half year',
  days: () => ({ from: daysAfter(today(), -182), to: today() }),
}
/** Of what is told week by week, and not of one that is not over. */
export const fourWeeks: Preset = {
  words: 'the last four full weeks',
  days: () => lastFullWeeks(4, today()),
}

const daysWith = (preset: Preset): Days => {
  const [given, usual] = [chosenDays(), preset.days()]
  return { from: given.from || usual.from, to: given.to || usual.to }
}

export const period = (preset = halfYear) => ({
  ...daysWith(preset),
  company: parameter('company'),
  project: parameter('project'),
  agency: parameter('agency'),
})

/** The period before, of the same owners. */
export const periodBefore = () => ({ ...period(), ...daysBefore(daysWith(halfYear), periodName()) })

export const daysWords = ({ from, to }: Days) => `${dateWords(from)} to ${dateWords(to)}`

/** A period by its name, or the days themselves. `preset` says what no choice means. */
export function PeriodChoice({ preset }: { preset: string }) {
  const { from, to } = chosenDays()
  const isGiven = !periodName() && (from !== '' || to !== '')
  return (
    <Choice
      label="Period"
      value={periodName() ?? (isGiven ? 'days' : '')}
      onChange={name =>
        setParameters({ page: '', ...(name === 'days' ? {} : { period: name, from: '', to: '' }) })
      }
      options={[
        ['', preset],
        ...periodNames.map(name => [name, name] as const),
        ...(isGiven ? [['days', 'these days'] as const] : []),
      ]}
    />
  )
}

/** Days that are typed are no longer those of a name. */
export const setDay = (name: 'from' | 'to', value: string) => {
  const { from, to } = chosenDays()
  setParameters({ from, to, [name]: value, period: '', page: '' })
}

const labels = { company: 'Company', agency: 'Agency' } as const

/** `printed` is what else the figures are narrowed to, in words. */
type Props = {
  view: View
  chooser: ComponentChildren
  children?: ComponentChildren
  printed?: string
  preset?: Preset
}

export function PeriodFilters({ view, chooser, children, printed, preset = halfYear }: Props) {
  const { from, to, company, project, agency } = period(preset)
  const set = (name: string) => (value: string) => setParameters({ [name]: value, page: '' })
  const nameOf = (place: NamePlace, id: string) =>
    useNames(view, place)?.find(one => one.id === id)?.name ?? id
  // Whose key it is chooses among its own; of the others it is asked by their names.
  const [own, other] =
    view.kind === 'company' ? (['company', 'agency'] as const) : (['agency', 'company'] as const)
  const [chosen, given] = view.kind === 'company' ? [company, agency] : [agency, company]
  const owners = view.owners.filter(({ id }) => !chosen || id === chosen)
  const words = [
    daysWords({ from, to }),
    owners.map(({ name }) => name).join(', '),
    nameOf('project', project),
    nameOf(other, given),
    printed,
  ]
  return (
    <Filters printed={words.filter(Boolean).join('; ')}>
      {chooser}
      <PeriodChoice preset={preset.words} />
      <TextField label="From" type="date" value={from} onInput={value => setDay('from', value)} />
      <TextField label="To" type="date" value={to} onInput={value => setDay('to', value)} />
      {view.owners.length > 1 && (
        <Choice
          label={labels[own]}
          value={chosen}
          onChange={set(own)}
          options={[['', 'all'], ...view.owners.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <NameChoice view={view} place="project" label="Project" value={project} onChange={set('project')} />
      <NameChoice view={view} place={other} label={labels[other]} value={given} onChange={set(other)} />
      {children}
    </Filters>
  )
}

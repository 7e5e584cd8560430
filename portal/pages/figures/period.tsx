// The days and owners that figures are about, from the address.
import type { ComponentChildren } from 'preact'
import { parameter, setParameters } from '../../address.ts'
import { Choice, Filters, TextField } from '../../components/form.tsx'
import { dateWords } from '../../components/text.tsx'
import { NameChoice, type NamePlace, useNames, type View } from '../../key-view.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Half a year up to today, unless the address says otherwise. */
export const period = () => ({
  from: parameter('from') || daysAgo(182),
  to: parameter('to') || daysAgo(0),
  company: parameter('company'),
  project: parameter('project'),
  agency: parameter('agency'),
})

/** `printed` is what else the figures are narrowed to, in words. */
type Props = { view: View; chooser: ComponentChildren; children?: ComponentChildren; printed?: string }

export function PeriodFilters({ view, chooser, children, printed }: Props) {
  const { from, to, company, project, agency } = period()
  const set = (name: string) => (value: string) => setParameters({ [name]: value })
  const nameOf = (place: NamePlace, id: string) =>
    useNames(view, place)?.find(one => one.id === id)?.name ?? id
  const owners = view.owners.filter(({ id }) => !company || id === company)
  const words = [
    `${dateWords(from)} to ${dateWords(to)}`,
    owners.map(({ name }) => name).join(', '),
    nameOf('project', project),
    nameOf('agency', agency),
    printed,
  ]
  return (
    <Filters printed={words.filter(Boolean).join('; ')}>
      {chooser}
      <TextField label="From" type="date" value={from} onInput={set('from')} />
      <TextField label="To" type="date" value={to} onInput={set('to')} />
      {view.owners.length > 1 && (
        <Choice
          label="Company"
          value={company}
          onChange={set('company')}
          options={[['', 'all'], ...view.owners.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <NameChoice view={view} place="project" label="Project" value={project} onChange={set('project')} />
      <NameChoice view={view} place="agency" label="Agency" value={agency} onChange={set('agency')} />
      {children}
    </Filters>
  )
}

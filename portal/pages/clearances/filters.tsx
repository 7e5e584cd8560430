// The filters of the pages of clearances: the day, and whom they are narrowed to among those who are to be on site.
import type { ComponentChildren } from 'preact'
import { parameter, setParameters } from '../../client/address.ts'
import { get, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice, Filters, TextField } from '../../components/form.tsx'
import { NameChoice, useNames, type View } from '../../components/key-view.tsx'
import { dateWords } from '../../components/text.tsx'
import { dayAsked } from './asking.ts'

type Place = 'site' | 'agency'
type Group = { count: number } & Partial<Record<Place, { id: string | null; name?: string } | null>>

const labels = { site: 'Site', agency: 'Agency' } as const

/** Those that anybody is to be on site of. */
function usePlaces(view: View, place: Place) {
  const asked = query({ on: dayAsked(), groupBy: place, limit: 200 })
  const path = `${view.base}/clearances/totals${asked}` as `/api${string}`
  const loaded = useLoaded(path, signal => get<Group[]>(path, signal), { keeps: true })
  return (loaded.data ?? [])
    .flatMap(group => {
      const { id, name } = group[place] ?? {}
      return id ? [{ id, name: name ?? id }] : []
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

const set = (name: string) => (value: string) => setParameters({ [name]: value, out: '', at: '' })

export function useSiteName(view: View): string | undefined {
  const site = parameter('site')
  return usePlaces(view, 'site').find(({ id }) => id === site)?.name
}

export function ClearanceFilters({ view, chooser }: { view: View; chooser: ComponentChildren }) {
  const places = (['site', 'agency'] as const)
    .filter(place => place !== view.kind)
    .map(place => ({ place, all: usePlaces(view, place) }))
  const project = useNames(view, 'project')?.find(({ id }) => id === parameter('project'))?.name
  const company = view.owners.find(({ id }) => id === parameter('company'))?.name
  const said = places.map(({ place, all }) => all.find(({ id }) => id === parameter(place))?.name)
  const owners = company ?? view.owners.map(({ name }) => name).join(', ')
  return (
    <Filters printed={[dateWords(dayAsked()), owners, project, ...said].filter(Boolean).join('; ')}>
      {chooser}
      <TextField label="Day" type="date" value={dayAsked()} onInput={set('on')} />
      {view.kind === 'company' && view.owners.length > 1 && (
        <Choice
          label="Company"
          value={parameter('company')}
          onChange={set('company')}
          options={[['', 'all'], ...view.owners.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <NameChoice
        view={view}
        place="project"
        label="Project"
        value={parameter('project')}
        onChange={set('project')}
      />
      {places.map(({ place, all }) => (
        <Choice
          key={place}
          label={labels[place]}
          value={parameter(place)}
          onChange={set(place)}
          options={[['', 'any'], ...all.map(({ id, name }) => [id, name] as const)]}
        />
      ))}
    </Filters>
  )
}

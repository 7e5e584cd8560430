// Registering a webhook endpoint and changing it: whose it is, where it is, and what it hears.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { get, request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Dialog, Form, useAction } from '../../components/dialog.tsx'
import { Choice, TextField, Ticks } from '../../components/form.tsx'
import { Show } from '../../components/layout.tsx'
import { OwnerFields } from '../../components/owner-fields.tsx'
import { number, Secret } from '../../components/text.tsx'
import { type Endpoint, type EventType, ownersWords } from './endpoint.tsx'

type Kind = Endpoint['kind']
type RegisteredEndpoint = OperatorAnswer<'POST /operator/webhooks'>
type Owner = OperatorAnswer<'GET /operator/owners'>[number]

export function NewWebhook({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [made, setMade] = useState<RegisteredEndpoint>()
  if (made)
    return (
      <Dialog title="Copy the signing secret now" onClose={onClose} wide>
        <SigningSecret of={made} />
        <div class="actions">
          <button type="button" class="main" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="New endpoint" onClose={onClose} wide>
      <EndpointForm
        onClose={onClose}
        onDone={fresh => {
          setMade(fresh as RegisteredEndpoint)
          onMade()
        }}
      />
    </Dialog>
  )
}

export function SigningSecret({ of }: { of: RegisteredEndpoint }) {
  return (
    <>
      <p>
        <span class="address">{of.endpoint.url}</span>, for {ownersWords(of.endpoint)}
      </p>
      <Secret text={of.secret}>The receiver checks each request with it, before anything else.</Secret>
    </>
  )
}

type ChangeProps = { of: Endpoint; onClose: () => void; onChanged: (endpoint: Endpoint) => void }

export function ChangeWebhook({ of, onClose, onChanged }: ChangeProps) {
  return (
    <Dialog title="Change this endpoint" onClose={onClose} wide>
      <EndpointForm
        of={of}
        onClose={onClose}
        onDone={changed => {
          onChanged(changed as Endpoint)
          onClose()
        }}
      />
    </Dialog>
  )
}

type Wanted = {
  url: string
  types: string[]
  projects: string[]
  daysBefore: number[] | null
  description: string
}

const changed = (id: string, wanted: Wanted) =>
  request('PATCH /operator/webhooks/{id}', {
    path: { id },
    body: { ...wanted, description: wanted.description || null },
  })

const registered = ({ description, ...wanted }: Wanted & { kind: Kind; owners: string[] }) =>
  request('POST /operator/webhooks', { body: { ...wanted, ...(description && { description }) } })

type FormProps = {
  of?: Endpoint
  onClose: () => void
  onDone: (answer: RegisteredEndpoint | Endpoint) => void
}

function EndpointForm({ of, onClose, onDone }: FormProps) {
  const [kind, setKind] = useState<Kind>(of?.kind ?? 'company')
  const [owners, setOwners] = useState<Owner[]>([])
  const [url, setUrl] = useState(of?.url ?? '')
  const [description, setDescription] = useState(of?.description ?? '')
  const [hearsAll, setHearsAll] = useState(of ? of.types.includes('*') : true)
  const [types, setTypes] = useState<string[]>(of?.types.filter(type => type !== '*') ?? [])
  const [projects, setProjects] = useState<string[]>(of?.projects ?? [])
  const [days, setDays] = useState((of?.daysBefore ?? []).join(', '))
  const ownerIds = of?.owners ?? owners.map(({ id }) => id)
  const [busy, error, submit] = useAction(async () => {
    const daysBefore = daysIn(days)
    const wanted = { url: url.trim(), types: hearsAll ? ['*'] : types, projects, daysBefore, description }
    onDone(await (of ? changed(of.id, wanted) : registered({ ...wanted, kind, owners: ownerIds })))
  })
  const isReady = url.trim() !== '' && ownerIds.length > 0 && (hearsAll || types.length > 0)
  return (
    <Form
      action={of ? 'Save' : 'Register'}
      onSubmit={submit}
      onCancel={onClose}
      error={error}
      isDisabled={busy || !isReady}
    >
      <div class="cols">
        <div>
          {!of && (
            <OwnerFields
              kind={kind}
              owners={owners}
              onKind={kind => {
                setKind(kind)
                setTypes([])
              }}
              onOwners={chosen => {
                setOwners(kind === 'agency' ? chosen.slice(-1) : chosen)
                setProjects([])
              }}
            />
          )}
          <TextField
            label="Address"
            value={url}
            onInput={setUrl}
            reference
            placeholder="https://example.com/hooks/muster"
            hint="https, and reachable from here. Nothing is sent until an event happens or you test it."
          />
          <TextField label="Description" value={description} onInput={setDescription} />
        </div>
        <div>
          <EventFields
            kind={kind}
            hearsAll={hearsAll}
            onHearsAll={setHearsAll}
            types={types}
            onTypes={setTypes}
            days={days}
            onDays={setDays}
          />
          <ProjectPicker owners={ownerIds} chosen={projects} onChange={setProjects} />
        </div>
      </div>
    </Form>
  )
}

/** Null for the usual ones; the server says what is wrong with others. */
function daysIn(written: string): number[] | null {
  const days = written.split(/[\s,]+/).filter(Boolean)
  const wrong = days.find(one => !/^\d+$/.test(one))
  if (wrong !== undefined) throw new Error(`“${wrong}” is not a number of days, such as 60, 30, 7.`)
  return days.length === 0 ? null : days.map(Number)
}

type EventFieldsProps = {
  kind: Kind
  hearsAll: boolean
  onHearsAll: (hearsAll: boolean) => void
  types: readonly string[]
  onTypes: (types: string[]) => void
  days: string
  onDays: (days: string) => void
}

function EventFields({ kind, hearsAll, onHearsAll, types, onTypes, days, onDays }: EventFieldsProps) {
  const known = useLoaded('event types', signal => request('GET /operator/event-types', { signal }))
  return (
    <>
      <Choice
        label="Events"
        value={hearsAll ? 'all' : 'some'}
        onChange={value => onHearsAll(value === 'all')}
        options={[
          ['all', 'all, also those that come later'],
          ['some', 'only those chosen'],
        ]}
      />
      {!hearsAll && (
        <Show loaded={known}>
          {all => (
            <EventPicker
              events={all.filter(({ hears }) => hears?.includes(kind))}
              chosen={types}
              onChange={onTypes}
            />
          )}
        </Show>
      )}
      {known.data
        ?.filter(({ name, usualDays }) => usualDays && (hearsAll || types.includes(name)))
        .map(({ name, usualDays }) => (
          <TextField
            key={name}
            label="Days before a clearance ends"
            value={days}
            onInput={onDays}
            placeholder={usualDays!.join(', ')}
            hint={
              <>
                When <code>{name}</code> is told: once on each of these days, such as 60, 30, 7.
              </>
            }
          />
        ))}
    </>
  )
}

const groupOf = ({ name }: EventType) => /^(purchase_order|[a-z]+)_/.exec(name)?.[1] ?? name

const groupedEvents = <T extends EventType>(events: readonly T[]): Map<string, T[]> =>
  Map.groupBy(events, groupOf)

type EventProps = {
  events: readonly EventType[]
  chosen: readonly string[]
  onChange: (types: string[]) => void
}

function EventPicker({ events, chosen, onChange }: EventProps) {
  return (
    <div class="events">
      <p class="hint">{number(chosen.length)} chosen</p>
      {[...groupedEvents(events)].map(([group, all]) => (
        <div key={group}>
          <Ticks
            label={group.replaceAll('_', ' ')}
            values={chosen}
            onChange={onChange}
            options={all.map(({ name, summary }) => [
              name,
              <>
                <code>{name}</code> <span class="muted">{summary}</span>
              </>,
            ])}
          />
          <button
            type="button"
            class="link"
            onClick={() => onChange([...new Set([...chosen, ...all.map(({ name }) => name)])])}
          >
            All {group.replaceAll('_', ' ')} events
          </button>
        </div>
      ))}
    </div>
  )
}

type Project = { id: string; name: string; company?: { id: string } }
type ProjectProps = {
  owners: readonly string[]
  chosen: readonly string[]
  onChange: (projects: string[]) => void
}

/** Projects by name, as a key of the owner lists them; by their ids where no key of the owner can. */
function ProjectPicker({ owners, chosen, onChange }: ProjectProps) {
  const found = useLoaded(owners.length > 0 ? `projects of ${owners.join()}` : undefined, () =>
    projectsOf(owners),
  )
  const [isNarrow, setNarrow] = useState(chosen.length > 0)
  return (
    <>
      <Choice
        label="Projects"
        value={isNarrow ? 'some' : 'all'}
        onChange={value => {
          setNarrow(value === 'some')
          if (value === 'all') onChange([])
        }}
        options={[
          ['all', 'all'],
          ['some', 'only those chosen'],
        ]}
      />
      {isNarrow &&
        (found.data ? (
          <Ticks
            label={`Projects, ${number(chosen.length)} chosen`}
            values={chosen}
            onChange={onChange}
            options={[
              ...found.data.map(({ id, name }) => [id, name] as const),
              ...chosen
                .filter(id => !found.data!.some(project => project.id === id))
                .map(id => [id, <span class="ref">{id}</span>] as const),
            ]}
          />
        ) : (
          <TextField
            label="Ids of projects"
            value={chosen.join(' ')}
            onInput={text => onChange(text.split(/[\s,]+/).filter(Boolean))}
            reference
            hint={
              owners.length === 0
                ? 'Choose the owner first; its projects are then shown by name.'
                : 'No active key of this owner reads projects, so they cannot be shown by name.'
            }
          />
        ))}
    </>
  )
}

async function projectsOf(owners: readonly string[]): Promise<Project[] | undefined> {
  const keys = await request('GET /operator/keys', { query: { calls: 'GET /projects' } })
  const key = keys.find(one => one.state === 'active' && owners.every(owner => one.owners.includes(owner)))
  if (!key) return undefined
  const projects = await get<Project[]>(`/as/${key.id}/projects?limit=200`)
  const isTheirs = ({ company }: Project) =>
    key.kind === 'agency' || company === undefined || owners.includes(company.id)
  return projects.filter(isTheirs)
}

// Making a key: for a task, whose scopes and limits are then a start, or scope by scope.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Dialog, Form, useAction } from '../../components/dialog.tsx'
import { Choice, TextField, Ticks } from '../../components/form.tsx'
import { Show } from '../../components/layout.tsx'
import { OwnerFields } from '../../components/owner-fields.tsx'
import { number, Secret } from '../../components/text.tsx'
import type { Key } from './api-key.tsx'
import { Snippets } from './api-key.tsx'

type Kind = Key['kind']
type Task = OperatorAnswer<'GET /operator/key-tasks'>[number]
type Scope = OperatorAnswer<'GET /operator/scopes'>[number]
type Owner = OperatorAnswer<'GET /operator/owners'>[number]

export function NewKey({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const known = useLoaded('tasks and scopes', async () => ({
    tasks: await request('GET /operator/key-tasks'),
    scopes: await request('GET /operator/scopes'),
  }))
  const [made, setMade] = useState<{ secret: string; key: Key }>()
  if (made)
    return (
      <Dialog title={`${made.key.name}: copy the secret now`} onClose={onClose} wide>
        <Secret text={made.secret}>
          Give it to {made.key.ownerNames.join(', ')} by a channel you trust.
        </Secret>
        <Snippets secret={made.secret} />
        <div class="actions">
          <button type="button" class="main" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="New key" onClose={onClose} wide>
      <Show loaded={known}>
        {({ tasks, scopes }) => (
          <KeyForm
            tasks={tasks}
            scopes={scopes}
            onClose={onClose}
            onMade={fresh => {
              setMade(fresh)
              onMade()
            }}
          />
        )}
      </Show>
    </Dialog>
  )
}

type FormProps = {
  tasks: readonly Task[]
  scopes: readonly Scope[]
  onClose: () => void
  onMade: (made: { secret: string; key: Key }) => void
}

const tasksFor = (kind: Kind, tasks: readonly Task[]): (readonly [string, string])[] => [
  ['', 'something else: choose the scopes'],
  ...tasks
    .filter(one => one.kind === null || one.kind === kind)
    .map(({ task, purpose }) => [task, purpose] as const),
]

function KeyForm({ tasks, scopes, onClose, onMade }: FormProps) {
  const [kind, setKind] = useState<Kind>('company')
  const [task, setTask] = useState('')
  const [owners, setOwners] = useState<Owner[]>([])
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [limits, setLimits] = useState(usualLimits)

  const take = (wanted: string, of: Kind) => {
    setTask(wanted)
    const found = tasks.find(one => one.task === wanted)
    if (!found) return
    setName(found.name)
    setChosen(found.scopes[of] ?? [])
    setLimits({ ...limits, perDay: String(found.perDay), perMinute: String(found.perMinute) })
  }
  const [busy, error, submit] = useAction(async () => {
    const body = {
      kind,
      owners: owners.map(({ id }) => id),
      scopes: chosen,
      ...(name && { name }),
      ...limitsIn(limits),
    }
    onMade(await request('POST /operator/keys', { body }))
  })
  const isReady = owners.length > 0 && chosen.length > 0
  return (
    <Form
      action="Make the key"
      onSubmit={submit}
      onCancel={onClose}
      error={error}
      isDisabled={busy || !isReady}
    >
      <div class="cols">
        <div>
          <OwnerFields
            kind={kind}
            owners={owners}
            onKind={value => {
              setKind(value)
              setChosen([])
              take('', value)
            }}
            onOwners={setOwners}
          />
          <Choice
            label="To do what"
            value={task}
            onChange={value => take(value, kind)}
            options={tasksFor(kind, tasks)}
            hint="A task sets scopes and limits, which can still be changed."
          />
          <TextField label="Name" value={name} onInput={setName} placeholder={`${kind} key`} />
        </div>
        <div>
          <ScopeTicks
            scopes={scopes.filter(scope => scope.kinds.includes(kind))}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
      </div>
      <Limits limits={limits} onChange={setLimits} />
    </Form>
  )
}

type ScopeProps = {
  scopes: readonly Scope[]
  chosen: readonly string[]
  onChange: (scopes: string[]) => void
}

function ScopeTicks({ scopes, chosen, onChange }: ScopeProps) {
  return (
    <Ticks
      label={`Scopes, ${number(chosen.length)} chosen`}
      values={chosen}
      onChange={onChange}
      options={scopes.map(({ name, opens }) => [
        name,
        <>
          <code>{name}</code> <span class="muted">{opens}</span>
        </>,
      ])}
    />
  )
}

/** As they are written into the form. */
type LimitTexts = { perDay: string; perMinute: string; expires: string; addresses: string }

const usualLimits: LimitTexts = { perDay: '50000', perMinute: '120', expires: '', addresses: '' }

const limitsIn = ({ perDay, perMinute, expires, addresses }: LimitTexts) => ({
  perMinute: Number(perMinute),
  perDay: Number(perDay),
  ...(expires && { expiresAt: new Date(`${expires}T23:59:59Z`).toISOString() }),
  allowedIps: addresses.split(/[\s,]+/).filter(Boolean),
})

function Limits({ limits, onChange }: { limits: LimitTexts; onChange: (limits: LimitTexts) => void }) {
  const set = (name: keyof LimitTexts) => (text: string) => onChange({ ...limits, [name]: text })
  return (
    <details>
      <summary>Limits, expiry and addresses</summary>
      <div class="cols">
        <TextField
          label="Requests a minute"
          type="number"
          value={limits.perMinute}
          onInput={set('perMinute')}
        />
        <TextField label="Requests a day" type="number" value={limits.perDay} onInput={set('perDay')} />
        <TextField
          label="Expires at the end of"
          type="date"
          value={limits.expires}
          onInput={set('expires')}
          hint="Never, where it is empty."
        />
        <TextField
          label="Only from these addresses"
          value={limits.addresses}
          onInput={set('addresses')}
          reference
          placeholder="203.0.113.0/24"
          hint="Any, where it is empty."
        />
      </div>
    </details>
  )
}

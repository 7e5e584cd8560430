// Asked of whoever an assistant sent here: who it is, what it would see of whom and for how long, and whether to let it.
import { useEffect, useState } from 'preact/hooks'
import type { ConsentRequest } from '../src/portal/consent.ts'
import { request, send } from './client/http.ts'
import { forgetConsent, keepConsent, mayOperate, session, signOut } from './client/session.ts'
import { useLoaded } from './client/use-loaded.ts'
import { useAction, Wrong } from './components/dialog.tsx'
import { Choice, Ticks } from './components/form.tsx'
import { Facts, Show, Waiting } from './components/layout.tsx'
import { plural } from './components/text.tsx'
import { WaysIn } from './sign-in.tsx'

type Asked = Exclude<ConsentRequest, { redirect: string }>
type Parent = {
  id: string
  name: string
  kind: 'company' | 'agency'
  owners: readonly { id: string; name: string }[]
  scopes: readonly string[]
  allowedIps: readonly string[]
}

const query = location.search

async function leave(answer: object): Promise<void> {
  const { location: to } = await send<{ location: string }>('POST', '/consent/answer', {
    body: { query, ...answer },
  })
  forgetConsent()
  location.assign(to)
}

export function Consent() {
  const asked = useLoaded('consent', () => send<ConsentRequest>('GET', `/consent/request${query}`))
  const found = asked.data
  useEffect(() => {
    document.title = 'Sign in an assistant – Muster'
    keepConsent(query)
  }, [])
  useEffect(() => {
    if (found && 'redirect' in found) location.assign(found.redirect)
  }, [found])
  return (
    <main class="door consent" id="content" tabIndex={-1}>
      <p class="brand">Muster</p>
      {asked.error && (
        <>
          <h1>This cannot be agreed to</h1>
          <Wrong>{asked.error}</Wrong>
          <p>Nothing was given to anybody. Close this page, and begin again from the assistant.</p>
        </>
      )}
      {!found && !asked.error && <Waiting rows={4} />}
      {found && !('redirect' in found) && <Question asked={found} />}
    </main>
  )
}

function Question({ asked }: { asked: Asked }) {
  const who = session.value
  return (
    <>
      <h1>Let {asked.client} use Muster?</h1>
      <p>
        It calls itself <b>{asked.client}</b>, which nobody has checked. What you allow goes to{' '}
        <b>{asked.place}</b>. Go on only if you have just asked for this there.
      </p>
      {!who && (
        <>
          <p>Sign in with the API key that it may use. The key itself is not given to it.</p>
          <WaysIn />
        </>
      )}
      {who?.kind === 'key' && <Choices asked={asked} of={who.key} />}
      {who?.kind === 'operator' && (
        <>
          <p>
            You are signed in as <b>{who.name}</b>.
          </p>
          {mayOperate() ? (
            <WithKey asked={asked} />
          ) : (
            <Wrong>Your role, {who.role}, may not let assistants in. Sign in with an API key.</Wrong>
          )}
        </>
      )}
      <Actions isSignedIn={!!who} />
    </>
  )
}

/** Whoever does not want to sends the assistant back with that. */
function Actions({ isSignedIn }: { isSignedIn: boolean }) {
  const [busy, error, deny] = useAction(() => leave({ agree: false }))
  return (
    <>
      {error && <Wrong>{error}</Wrong>}
      <div class="actions">
        <button type="button" disabled={busy} onClick={() => void deny()}>
          Do not allow
        </button>
        {isSignedIn && (
          <button type="button" class="plain" onClick={() => void signOut()}>
            Sign in otherwise
          </button>
        )}
      </div>
    </>
  )
}

/** An operator says with which key. */
function WithKey({ asked }: { asked: Asked }) {
  const keys = useLoaded('keys', () => request('GET /operator/keys'))
  const [id, setId] = useState('')
  return (
    <Show loaded={keys} rows={2}>
      {all => {
        const open = all.filter(({ state, parentId }) => state === 'active' && parentId === null)
        const key = open.find(one => one.id === id)
        const owners = key?.owners.map((owner, at) => ({ id: owner, name: key.ownerNames[at] ?? owner }))
        return (
          <>
            <Choice
              label="With which key"
              value={id}
              onChange={setId}
              options={[
                ['', 'choose one'],
                ...open.map(
                  one => [one.id, `${one.name} ${one.hint}, ${one.ownerNames.join(', ')}`] as const,
                ),
              ]}
            />
            {key && owners && <Choices key={id} asked={asked} of={{ ...key, owners }} />}
          </>
        )
      }}
    </Show>
  )
}

/** A scope by the word that says what it is about: `read:credit-notes` as credit notes. */
const Opened = ({ name, opens, writes }: Asked['scopes'][number]) => (
  <>
    <b>
      {writes && 'change '}
      {name.replace(/^\w+:/, '').replaceAll('-', ' ')}
    </b>
    : {opens}
  </>
)

/** To whom, and whose data by which key. */
const Parties = ({ asked, of }: { asked: Asked; of: Parent }) => (
  <Facts
    of={[
      ['To', `${asked.client} at ${asked.place}`],
      ['With the key', of.name],
      ['Whose data', of.owners.map(({ name }) => name).join(', ')],
      of.allowedIps.length > 0 && ['Only from', `${of.allowedIps.join(', ')}: elsewhere it is refused`],
    ]}
  />
)

const durations: [string, string][] = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
]

function Choices({ asked, of }: { asked: Asked; of: Parent }) {
  const offered = asked.scopes.filter(({ name }) => of.scopes.includes(name))
  const wanted = offered.filter(({ name }) => asked.asked.length === 0 || asked.asked.includes(name))
  const [isReadOnly, setReadOnly] = useState(true)
  const [chosen, setChosen] = useState(wanted.filter(({ writes }) => !writes).map(({ name }) => name))
  const [owners, setOwners] = useState(of.owners.map(({ id }) => id))
  const [days, setDays] = useState('30')
  const open = offered.filter(({ writes }) => !writes || !isReadOnly)
  const scopes = open.map(({ name }) => name).filter(name => chosen.includes(name))
  const [busy, error, allow] = useAction(() =>
    leave({ agree: true, keyId: of.id, scopes, owners, days: Number(days) }),
  )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void allow()
      }}
    >
      <Parties asked={asked} of={of} />
      {of.owners.length > 1 && (
        <Ticks
          label={of.kind === 'company' ? 'Whose data: these companies’' : 'Whose data: these agencies’'}
          values={owners}
          onChange={setOwners}
          options={of.owners.map(({ id, name }) => [id, name] as const)}
        />
      )}
      {offered.some(({ writes }) => writes) && (
        <label class="tick">
          <input type="checkbox" checked={isReadOnly} onChange={() => setReadOnly(!isReadOnly)} />
          <span>Read only: it changes nothing</span>
        </label>
      )}
      <Ticks
        label="What it may use"
        hint={
          <>
            {plural(scopes.length, 'kind')} of data chosen.{' '}
            {isReadOnly
              ? 'It can read these and change nothing.'
              : 'It can read these, and write where it says so.'}
          </>
        }
        values={scopes}
        onChange={setChosen}
        options={open.map(
          ({ name, opens, writes }) => [name, <Opened name={name} {...{ opens, writes }} />] as const,
        )}
      />
      <Choice
        label="For how long"
        value={days}
        onChange={setDays}
        options={durations}
        hint="It can be ended at any time: under Overview, or by an operator on the key’s page. It ends with the key."
      />
      {error && <Wrong>{error}</Wrong>}
      <div class="actions">
        <button type="submit" class="main" disabled={busy || scopes.length === 0 || owners.length === 0}>
          {busy ? 'One moment …' : `Allow ${asked.client}`}
        </button>
      </div>
    </form>
  )
}

// Who operates this installation: tokens with their roles, sessions that are open, and what each of them changed.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../src/operator/answers.ts'
import { parameter, setParameters } from '../client/address.ts'
import { request } from '../client/http.ts'
import { isOwner, type Role } from '../client/session.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { usePages } from '../client/use-pages.ts'
import { Confirm, Dialog, Form, useAction } from '../components/dialog.tsx'
import { Choice, Filters, TextField } from '../components/form.tsx'
import { Empty, Page, Section, Show, Status } from '../components/layout.tsx'
import { More, Table } from '../components/table.tsx'
import { Code, plural, Secret, say, Time } from '../components/text.tsx'

type Token = OperatorAnswer<'GET /operator/tokens'>[number]
type OpenSession = OperatorAnswer<'GET /operator/sessions'>[number]
type Change = OperatorAnswer<'GET /operator/audit'>[number]

export function Access() {
  return (
    <Page title="Access" note="Who may operate this installation, and what they did.">
      {isOwner() && <Tokens />}
      {isOwner() && <Sessions />}
      <Changes />
    </Page>
  )
}

const roleWords: Record<Role, string> = {
  owner: 'owner: everything, with tokens and erasing people',
  operator: 'operator: everything but that',
  'read-only': 'read-only: looks, and sees nothing personal',
  matches: 'matches: decides about workers, and nothing else',
}

function Tokens() {
  const tokens = useLoaded('tokens', () => request('GET /operator/tokens'))
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Token>()
  const shown = (tokens.data ?? []).filter(token => !token.revoked)
  return (
    <Section title="Operator tokens" count={tokens.data && plural(shown.length, 'token')}>
      <div class="actions">
        <button type="button" onClick={() => setMaking(true)}>
          New token
        </button>
      </div>
      <Show loaded={tokens}>
        {() =>
          shown.length === 0 ? (
            <Empty>
              There is no token. One lets a person sign in here, or a script use the operator’s interface.
            </Empty>
          ) : (
            <Table
              label="Operator tokens"
              stacks
              rows={shown}
              keyOf={token => token.id}
              columns={[
                { head: 'Name', cell: token => token.name },
                { head: 'Token', reference: true, cell: token => token.hint },
                { head: 'Role', cell: token => token.role },
                { head: 'Made', time: true, value: token => token.createdAt },
                {
                  head: 'Act',
                  action: true,
                  cell: token => (
                    <button type="button" class="small" onClick={() => setEnding(token)}>
                      Revoke <span class="aloud">{token.name}</span>
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Show>
      {isMaking && <NewToken onClose={() => setMaking(false)} onMade={() => void tokens.reload()} />}
      {ending && (
        <Confirm
          title={`Revoke ${ending.name}`}
          action="Revoke"
          isFinal
          onClose={() => setEnding(undefined)}
          run={async () => {
            await request('POST /operator/tokens/{id}/revoke', { path: { id: ending.id } })
            await tokens.reload()
            say(`${ending.name} is revoked.`)
          }}
        >
          <p>
            Requests with <span class="ref">{ending.hint}</span> are refused from this moment, and sessions
            that were opened with it end.
          </p>
        </Confirm>
      )}
    </Section>
  )
}

function NewToken({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [secret, setSecret] = useState<string>()
  const [busy, error, submit] = useAction(async () => {
    setSecret((await request('POST /operator/tokens', { body: { name, role } })).secret)
    onMade()
  })
  if (secret)
    return (
      <Dialog title={`${name}: copy the token now`} onClose={onClose}>
        <Secret text={secret}>It signs in here, and opens the operator’s HTTP interface.</Secret>
        <Code
          label="Try it"
          text={`curl -s '${location.origin}/operator/status' \\\n  -H 'Authorization: Bearer ${secret}'`}
        />
        <div class="actions">
          <button type="button" class="main" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="New operator token" onClose={onClose}>
      <Form
        action="Make the token"
        onSubmit={submit}
        onCancel={onClose}
        error={error}
        isDisabled={busy || name.trim() === ''}
      >
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          required
          autoFocus
          placeholder="who or what uses it"
        />
        <Choice
          label="Role"
          value={role}
          onChange={value => setRole(value as Role)}
          options={Object.entries(roleWords)}
        />
      </Form>
    </Dialog>
  )
}

const ways: Record<OpenSession['via'], string> = {
  token: 'operator token',
  link: 'sign-in link',
  oidc: 'single sign-on',
  key: 'API key',
}

function Sessions() {
  const sessions = useLoaded('sessions', () => request('GET /operator/sessions'), { everyMs: 30_000 })
  const [ending, setEnding] = useState<OpenSession>()
  const open = (sessions.data ?? []).filter(({ state }) => state === 'open')
  return (
    <Section title="Open sessions" count={sessions.data && plural(open.length, 'session')}>
      <Show loaded={sessions}>
        {() => (
          <Table
            label="Open sessions"
            stacks
            rows={open}
            keyOf={one => one.id}
            columns={[
              { head: 'Who', cell: one => one.name },
              { head: 'Signed in by', cell: one => ways[one.via] },
              { head: 'Role', cell: one => one.role ?? 'key holder' },
              { head: 'Since', time: true, value: one => one.createdAt },
              { head: 'Last used', time: true, value: one => one.usedAt },
              { head: 'Ends', time: true, value: one => one.expiresAt },
              {
                head: 'Act',
                action: true,
                cell: one => (
                  <button type="button" class="small" onClick={() => setEnding(one)}>
                    End <span class="aloud">the session of {one.name}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </Show>
      {ending && (
        <Confirm
          title={`End the session of ${ending.name}`}
          action="End it"
          onClose={() => setEnding(undefined)}
          run={async () => {
            await request('POST /operator/sessions/{id}/revoke', { path: { id: ending.id } })
            await sessions.reload()
            say('The session has ended.')
          }}
        >
          <p>Its next request is refused. What opened it stays: a token or key can sign in again.</p>
        </Confirm>
      )}
    </Section>
  )
}

function Changes() {
  const [kind, subject] = [parameter('kind'), parameter('subject')]
  const changes = usePages(`audit ${kind} ${subject}`, {
    load: (after, signal) =>
      request('GET /operator/audit', { query: { kind, subject, limit: 50, after }, signal }),
  })
  const [shown, setShown] = useState<Change>()
  return (
    <Section title="Changes" count="who, what, before and after">
      <Filters>
        <Choice
          label="Of"
          value={kind}
          onChange={value => setParameters({ kind: value })}
          options={[['', 'everything'], ...Object.entries(kinds)]}
        />
        <TextField
          label="Id"
          value={subject}
          onInput={value => setParameters({ subject: value })}
          reference
          placeholder="any"
        />
      </Filters>
      <Show loaded={changes}>
        {all =>
          all.length === 0 ? (
            <Empty>
              Nothing was changed yet. What operators change here, by scripts or with ./muster, is listed.
            </Empty>
          ) : (
            <Table
              label="Changes"
              file="audit"
              stacks
              rows={all}
              keyOf={change => change.id}
              columns={[
                { head: 'When', time: true, value: change => change.at },
                { head: 'Who', value: change => `${change.name} (${change.via})` },
                {
                  head: 'What',
                  value: change => change.operation,
                  cell: change => <code>{change.operation}</code>,
                },
                {
                  head: 'Of',
                  reference: true,
                  value: ({ kind, subject }) =>
                    subject.startsWith(`${kind}:`) ? subject : `${kind} ${subject}`,
                },
                {
                  head: 'Act',
                  action: true,
                  cell: change => (
                    <button type="button" class="small" onClick={() => setShown(change)}>
                      Show <span class="aloud">what changed in {change.operation}</span>
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Show>
      <More onMore={changes.more} isLoading={changes.isLoadingMore} />
      {shown && <OneChange of={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

/** What audit rows are about, in words. */
const kinds: Record<Change['kind'], string> = {
  key: 'keys',
  webhook: 'webhooks',
  delivery: 'deliveries',
  match: 'matches',
  mark: 'marks on billing checks',
  scan: 'scans for pairs',
  person: 'people',
  search: 'searches for people',
  scrub: 'scrubs',
  load: 'loads',
  mapping: 'mappings',
  job: 'jobs',
  view: 'views',
  token: 'operator tokens',
  session: 'sessions',
  link: 'sign-in links',
}

function OneChange({ of, onClose }: { of: Change; onClose: () => void }) {
  const lines = differences(of.before, of.after)
  return (
    <Dialog title={of.operation} onClose={onClose} wide>
      <p>
        <Status is="ok">{of.name}</Status> by {of.via}, <Time at={of.at} />
        {of.requestId && (
          <>
            , request <span class="ref">{of.requestId}</span>
          </>
        )}
      </p>
      {lines.length === 0 ? (
        <Empty>Nothing of what is kept of it was different afterwards.</Empty>
      ) : (
        <Table
          label="What changed"
          stacks
          rows={lines}
          keyOf={line => line.name}
          columns={[
            { head: 'Property', reference: true, cell: line => line.name },
            { head: 'Before', cell: line => line.before },
            { head: 'After', cell: line => line.after },
          ]}
        />
      )}
      <div class="actions">
        <button type="button" class="main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

type Line = { name: string; before: string; after: string }

function differences(before: unknown, after: unknown): Line[] {
  const [one, other] = [asObject(before), asObject(after)]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names
    .map(name => ({ name, before: words(one[name]), after: words(other[name]) }))
    .filter(line => line.before !== line.after)
}

const asObject = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
const words = (value: unknown) =>
  value === undefined || value === null
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

// One API key: what it opens and did, whether a request would be let in, and rotating and revoking it.

import { useState } from 'preact/hooks'
import { daysAfter, today } from '../../../src/formats/day.ts'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import { Confirm, Dialog, useAction, Wrong } from '../../components/dialog.tsx'
import { Choice, overlapHours, TextField } from '../../components/form.tsx'
import { Bar, Empty, Facts, Page, Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { number, plural, Secret, say, Time } from '../../components/text.tsx'
import { isOpen, type Key, Snippets, stateKinds } from './api-key.tsx'
import { SignIns } from './sign-ins.tsx'

type Usage = OperatorAnswer<'GET /operator/keys/{id}/usage'>

type OpenDialog = 'rotate' | 'revoke' | undefined

export function OneKey({ id }: { id: string }) {
  const key = useLoaded(id, () => request('GET /operator/keys/{id}', { path: { id } }), { everyMs: 15_000 })
  const usage = useLoaded(`usage ${id}`, () =>
    request('GET /operator/keys/{id}/usage', { path: { id }, query: { days: 7 } }),
  )
  const [open, setOpen] = useState<OpenDialog>()
  const [fresh, setFresh] = useState<string>()
  const one = key.data
  const canChange = mayOperate() && one !== undefined && isOpen(one)
  return (
    <Page
      title={one ? one.name : 'Key'}
      note={
        <>
          <a href={href('/keys')}>All keys</a>
          {one && (
            <>
              {' '}
              · <span class="ref">{one.hint}</span> · {one.ownerNames.join(', ')}
            </>
          )}
        </>
      }
      actions={
        canChange && (
          <>
            {one.state === 'active' && one.parentId === null && (
              <button type="button" onClick={() => setOpen('rotate')}>
                Rotate
              </button>
            )}
            <button type="button" onClick={() => setOpen('revoke')}>
              Revoke
            </button>
          </>
        )
      }
    >
      <Show loaded={key}>{one => <KeyFacts of={one} />}</Show>
      {one?.parentId === null && <SignInsOf id={id} />}
      <Section title="Used" count="requests of the last 7 days">
        <Show loaded={usage}>{rows => <UsageTable rows={rows} />}</Show>
      </Section>
      {open === 'rotate' && one && (
        <Rotate
          of={one}
          onClose={() => setOpen(undefined)}
          onDone={secret => {
            setFresh(secret)
            void key.reload()
          }}
        />
      )}
      {open === 'revoke' && one && (
        <Revoke of={one} usage={usage} onClose={() => setOpen(undefined)} onDone={key.put} />
      )}
      {fresh && one && (
        <Dialog title={`The new secret of ${one.name}`} onClose={() => setFresh(undefined)} wide>
          <Secret text={fresh} />
          <Snippets secret={fresh} />
        </Dialog>
      )}
    </Page>
  )
}

const SignInsOf = ({ id }: { id: string }) => (
  <SignIns
    load={() => request('GET /operator/keys', { query: { parent: id } })}
    {...(mayOperate() && {
      revoke: (child: string) => request('POST /operator/keys/{id}/revoke', { path: { id: child } }),
    })}
  />
)

function KeyFacts({ of: one }: { of: Key }) {
  return (
    <>
      <Facts
        of={[
          ['State', <Status is={stateKinds[one.state]}>{one.state}</Status>],
          !!one.note && ['Why', one.note],
          one.parentId !== null && [
            'Signed in with',
            <a href={href(`/keys/${one.parentId}`)}>{one.parentName}</a>,
          ],
          ['Kind', one.kind],
          ['Last use', <Time at={one.lastUsedAt} />],
          ['Made', <Time at={one.createdAt} />],
          ['Expires', <Time at={one.expiresAt} />],
          ['Requests a minute', number(one.perMinute)],
          [
            'Today',
            <Bar share={one.usedToday / one.perDay}>
              {number(one.usedToday)} of {number(one.perDay)}
            </Bar>,
          ],
          ['Addresses', one.allowedIps.join(', ') || 'any'],
          !!one.description && ['Description', one.description],
          ...one.oldSecrets.map(
            old =>
              [
                `Old secret ${old.hint}`,
                <>
                  works until <Time at={old.until} />
                </>,
              ] as const,
          ),
        ]}
      />
      <Section title="Scopes" count={plural(one.scopes.length, 'scope')}>
        <p>
          {one.scopes.map((scope, at) => (
            <span key={scope}>
              {at > 0 && ', '}
              <code>{scope}</code>
            </span>
          ))}
        </p>
      </Section>
      <Explain id={one.id} />
    </>
  )
}

/** What whoever uses the key would miss. */
function LastDay({ rows }: { rows: Usage }) {
  const recent = rows.filter(({ day }) => day >= daysAfter(today(), -1))
  const sum = (of: Usage) => of.reduce((total, { requests }) => total + requests, 0)
  if (recent.length === 0) return <p>It has made no request since yesterday.</p>
  const operations = [...Map.groupBy(recent, ({ operation }) => operation)]
    .map(([operation, of]) => ({ operation, of }))
    .sort((one, other) => sum(other.of) - sum(one.of))
  return (
    <Table
      label="What it did since yesterday"
      rows={operations}
      keyOf={({ operation }) => operation}
      columns={[
        {
          head: 'What it did since yesterday',
          cell: ({ operation }) => <code>{operation || 'not found'}</code>,
        },
        {
          head: 'Requests',
          number: true,
          cell: ({ of }) => number(sum(of)),
        },
        {
          head: 'Today',
          number: true,
          cell: ({ of }) => number(sum(of.filter(({ day }) => day === today()))),
        },
      ]}
    />
  )
}

function UsageTable({ rows }: { rows: Usage }) {
  if (rows.length === 0) return <Empty>This key has not been used in the last 7 days.</Empty>
  return (
    <Table
      label="Requests by day, operation and outcome"
      stacks
      rows={rows}
      keyOf={row => `${row.day} ${row.operation} ${row.outcome}`}
      columns={[
        { head: 'Operation', cell: row => <code>{row.operation || 'not found'}</code> },
        { head: 'Outcome', long: true, cell: row => row.outcome },
        { head: 'Day', cell: row => row.day },
        { head: 'Requests', number: true, cell: row => number(row.requests) },
      ]}
    />
  )
}

type RevokeProps = {
  of: Key
  usage: LoadResult<Usage>
  onClose: () => void
  onDone: (key: Key) => void
}

function Revoke({ of: one, usage, onClose, onDone }: RevokeProps) {
  return (
    <Confirm
      title={`Revoke ${one.name}`}
      action="Revoke"
      isFinal
      onClose={onClose}
      run={async () => {
        onDone(await request('POST /operator/keys/{id}/revoke', { path: one }))
        say(`${one.name} is revoked.`)
      }}
    >
      <p>
        From this moment every request with <span class="ref">{one.hint}</span> is refused with 401, for good.
        It was last used: <Time at={one.lastUsedAt} />.
        {one.signIns > 0 && ` ${plural(one.signIns, 'sign-in')} with it end at the same moment.`}
      </p>
      <Show loaded={usage} rows={2}>
        {rows => <LastDay rows={rows} />}
      </Show>
    </Confirm>
  )
}

function Rotate({ of, onClose, onDone }: { of: Key; onClose: () => void; onDone: (secret: string) => void }) {
  const [hours, setHours] = useState('24')
  return (
    <Confirm
      title={`Rotate ${of.name}`}
      action="Make a new secret"
      onClose={onClose}
      run={async () => {
        const body = { overlapSeconds: Number(hours) * 3600 }
        const { secret } = await request('POST /operator/keys/{id}/rotate', { path: of, body })
        onDone(secret)
      }}
    >
      <p>
        A new secret works at once. The one in use, <span class="ref">{of.hint}</span>, goes on working for as
        long as you say, so that whoever uses it has time to change over.
        {of.signIns > 0 && ` ${plural(of.signIns, 'sign-in')} with this key end with it.`}
      </p>
      <Choice label="The old secret works for" value={hours} onChange={setHours} options={overlapHours} />
    </Confirm>
  )
}

type KeyExplanation = OperatorAnswer<'GET /operator/keys/{id}/explain'>

/** Whether this key would be let in, by the server's own rules in their order. */
function Explain({ id }: { id: string }) {
  const [method, setMethod] = useState('GET')
  const [path, setPath] = useState('/timesheets?limit=1')
  const [answer, setAnswer] = useState<KeyExplanation>()
  const [busy, error, ask] = useAction(async () => {
    setAnswer(await request('GET /operator/keys/{id}/explain', { path: { id }, query: { method, path } }))
  })
  return (
    <Section title="Explain" count="nothing is counted or changed">
      <form
        class="filters"
        onSubmit={event => {
          event.preventDefault()
          void ask()
        }}
      >
        <Choice
          label="Method"
          value={method}
          onChange={setMethod}
          options={[
            ['GET', 'GET'],
            ['POST', 'POST'],
          ]}
        />
        <TextField label="Path" value={path} onInput={setPath} reference />
        <div class="field">
          <button type="submit" disabled={busy}>
            Would it be allowed?
          </button>
        </div>
      </form>
      {error && <Wrong>{error}</Wrong>}
      {answer && (
        <ol class="rules" aria-live="polite">
          {answer.passed.map(({ rule, fact }) => (
            <li key={rule}>
              <Status is="ok">{rule}</Status> {fact}
            </li>
          ))}
          {!answer.allowed && (
            <li>
              <Status is="alert">{answer.rule ?? 'refused'}</Status>
              <span>
                {answer.status} <code>{answer.code}</code>: {answer.message}
              </span>
            </li>
          )}
        </ol>
      )}
    </Section>
  )
}

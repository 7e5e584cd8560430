// The assistants that somebody signed in with a key: what each may do, since when, and ending one.
import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { plural, say, Time } from '../../components/text.tsx'
import { isOpen, stateKinds } from './api-key.tsx'

type SignIn = OperatorAnswer<'GET /own/sign-ins'>[number]

type Props = {
  load: () => Promise<SignIn[]>
  /** Where whoever looks may end one. */
  revoke?: (id: string) => Promise<unknown>
}

/** Nothing is shown of a key that nobody signed in with. */
export function SignIns({ load, revoke }: Props) {
  const found = useLoaded('sign-ins', load, { everyMs: 15_000 })
  const [ending, setEnding] = useState<SignIn>()
  if (found.data?.length === 0) return null
  return (
    <Section title="Sign-ins" count="assistants that somebody signed in with this key">
      <Show loaded={found} rows={2}>
        {rows => (
          <Table
            label="Sign-ins with this key"
            stacks
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Assistant',
                cell: ({ name, description }) => <Named name={name} note={description} />,
              },
              {
                head: 'May use',
                cell: ({ scopes }) => <ScopeList scopes={scopes} />,
              },
              { head: 'For', cell: ({ ownerNames }) => ownerNames.join(', ') },
              { head: 'State', cell: ({ state }) => <Status is={stateKinds[state]}>{state}</Status> },
              { head: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { head: 'Last use', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
              { head: 'Until', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
              {
                head: 'End it',
                cell: one =>
                  revoke && isOpen(one) ? (
                    <button type="button" onClick={() => setEnding(one)}>
                      Revoke <span class="aloud">{one.name}</span>
                    </button>
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </Show>
      {ending && revoke && (
        <Confirm
          title={`Revoke the sign-in of ${ending.name}`}
          action="Revoke"
          isFinal
          onClose={() => setEnding(undefined)}
          run={async () => {
            await revoke(ending.id)
            say(`${ending.name} is signed out.`)
            await found.reload()
          }}
        >
          <p>
            From this moment every request of {ending.name} is refused. The key itself and its other sign-ins
            go on. It was last used: <Time at={ending.lastUsedAt} />.
          </p>
        </Confirm>
      )}
    </Section>
  )
}

const ScopeList = ({ scopes }: { scopes: readonly string[] }) => (
  <details>
    <summary>{plural(scopes.length, 'scope')}</summary>
    {scopes.map(scope => (
      <div key={scope}>
        <code>{scope}</code>
      </div>
    ))}
  </details>
)

const Named = ({ name, note }: { name: string; note: string | null }) => (
  <>
    {name}
    {note && (
      <>
        {' '}
        <span class="ref">{note}</span>
      </>
    )}
  </>
)

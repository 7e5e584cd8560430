// Mappings that were saved: which there are, every version of one with who saved it and what was changed, and going back to a
// former one.
import { useState } from 'preact/hooks'
import { go, href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Confirm, useAction, Wrong } from '../../components/dialog.tsx'
import { Choice } from '../../components/form.tsx'
import { Empty, Page, Section, Show } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { Code, number, say, Time } from '../../components/text.tsx'

export function SavedMappings() {
  const mappings = useLoaded('mappings', signal => request('GET /operator/mappings', { signal }), {
    everyMs: 30_000,
  })
  return (
    <Section title="Mappings" count={mappings.data && number(mappings.data.length)}>
      <Show loaded={mappings} rows={2}>
        {all =>
          all.length === 0 ? (
            <Empty>
              None was saved yet. Drop a table above: the mapping that is proposed for it can be saved under a
              name, and a nightly job reads it with ./muster load --mapping NAME.
            </Empty>
          ) : (
            <Table
              label="Mappings"
              stacks
              rows={all}
              keyOf={({ name }) => name}
              columns={[
                { head: 'Mapping', cell: ({ name }) => <a href={href(`/loads/mappings/${name}`)}>{name}</a> },
                { head: 'Version', number: true, cell: ({ version }) => number(version) },
                { head: 'Saved by', cell: ({ who }) => who },
                { head: 'Saved', cell: ({ at }) => <Time at={at} /> },
              ]}
            />
          )
        }
      </Show>
    </Section>
  )
}

export function OneMapping({ name }: { name: string }) {
  const versions = useLoaded(`versions ${name}`, signal =>
    request('GET /operator/mappings/{id}/versions', { path: { id: name }, signal }),
  )
  const [isRemoving, setRemoving] = useState(false)
  const last = versions.data?.[0]
  const isThere = last !== undefined && last.text !== ''
  return (
    <Page
      title={name}
      note={
        <>
          <a href={href('/loads')}>All loads</a> · a mapping; <code>./muster load --mapping {name} FILE</code>{' '}
          reads tables by its last version
        </>
      }
      actions={
        isThere &&
        mayOperate() && (
          <button type="button" onClick={() => setRemoving(true)}>
            Remove
          </button>
        )
      }
    >
      <Show loaded={versions}>
        {all =>
          all.length === 0 ? (
            <Empty>There is no mapping of this name.</Empty>
          ) : (
            <Versions name={name} all={all} onSaved={() => void versions.reload()} />
          )
        }
      </Show>
      {isRemoving && (
        <Confirm
          title={`Remove ${name}`}
          action="Remove it"
          onClose={() => setRemoving(false)}
          run={async () => {
            await request('DELETE /operator/mappings/{id}', { path: { id: name } })
            say(`${name} is removed.`)
            go('/loads')
          }}
        >
          <p>
            Jobs that read tables by it fail from now on. Its versions stay here, and saving one of them
            brings it back.
          </p>
        </Confirm>
      )}
    </Page>
  )
}

type Version = { version: number; who: string; at: string; text: string }
type VersionsProps = { name: string; all: readonly Version[]; onSaved: () => void }

function Versions({ name, all, onSaved }: VersionsProps) {
  const [shown, setShown] = useState<number>()
  const [last] = all
  const current = all.find(({ version }) => version === shown) ?? all.find(({ text }) => text !== '') ?? last!
  const [busy, error, save] = useAction(async () => {
    const after = last!.text === '' ? 0 : last!.version
    await request('POST /operator/mappings/{id}', {
      path: { id: name },
      body: { text: current.text, after },
    })
    say(`Version ${current.version} is in use again, as version ${last!.version + 1}.`)
    setShown(undefined)
    onSaved()
  })
  return (
    <>
      <Section title="Versions" count={number(all.length)}>
        <Table
          label="Versions"
          rows={all}
          keyOf={({ version }) => version}
          current={({ version }) => version === current.version}
          columns={[
            {
              head: 'Version',
              cell: ({ version, text }) =>
                text === '' ? (
                  <>{version} removed</>
                ) : (
                  <button type="button" class="link" onClick={() => setShown(version)}>
                    {version}
                  </button>
                ),
            },
            { head: 'Saved by', cell: ({ who }) => who },
            { head: 'Saved', cell: ({ at }) => <Time at={at} /> },
          ]}
        />
      </Section>
      <Section title={`Version ${current.version}`}>
        <Changes name={name} all={all} of={current} />
        <Code text={current.text} label="YAML, as ./muster load --map takes it" />
        {current !== last && mayOperate() && (
          <button type="button" disabled={busy} onClick={() => void save()}>
            Go back to version {current.version}, as version {last!.version + 1}
          </button>
        )}
        {error && <Wrong>{error}</Wrong>}
      </Section>
    </>
  )
}

/** What it says differently from another version: from the one before unless another is chosen. */
function Changes({ name, all, of }: Omit<VersionsProps, 'onSaved'> & { of: Version }) {
  const before = all.find(({ version }) => version < of.version)?.version ?? 0
  const [chosen, setChosen] = useState<{ of: number; from: number }>()
  const from = chosen?.of === of.version ? chosen.from : before
  const changes = useLoaded(`changes ${name} ${from} ${of.version}`, signal =>
    request('GET /operator/mappings/{id}/changes', {
      path: { id: name },
      query: { from: String(from), to: String(of.version) },
      signal,
    }),
  )
  const others = all.filter(({ version }) => version !== of.version)
  if (others.length === 0) return <p class="muted">The first version: nothing was before it.</p>
  return (
    <>
      <Choice
        label="Compared with"
        value={String(from)}
        onChange={version => setChosen({ of: of.version, from: Number(version) })}
        options={[
          ...(before === 0 ? [['0', 'nothing: it is the first that is kept'] as [string, string]] : []),
          ...others.map(({ version, who, text }): [string, string] => [
            String(version),
            `version ${version}, ${text === '' ? 'removed' : 'saved'} by ${who}`,
          ]),
        ]}
      />
      <Show loaded={changes} rows={2}>
        {({ changes: found }) =>
          found.length === 0 ? (
            <Empty>They say the same.</Empty>
          ) : (
            <Table
              label={`What version ${of.version} says differently`}
              stacks
              rows={found}
              keyOf={({ path }) => path}
              columns={[
                { head: 'Where', reference: true, cell: ({ path }) => path },
                { head: from === 0 ? 'Before' : `Version ${from}`, cell: one => <Said text={one.before} /> },
                { head: `Version ${of.version}`, cell: one => <Said text={one.after} /> },
              ]}
            />
          )
        }
      </Show>
    </>
  )
}

const Said = ({ text }: { text: string | null }) =>
  text === null ? <span class="muted">nothing</span> : <code>{text}</code>

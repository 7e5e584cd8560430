// One record: as a person reads it and as JSON, who can see it and why, and how it has changed.

import type { ComponentChildren } from 'preact'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href, parameter, setParameters } from '../../client/address.ts'
import type { List } from '../../client/api-lists.ts'
import { ApiError, get, query, request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice, Filters } from '../../components/form.tsx'
import { hrefAs, mayCall, type View } from '../../components/key-view.tsx'
import { Empty, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { MoneyNames, wordsOf } from '../../components/record-value.tsx'
import { Table } from '../../components/table.tsx'
import { Code, plural, Time } from '../../components/text.tsx'
import { type Links, Parts, type Row } from './values.tsx'

type Props = { view: View; lists: readonly List[]; list?: List; chooser: ComponentChildren; id: string }

const useRecord = (path: Parameters<typeof get>[0]) =>
  useLoaded(
    path,
    async signal => {
      const answer = await get<Row | Row[]>(path, signal)
      const found = Array.isArray(answer) ? answer[0] : answer
      if (!found) throw new ApiError(404, 'NOT_FOUND', 'This key sees no such record')
      return found
    },
    { keeps: true },
  )

/** Of no list where it is a company, which is read by itself. */
export function OneRecord({ view, lists, list, chooser, id }: Props) {
  const within = parameter('within')
  const options = list?.one?.parameters.filter(({ schema }) => schema.type === 'boolean') ?? []
  const given = Object.fromEntries(options.map(({ name }) => [name, parameter(name)]))
  const path = list
    ? list.one
      ? `${list.one.path.replace('{id}', encodeURIComponent(id))}${query(given)}`
      : `${list.path.replace('{id}', encodeURIComponent(within))}${query({ id })}`
    : `/companies/${encodeURIComponent(id)}${query({ includeConfig: parameter('includeConfig') })}`
  const record = useRecord(`${view.base}${path}`)
  const isJson = parameter('view') === 'json'
  const one = record.data
  const title = one ? String(one.reference ?? one.name ?? one.id) : 'Record'
  return (
    <Page
      title={title}
      note={
        <>
          <a href={hrefAs(view, `/records/${list?.name ?? ''}`, { within: within || undefined })}>
            {list ? `All ${list.title.toLowerCase()}` : 'All records'}
          </a>
          {one?.name && one.name !== title ? <> · {String(one.name)}</> : null}
          {one?.id ? (
            <>
              {' '}
              · <span class="ref">{String(one.id)}</span>
            </>
          ) : null}
        </>
      }
      actions={
        <button
          type="button"
          aria-pressed={isJson}
          onClick={() => setParameters({ view: isJson ? '' : 'json' })}
        >
          {isJson ? 'As a person reads it' : 'As JSON'}
        </button>
      }
    >
      {(options.length > 0 || chooser) && (
        <Filters>
          {chooser}
          {options.map(({ name }) => (
            <PartChoice key={name} name={name} />
          ))}
        </Filters>
      )}
      <Show loaded={record} rows={10}>
        {value =>
          isJson ? (
            <Code label={`GET ${path}`} text={JSON.stringify(value, null, 2)} />
          ) : (
            <MoneyNames.Provider value={list?.moneyNames ?? new Set()}>
              <Parts value={withoutId(value)} links={linksFor(view, lists, list)} />
            </MoneyNames.Provider>
          )
        }
      </Show>
      {view.keyId && one && <About list={list} id={String(one.id ?? id)} />}
    </Page>
  )
}

/** Whether a part of the record is shown. */
function PartChoice({ name }: { name: string }) {
  return (
    <Choice
      label={wordsOf(name.replace(/^include/, ''))}
      value={parameter(name)}
      onChange={value => setParameters({ [name]: value })}
      options={[
        ['', 'left out'],
        ['true', 'shown'],
      ]}
    />
  )
}

/** It stands under the heading already. */
const withoutId = ({ id: _, ...rest }: Row): Row => rest

/** Names under which records of another list are mentioned. */
const aliases: Record<string, string> = {
  replacedBy: 'assignments',
  replacementFor: 'assignments',
  original: 'assignments',
  purchaseOrder: 'purchase-orders',
  creditNote: 'credit-notes',
  masterTrade: 'master-trades',
}

function linksFor(view: View, lists: readonly List[], here: List | undefined): Links {
  return (name, id) => {
    if (name === 'company')
      return mayCall(view, 'GET /companies/{id}') ? hrefAs(view, `/records/companies/${id}`) : undefined
    const wanted = aliases[name] ?? (name.endsWith('s') ? name : `${name}s`)
    const list = lists.find(one => one.name === wanted && one.hasIds && !one.within)
    return list && list !== here ? hrefAs(view, `/records/${list.name}/${encodeURIComponent(id)}`) : undefined
  }
}

function About({ list, id }: { list: List | undefined; id: string }) {
  const types = useLoaded('record types', () => request('GET /operator/record-types'))
  const type = types.data?.find(one =>
    list ? one.listPath === list.path || one.getPath === list.one?.path : one.getPath === '/companies/{id}',
  )?.type
  return (
    <>
      <Viewers type={type} id={id} isKnown={types.data !== undefined} />
      <History type={type} id={id} />
    </>
  )
}

type Named = { id: string; name: string }
type Seer = Seers['viewers'][number]
type Seers = OperatorAnswer<'GET /operator/records/{type}/{id}/viewers'>

const shownWords = {
  no: 'never',
  own: 'only their own entries',
  fetched: 'where the key could fetch what is named',
}

function Viewers({ type, id, isKnown }: { type: string | undefined; id: string; isKnown: boolean }) {
  const seers = useLoaded(type && `viewers of ${type} ${id}`, signal =>
    request('GET /operator/records/{type}/{id}/viewers', { path: { type: type!, id }, signal }),
  )
  return (
    <Section title="Who can see it" count={seers.data && plural(seers.data.viewers.length, 'organisation')}>
      {isKnown && !type ? (
        <Empty>Who can see it is told for records that can be loaded.</Empty>
      ) : (
        <Show loaded={seers} rows={3}>
          {({ viewers, everyone, hidden }) => (
            <>
              {everyone && <p>Everybody with the scope can see it.</p>}
              {viewers.length === 0 && !everyone && <Empty>Nobody that has a key can see it.</Empty>}
              {viewers.length > 0 && (
                <Table
                  label="Who can see it"
                  stacks
                  rows={viewers}
                  keyOf={({ kind, id }) => `${kind} ${id}`}
                  columns={[
                    { head: 'Who', cell: one => <Names of={[one]} /> },
                    { head: 'Kind', cell: ({ kind }) => kind },
                    { head: 'Why', long: true, cell: one => <Why of={one} /> },
                    { head: 'With which keys', long: true, cell: ({ keys }) => <Keyed keys={keys} /> },
                  ]}
                />
              )}
              {(['company', 'agency'] as const).map(
                kind =>
                  hidden[kind].length > 0 && (
                    <p key={kind} class="muted">
                      {kind === 'company' ? 'Companies' : 'Agencies'} see{' '}
                      {hidden[kind].map(({ field, shown }, at) => (
                        <span key={field}>
                          {at > 0 && '; '}
                          <code>{field}</code> {shownWords[shown]}
                        </span>
                      ))}
                      .
                    </p>
                  ),
              )}
            </>
          )}
        </Show>
      )}
    </Section>
  )
}

/** Each by its name, with its id in small; the id alone of whom nothing is known any more. */
function Names({ of }: { of: readonly Named[] }) {
  return of.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      {name !== id && `${name} `}
      <span class="ref id">{id}</span>
    </span>
  ))
}

function Why({ of: { text, through } }: { of: Seer }) {
  if (through.length === 0) return <>{text}</>
  return (
    <>
      {text}: <Names of={through} />
    </>
  )
}

function Keyed({ keys }: { keys: Seer['keys'] }) {
  if (keys.length === 0) return <span class="muted">has no key</span>
  return (
    <ul class="plain">
      {keys.map(({ id, name, hint, sees, text }) => (
        <li key={id}>
          <Status is={sees ? 'ok' : 'off'}>{sees ? 'sees it' : 'does not'}</Status>{' '}
          <a href={href(`/keys/${id}`)}>
            {name} <span class="ref">{hint}</span>
          </a>
          {text && <span class="muted"> {text}</span>}
        </li>
      ))}
    </ul>
  )
}

type Changes = OperatorAnswer<'GET /operator/records/{type}/{id}/history'>

const changeWords: Record<Changes['changes'][number]['what'], [StatusKind, string]> = {
  upserted: ['ok', 'created or changed'],
  deleted: ['off', 'deleted'],
  out_of_scope: ['off', 'no longer theirs to see'],
}

function History({ type, id }: { type: string | undefined; id: string }) {
  const history = useLoaded(type && `history of ${type} ${id}`, signal =>
    request('GET /operator/records/{type}/{id}/history', { path: { type: type!, id }, signal }),
  )
  if (!type) return null
  return (
    <>
      <Section title="History" count={history.data && plural(history.data.changes.length, 'change')}>
        <Show loaded={history} rows={3}>
          {({ changes }) =>
            changes.length === 0 ? (
              <Empty>No change of it is in the feed any more.</Empty>
            ) : (
              <Table
                label="Changes, newest first"
                stacks
                rows={changes}
                keyOf={({ version, what }) => `${version} ${what}`}
                columns={[
                  { head: 'At (UTC)', cell: ({ at }) => <Time at={at} /> },
                  {
                    head: 'What',
                    cell: ({ what }) => <Status is={changeWords[what][0]}>{changeWords[what][1]}</Status>,
                  },
                  {
                    head: 'Heard by',
                    long: true,
                    cell: ({ owners }) => (owners.length > 0 ? <Names of={owners} /> : '–'),
                  },
                  { head: 'Version', reference: true, cell: ({ version }) => version },
                ]}
              />
            )
          }
        </Show>
      </Section>
      {history.data?.reads && (
        <Section title="Read" count={plural(history.data.reads.length, 'time')}>
          {history.data.reads.length === 0 ? (
            <Empty>Nobody has read it within the time that readings are kept.</Empty>
          ) : (
            <Table
              label="Readings, newest first"
              stacks
              rows={history.data.reads}
              keyOf={({ at, keyId, operation }) => `${at} ${keyId} ${operation}`}
              columns={[
                { head: 'At (UTC)', cell: ({ at }) => <Time at={at} /> },
                {
                  head: 'Key',
                  cell: ({ keyId, keyName, owner }) =>
                    owner === 'operator' ? keyName : <a href={href(`/keys/${keyId}`)}>{keyName ?? keyId}</a>,
                },
                {
                  head: 'Of',
                  cell: ({ owners, owner }) => (owners.length > 0 ? <Names of={owners} /> : owner),
                },
                { head: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
              ]}
            />
          )}
        </Section>
      )}
    </>
  )
}

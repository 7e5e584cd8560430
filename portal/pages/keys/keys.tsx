// All API keys: who holds one, how it stands and what it used today; and making one.
import { useState } from 'preact/hooks'
import { address, href, parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice, Filters, TextField } from '../../components/form.tsx'
import { Bar, Page, Show, Status } from '../../components/layout.tsx'
import { type FileColumn, FilteredTable } from '../../components/table.tsx'
import { number } from '../../components/text.tsx'
import { isOpen, type Key, stateKinds } from './api-key.tsx'
import { OneKey } from './key.tsx'
import { NewKey } from './new-key.tsx'

export function Keys() {
  const id = address.value.path.split('/')[2]
  return id ? <OneKey key={id} id={id} /> : <AllKeys />
}

const usedToday = ({ usedToday, perDay }: Key) => `${number(usedToday)} of ${number(perDay)}`

const columns: readonly FileColumn<Key>[] = [
  {
    head: 'Key',
    value: key => `${key.name} ${key.hint}`,
    cell: key => (
      <a href={href(`/keys/${key.id}`)}>
        {key.name} <span class="ref">{key.hint}</span>
      </a>
    ),
  },
  { head: 'For', value: key => key.ownerNames.join(', ') },
  {
    head: 'State',
    value: key => key.state,
    cell: key => <Status is={stateKinds[key.state]}>{key.state}</Status>,
  },
  { head: 'Scopes', number: true, value: key => key.scopes.length },
  {
    head: 'Today against its limit',
    value: usedToday,
    cell: key => <Bar share={key.usedToday / key.perDay}>{usedToday(key)}</Bar>,
  },
  { head: 'Last use', time: true, value: key => key.lastUsedAt },
  { head: 'Expires', time: true, value: key => key.expiresAt },
]

function AllKeys() {
  const keys = useLoaded('keys', () => request('GET /operator/keys'), { everyMs: 15_000 })
  const [isMaking, setMaking] = useState(false)
  const state = parameter('state') || 'active'
  const words = parameter('query').toLowerCase()
  const isShown = (key: Key) =>
    (state === 'all' || key.state === state || (state === 'active' && isOpen(key))) &&
    [key.name, key.hint, ...key.ownerNames].some(text => text.toLowerCase().includes(words))
  return (
    <Page
      title="Keys"
      note="Each opens the API to one company or agency, and to nothing of the others."
      actions={
        mayOperate() && (
          <button type="button" class="main" onClick={() => setMaking(true)}>
            New key
          </button>
        )
      }
    >
      <Filters>
        <TextField
          label="Find"
          type="search"
          value={parameter('query')}
          onInput={query => setParameters({ query })}
          placeholder="name, owner or last characters"
        />
        <Choice
          label="State"
          value={state}
          onChange={chosen => setParameters({ state: chosen === 'active' ? '' : chosen })}
          options={[
            ['active', 'active'],
            ['ownerless', 'ownerless'],
            ['expired', 'expired'],
            ['revoked', 'revoked'],
            ['all', 'all'],
          ]}
        />
      </Filters>
      <Show loaded={keys}>
        {all => (
          <FilteredTable
            title="Keys"
            file="keys"
            label="API keys"
            all={all.filter(({ parentId }) => parentId === null)}
            isShown={isShown}
            none="There is no key yet. The first one is made with New key, or with ./muster keys create."
            noneLeft="No key is like this. Other states may have some."
            columns={columns}
          />
        )}
      </Show>
      {isMaking && <NewKey onClose={() => setMaking(false)} onMade={() => void keys.reload()} />}
    </Page>
  )
}

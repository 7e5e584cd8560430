// Webhooks: all endpoints and how they stand. An operator sees everybody's, the holder of a key its own.
import { useState } from 'preact/hooks'
import { address, href, parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice, Filters, TextField } from '../../components/form.tsx'
import { Page, Show } from '../../components/layout.tsx'
import { type FileColumn, FilteredTable } from '../../components/table.tsx'
import { Count, number } from '../../components/text.tsx'
import { AllDeliveries, OneDelivery } from './deliveries.tsx'
import { type Endpoint, EndpointState, ownersWords, stateWords, webhookBase } from './endpoint.tsx'
import { SignatureDoctor } from './signature.tsx'
import { OneWebhook } from './webhook.tsx'
import { NewWebhook } from './webhook-forms.tsx'

export function Webhooks() {
  const [, , id, delivery] = address.value.path.split('/')
  if (id === 'signature') return <SignatureDoctor />
  if (id === 'deliveries' && webhookBase() === '/operator') return <AllDeliveries />
  if (id && delivery) return <OneDelivery key={delivery} webhook={id} id={delivery} />
  return id ? <OneWebhook key={id} id={id} /> : <AllWebhooks />
}

const isFailing = (one: Endpoint) => one.state === 'active' && one.failingSince !== null

const addressOf = ({ url }: Endpoint) => url.replace(/^https:\/\//, '')

const columns: readonly FileColumn<Endpoint>[] = [
  {
    head: 'Address',
    value: addressOf,
    cell: one => (
      <a class="address" href={href(`/webhooks/${one.id}`)}>
        {addressOf(one)}
      </a>
    ),
  },
  { head: 'For', value: ownersWords },
  { head: 'State', value: stateWords, cell: one => <EndpointState of={one} /> },
  {
    head: 'Events',
    value: one => (one.types.includes('*') ? 'all' : number(one.types.length)),
  },
  ...(['waiting', 'delivered', 'exhausted'] as const).map(state => ({
    head: { waiting: 'Waiting', delivered: 'Delivered', exhausted: 'Given up' }[state],
    number: true,
    value: ({ deliveries }: Endpoint) => deliveries[state],
    cell: ({ id, deliveries }: Endpoint) => (
      <Count of={deliveries[state]} link={href(`/webhooks/${id}?state=${state}`)} />
    ),
  })),
  { head: 'Last success', time: true, value: one => one.lastSuccessAt },
]

const isIn = (one: Endpoint, state: string) =>
  state === '' || (state === 'failing' ? isFailing(one) : one.state === state)

const says = ({ url, description, ownerNames }: Endpoint, words: string) =>
  [url, description ?? '', ...(ownerNames ?? [])].some(text => text.toLowerCase().includes(words))

function AllWebhooks() {
  const base = webhookBase()
  const endpoints = useLoaded('webhooks', signal => request(`GET ${base}/webhooks`, { signal }), {
    everyMs: 10_000,
  })
  const [isAdding, setAdding] = useState(false)
  const state = parameter('state')
  const words = parameter('query').toLowerCase()
  return (
    <Page
      title="Webhooks"
      note="Addresses that are told of changes as they happen. What an endpoint does not take is tried again for three days."
      actions={
        <>
          <a class="button" href={href('/webhooks/signature')}>
            Check a signature
          </a>
          {mayOperate() && (
            <button type="button" class="main" onClick={() => setAdding(true)}>
              New endpoint
            </button>
          )}
        </>
      }
    >
      <Filters>
        <TextField
          label="Find"
          type="search"
          value={parameter('query')}
          onInput={query => setParameters({ query })}
          placeholder="address, owner or description"
        />
        <Choice
          label="State"
          value={state}
          onChange={chosen => setParameters({ state: chosen })}
          options={[
            ['', 'all'],
            ['active', 'active'],
            ['failing', 'failing'],
            ['disabled', 'disabled'],
          ]}
        />
      </Filters>
      <Show loaded={endpoints}>
        {all => (
          <FilteredTable
            title="Endpoints"
            file="webhook-endpoints"
            label="Webhook endpoints"
            all={all}
            isShown={one => isIn(one, state) && says(one, words)}
            none={
              base === '/own'
                ? 'You have no endpoint. The operator registers one for you.'
                : 'There is no endpoint yet. The first one is registered with New endpoint, or with ./muster webhooks add.'
            }
            noneLeft="No endpoint is like this."
            columns={columns}
          />
        )}
      </Show>
      {isAdding && <NewWebhook onClose={() => setAdding(false)} onMade={() => void endpoints.reload()} />}
    </Page>
  )
}

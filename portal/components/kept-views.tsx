// Views under a name: the page with its filters and columns, kept on the server for the key or the role that is signed in.
import { useState } from 'preact/hooks'
import { address, href } from '../client/address.ts'
import { request } from '../client/http.ts'
import { mayOperate, session } from '../client/session.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { Dialog, useAction, Wrong } from './dialog.tsx'
import { TextField } from './form.tsx'
import { Empty, Show } from './layout.tsx'
import { say } from './text.tsx'

/** Not for operators who may only look. */
export function KeptViews() {
  const [isOpen, setOpen] = useState(false)
  if (session.value?.kind === 'operator' && !mayOperate()) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Views
      </button>
      {isOpen && <ViewDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewDialog({ onClose }: { onClose: () => void }) {
  const who = session.value
  const base = who?.kind === 'operator' ? '/operator' : '/own'
  const views = useLoaded('kept views', signal => request(`GET ${base}/views`, { signal }))
  const [name, setName] = useState('')
  const [busy, error, keep] = useAction(async () => {
    const { path, search } = address.value
    const kept = await request(`POST ${base}/views`, { body: { name, address: `${path}${search}` } })
    say(`“${kept.name}” is kept.`)
    setName('')
    await views.reload()
  })
  const [, notRemoved, remove] = useAction(async (id: string) => {
    await request(`DELETE ${base}/views/{id}`, { path: { id } })
    await views.reload()
  })
  const forWhom = who?.kind === 'operator' ? `everybody with the role ${who.role}` : 'this key'
  return (
    <Dialog title="Views" onClose={onClose}>
      <Show loaded={views} rows={2}>
        {all =>
          all.length === 0 ? (
            <Empty>
              No view is kept for {forWhom} yet. Set the filters of a page, and give it a name here.
            </Empty>
          ) : (
            <ViewList views={all} onOpen={onClose} onRemove={id => void remove(id)} />
          )
        }
      </Show>
      <form
        onSubmit={event => {
          event.preventDefault()
          void keep()
        }}
      >
        <TextField
          label="Keep this page as"
          value={name}
          onInput={setName}
          required
          hint={`With its filters and columns, for ${forWhom}. Words that were searched for are not kept.`}
        />
        {(error ?? notRemoved) && <Wrong>{error ?? notRemoved}</Wrong>}
        <div class="actions">
          <button type="submit" class="main" disabled={busy || name.trim() === ''}>
            Keep
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type ViewListProps = {
  views: readonly { id: string; name: string; address: string }[]
  onOpen: () => void
  onRemove: (id: string) => void
}

function ViewList({ views, onOpen, onRemove }: ViewListProps) {
  return (
    <ul class="picked">
      {views.map(({ id, name, address }) => (
        <li key={id}>
          <a href={href(address)} onClick={onOpen}>
            {name}
          </a>{' '}
          <button type="button" class="small" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  )
}

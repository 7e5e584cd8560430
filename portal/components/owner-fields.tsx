// Choosing whom something is for: companies or agencies, found by a part of their names.
import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../src/operator/answers.ts'
import { request } from '../client/http.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { Wrong } from './dialog.tsx'
import { Choice, TextField } from './form.tsx'

type Owner = OperatorAnswer<'GET /operator/owners'>[number]
type Kind = Owner['kind']

type OwnerProps = {
  kind: Kind
  owners: readonly Owner[]
  onKind: (kind: Kind) => void
  onOwners: (owners: Owner[]) => void
}

/** Whom something is for: companies, or agencies. */
export function OwnerFields({ kind, owners, onKind, onOwners }: OwnerProps) {
  return (
    <>
      <Choice
        label="For a"
        value={kind}
        onChange={value => {
          onKind(value as Kind)
          onOwners([])
        }}
        options={[
          ['company', 'company'],
          ['agency', 'agency'],
        ]}
      />
      <OwnerPicker key={kind} kind={kind} chosen={owners} onChange={onOwners} />
    </>
  )
}

type PickerProps = { kind: Kind; chosen: readonly Owner[]; onChange: (owners: Owner[]) => void }

/** Companies or agencies, found by a part of their names. */
export function OwnerPicker({ kind, chosen, onChange }: PickerProps) {
  const [words, setWords] = useState('')
  const found = useLoaded(`${kind} ${words}`, signal =>
    request('GET /operator/owners', { query: { kind, query: words, limit: 8 }, signal }),
  )
  const rest = (found.data ?? []).filter(owner => !chosen.some(one => one.id === owner.id))
  return (
    <fieldset>
      <legend>{kind === 'company' ? 'Companies' : 'Agencies'}</legend>
      {chosen.length > 0 && (
        <ul class="picked">
          {chosen.map(owner => (
            <li key={owner.id}>
              {owner.name}{' '}
              <button
                type="button"
                class="small"
                aria-label={`Leave out ${owner.name}`}
                onClick={() => onChange(chosen.filter(one => one !== owner))}
              >
                Leave out
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={`Find ${kind === 'company' ? 'companies' : 'agencies'}`}
        type="search"
        value={words}
        onInput={setWords}
        placeholder="part of the name"
      />
      <ul class="picked">
        {rest.map(owner => (
          <li key={owner.id}>
            {owner.name}{' '}
            <button
              type="button"
              class="small"
              aria-label={`Choose ${owner.name}`}
              onClick={() => onChange([...chosen, owner])}
            >
              Choose
            </button>
          </li>
        ))}
      </ul>
      {found.error && <Wrong>{found.error.message}</Wrong>}
      {found.data?.length === 0 && <p class="hint">Nobody of this name is loaded.</p>}
    </fieldset>
  )
}

// Whose view of the API is shown: that of the key that signed in, or, to operators, that of a key they choose.
import type { ComponentChildren } from 'preact'
import { href, parameter, setParameters } from './address.ts'
import { Choice } from './components/form.tsx'
import { Empty, Show } from './components/layout.tsx'
import { type ApiPath, get, query, request } from './http.ts'
import { session } from './session.ts'
import { useLoaded } from './use-loaded.ts'

export type View = {
  /** What stands before the path of an operation. */
  base: ApiPath
  kind: 'company' | 'agency'
  scopes: readonly string[]
  owners: readonly { id: string; name: string }[]
  /** Of the key that an operator sees as. */
  keyId?: string
}

type Props = {
  /** Only keys of this kind, and with this scope. */
  kind?: 'company' | 'agency'
  scope?: string
  /** `chooser` is a field for the key, among the filters of the page; holders of a key have none. */
  children: (view: View, chooser: ComponentChildren) => ComponentChildren
  /** What stands around the states in which there is no view. */
  around?: (state: ComponentChildren) => ComponentChildren
}

export function KeyView({ kind, scope, children, around = state => state }: Props) {
  const who = session.value
  if (who?.kind === 'key') {
    const { key } = who
    if (scope && !key.scopes.includes(scope))
      return (
        <>
          {around(
            <Empty>
              This key lacks the scope <code>{scope}</code>. Whoever runs the server can give it.
            </Empty>,
          )}
        </>
      )
    const { kind, scopes, owners } = key
    return <>{children({ base: '/api', kind, scopes, owners }, null)}</>
  }
  return (
    <AsKey around={around} {...(kind && { kind })} {...(scope && { scope })}>
      {children}
    </AsKey>
  )
}

function AsKey({ kind, scope, children, around }: Props & Required<Pick<Props, 'around'>>) {
  const keys = useLoaded('keys', () => request('GET /operator/keys'))
  if (!keys.data) return <>{around(<Show loaded={keys}>{() => null}</Show>)}</>
  const fit = keys.data.filter(
    key => key.state === 'active' && (!kind || key.kind === kind) && (!scope || key.scopes.includes(scope)),
  )
  // Companies see the most, so theirs come first.
  fit.sort((a, b) => Number(b.kind === 'company') - Number(a.kind === 'company'))
  const chosen = fit.find(({ id }) => id === parameter('as')) ?? fit[0]
  if (!chosen)
    return (
      <>
        {around(
          <Empty>
            Records are shown as a key sees them, and there is no {kind ?? 'active'} key
            {scope && (
              <>
                {' '}
                with <code>{scope}</code>
              </>
            )}
            . <a href={href('/keys')}>Make one</a>
          </Empty>,
        )}
      </>
    )
  const { id, scopes } = chosen
  return (
    <>
      {children(
        {
          base: `/as/${id}`,
          kind: chosen.kind,
          scopes,
          owners: chosen.owners.map((owner, at) => ({ id: owner, name: chosen.ownerNames[at] ?? owner })),
          keyId: id,
        },
        <Choice
          label="See as"
          value={id}
          onChange={as => setParameters({ as, page: '', company: '', project: '', agency: '' })}
          options={fit.map(({ id, name, hint, ownerNames }) => [
            id,
            `${name} ${hint}, ${ownerNames.join(', ')}`,
          ])}
        />,
      )}
    </>
  )
}

/** A page of the portal, seen as the same key. */
export const pathAs = ({ keyId }: View, path: string, values: Record<string, string | undefined> = {}) =>
  `${path}${query({ as: keyId, ...values })}`
export const hrefAs: typeof pathAs = (...given) => href(pathAs(...given))

export type NamedRecord = { id: string; name: string }

const most = 200
const known = new Map<string, Promise<NamedRecord[] | undefined>>()

const places = {
  project: ['read:projects', `/projects?fields=id,name&limit=${most}`],
  site: ['read:projects', `/sites?fields=id,name&limit=${most}`],
  trade: ['read:trades', `/trades?fields=id,name&limit=${most}`],
  // There is no list of agencies; those that sent time are the ones that figures are about.
  agency: ['read:timesheets', `/timesheets/totals?groupBy=agency&limit=${most}`],
} as const

export type NamePlace = keyof typeof places
export const isPlace = (name: string): name is NamePlace => name in places

/** What can be chosen by its name: undefined until it is known, and where there is too much to choose from. */
export function useNames(view: View, place: NamePlace): NamedRecord[] | undefined {
  const [scope, path] = places[place]
  const what: ApiPath | undefined = view.scopes.includes(scope) ? `${view.base}${path}` : undefined
  return useLoaded(what, () => {
    const asked = known.get(what!) ?? namesAt(what!)
    known.set(what!, asked)
    return asked
  }).data
}

async function namesAt(path: ApiPath): Promise<NamedRecord[] | undefined> {
  const rows = await get<(NamedRecord & { agency?: NamedRecord | null })[]>(path).catch(() => [])
  const names = rows.flatMap(row => ('agency' in row ? (row.agency ?? []) : row))
  return rows.length === 0 || rows.length >= most
    ? undefined
    : names.sort((a, b) => a.name.localeCompare(b.name))
}

type NameChoiceProps = {
  view: View
  place: NamePlace
  label: string
  value: string
  onChange: (id: string) => void
}

/** One of the places by its name; nothing where there are too many to choose from. */
export function NameChoice({ view, place, label, value, onChange }: NameChoiceProps) {
  const names = useNames(view, place) ?? []
  const isKnown = value === '' || names.some(({ id }) => id === value)
  return (
    <Choice
      label={label}
      value={value}
      onChange={onChange}
      options={[
        ['', 'any'],
        ...(isKnown ? [] : [[value, value] as const]),
        ...names.map(({ id, name }) => [id, name] as const),
      ]}
    />
  )
}

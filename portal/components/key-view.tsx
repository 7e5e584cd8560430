// Whose view of the API is shown: that of the key that signed in, or, to operators, that of a key they choose.
import type { ComponentChildren } from 'preact'
import { href, parameter, setParameters } from '../client/address.ts'
import { type ApiPath, get, query, request } from '../client/http.ts'
import { session } from '../client/session.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { Choice, LateField } from './form.tsx'
import { Empty, Show } from './layout.tsx'

export type View = {
  /** What stands before the path of an operation. */
  base: ApiPath
  kind: 'company' | 'agency'
  /** What the key may call of the API, as the server says: `GET /sites`. */
  operations: readonly string[]
  owners: readonly { id: string; name: string }[]
  /** Of the key that an operator sees as. */
  keyId?: string
}

/** Whether the key may call an operation of the API, such as `GET /sites`. */
export const mayCall = ({ operations }: Pick<View, 'operations'>, operation: string) =>
  operations.includes(operation)

type Props = {
  /** Only keys of this kind, and that may call this operation. */
  kind?: 'company' | 'agency'
  calls?: string
  /** `chooser` is a field for the key, among the filters of the page; holders of a key have none. */
  children: (view: View, chooser: ComponentChildren) => ComponentChildren
  /** What stands around the states in which there is no view. */
  around?: (state: ComponentChildren) => ComponentChildren
}

export function KeyView({ kind, calls, children, around = state => state }: Props) {
  const who = session.value
  if (who?.kind === 'key') {
    const { key } = who
    if (calls && !mayCall(key, calls))
      return (
        <>
          {around(
            <Empty>
              This key may not call <code>{calls}</code>. Whoever runs the server can give it the scope.
            </Empty>,
          )}
        </>
      )
    const { kind, operations, owners } = key
    return <>{children({ base: '/api', kind, operations, owners }, null)}</>
  }
  return (
    <AsKey around={around} {...(kind && { kind })} {...(calls && { calls })}>
      {children}
    </AsKey>
  )
}

/** Asks for keys, and then for what the chosen one may call. */
function AsKey({ kind, calls, children, around }: Props & Required<Pick<Props, 'around'>>) {
  const keys = useLoaded(`keys ${calls ?? ''}`, signal =>
    request('GET /operator/keys', { query: { calls }, signal }),
  )
  const fit = (keys.data ?? []).filter(key => key.state === 'active' && (!kind || key.kind === kind))
  // Companies see the most, so theirs come first.
  fit.sort((a, b) => Number(b.kind === 'company') - Number(a.kind === 'company'))
  const chosen = fit.find(({ id }) => id === parameter('as')) ?? fit[0]
  const callable = useLoaded(chosen && `operations of ${chosen.id}`, signal =>
    request('GET /operator/keys/{id}/operations', { path: { id: chosen!.id }, signal }),
  )
  if (!keys.data) return <>{around(<Show loaded={keys}>{() => null}</Show>)}</>
  if (!chosen)
    return (
      <>
        {around(
          <Empty>
            Records are shown as a key sees them, and there is no {kind ?? 'active'} key
            {calls && (
              <>
                {' '}
                that may call <code>{calls}</code>
              </>
            )}
            . <a href={href('/keys')}>Make one</a>
          </Empty>,
        )}
      </>
    )
  if (!callable.data) return <>{around(<Show loaded={callable}>{() => null}</Show>)}</>
  const { id } = chosen
  return (
    <>
      {children(
        {
          base: `/as/${id}`,
          kind: chosen.kind,
          operations: callable.data,
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

type NamedRecord = { id: string; name: string }

const most = 200
const known = new Map<string, Promise<NamedRecord[] | undefined>>()

/** The operation that knows the names, and what is asked of it. */
const places = {
  project: ['GET /projects', `fields=id,name&limit=${most}`],
  site: ['GET /sites', `fields=id,name&limit=${most}`],
  trade: ['GET /trades', `fields=id,name&limit=${most}`],
  // Agencies have no list, and to agencies companies have none; figures are about those that time was sent for.
  agency: ['GET /timesheets/totals', `groupBy=agency&limit=${most}`],
  company: ['GET /timesheets/totals', `groupBy=company&limit=${most}`],
} as const

export type NamePlace = keyof typeof places
export const isPlace = (name: string): name is NamePlace => name in places

/** What can be chosen by its name; nothing where the key may not ask, or there is too much to choose from. */
function useLoadedNames(view: View, place: NamePlace) {
  const [operation, query] = places[place]
  const path: ApiPath = `${view.base}${operation.slice('GET '.length)}?${query}`
  return useLoaded(mayCall(view, operation) ? path : undefined, async () => {
    const asked = known.get(path) ?? namesAt(path)
    known.set(path, asked)
    return { names: await asked }
  })
}

/** The same: undefined until it is known. */
export const useNames = (view: View, place: NamePlace): NamedRecord[] | undefined =>
  useLoadedNames(view, place).data?.names

async function namesAt(path: ApiPath): Promise<NamedRecord[] | undefined> {
  type Group = Partial<Record<'agency' | 'company', NamedRecord | null>>
  const rows = await get<(NamedRecord | Group)[]>(path).catch(() => undefined)
  if (!rows || rows.length >= most) return undefined
  const names = rows.flatMap(row => ('id' in row ? row : (row.agency ?? row.company ?? [])))
  return names.sort((a, b) => a.name.localeCompare(b.name))
}

type NameChoiceProps = {
  view: View
  place: NamePlace
  label: string
  value: string
  onChange: (id: string) => void
}

/** One of the places by its name; by its id where the names cannot be had, or are too many to choose from. */
export function NameChoice({ view, place, label, value, onChange }: NameChoiceProps) {
  const { data, isLoading } = useLoadedNames(view, place)
  if (!data?.names && !isLoading)
    return <LateField label={label} value={value} onInput={onChange} placeholder="id" reference />
  const names = data?.names ?? []
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

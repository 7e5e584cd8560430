// Records as a key sees them: every list of the API with its own filters, and each record as a person reads it.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { address, go, parameter, setParameters } from '../../client/address.ts'
import { formatsOf, type List, type ListField, lists } from '../../client/api-lists.ts'
import { envelope, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Downloads } from '../../components/download.tsx'
import { Choice, Filters } from '../../components/form.tsx'
import { KeptViews } from '../../components/kept-views.tsx'
import { hrefAs, KeyView, mayCall, pathAs, type View } from '../../components/key-view.tsx'
import { Empty, Page, Section, Show } from '../../components/layout.tsx'
import { Pager, rangeWords } from '../../components/pager.tsx'
import { chosenDays } from '../../components/period.tsx'
import { pathWords, Scalar, wordsOf } from '../../components/record-value.tsx'
import { Table, type ValueColumn } from '../../components/table.tsx'
import { ColumnChoice, chosenColumns } from './columns.tsx'
import { FilterFields, WithinField } from './filters.tsx'
import { OneRecord } from './record.tsx'
import type { Row } from './values.tsx'

/** What an answer is shown in rather than which records it has. */
const notFilters = ['page', 'limit', 'fields', 'format', 'explode', 'sortBy', 'sortOrder']
const longList = 20_000

export function Records() {
  const described = useLoaded('lists', lists)
  const around = (state: ComponentChildren) => <Page title="Records">{state}</Page>
  const all = described.data
  return (
    <KeyView around={around}>
      {(view, chooser) =>
        all ? (
          <Open
            view={view}
            chooser={chooser}
            lists={all.filter(({ path }) => mayCall(view, `GET ${path}`))}
          />
        ) : (
          around(
            <Show loaded={described} rows={14}>
              {() => null}
            </Show>,
          )
        )
      }
    </KeyView>
  )
}

type ListProps = { view: View; lists: readonly List[]; chooser: ComponentChildren }

function Open({ view, lists, chooser }: ListProps) {
  const [, , name, id] = address.value.path.split('/')
  if (name === 'companies' && id) return <OneRecord view={view} lists={lists} chooser={chooser} id={id} />
  const list = name
    ? lists.find(one => one.name === name)
    : (lists.find(one => one.name === 'timesheets') ?? lists[0])
  if (!list)
    return (
      <Page title="Records">
        <Filters>{chooser}</Filters>
        <Empty>
          This key opens {name ? <>no list called {name}</> : 'no list'}. Its scopes decide which are open.
        </Empty>
      </Page>
    )
  if (id)
    return <OneRecord view={view} lists={lists} list={list} chooser={chooser} id={decodeURIComponent(id)} />
  return <OneList key={`${view.base} ${list.name}`} view={view} lists={lists} list={list} chooser={chooser} />
}

/** What the address asks of a list, and its rows. */
function useRows(view: View, list: List) {
  const filters = list.parameters.filter(({ name }) => !notFilters.includes(name))
  const has = (name: string) => list.parameters.some(one => one.name === name)
  const within = list.within && (parameter('within') || (list.within === 'company' ? view.owners[0]?.id : ''))
  const given = {
    ...Object.fromEntries(
      [...filters.map(({ name }) => name), 'sortBy', 'sortOrder'].map(name => [name, parameter(name)]),
    ),
    ...(has('from') && has('to') && chosenDays()),
  } as Record<string, string>
  const page = Math.max(1, Number(parameter('page')) || 1)
  const limit = parameter('limit') || '50'
  const columns = chosenColumns(list)
  const fields = [...(list.hasIds ? ['id'] : []), ...columns.map(({ path }) => path)]
  const path = list.path.replace('{id}', encodeURIComponent(within ?? ''))
  const asked =
    list.within && !within
      ? undefined
      : `${view.base}${path}${query({ ...given, page, limit, fields: [...new Set(fields)].join() })}`
  const rows = useLoaded(asked, signal => envelope<Row[]>('GET', asked!, { signal }), { keeps: true })
  const isFiltered = filters.some(({ name }) => given[name] !== '')
  return { filters, isFiltered, has, within, given, columns, fields, path, asked, rows }
}

/** Whoever is about to jump into a long list finds it ready by the time the number is typed. Key holders would pay for it. */
function usePreparation(view: View, middleOf: (total: number) => string) {
  const prepared = useRef('')
  return (total: number) => {
    const middle = middleOf(total)
    if (!view.keyId || total < longList || prepared.current === middle) return
    prepared.current = middle
    void envelope('GET', `${view.base}${middle}`).catch(() => {})
  }
}

function OneList({ view, lists, list, chooser }: ListProps & { list: List }) {
  const { filters, isFiltered, has, within, given, columns, fields, path, asked, rows } = useRows(view, list)
  const prepare = usePreparation(
    view,
    total => `${path}${query({ ...given, page: Math.floor(total / 2), limit: 1, fields: fields[0]! })}`,
  )
  return (
    <Page
      title="Records"
      note={
        view.keyId
          ? 'As the chosen key is answered; nothing is counted against it.'
          : 'As your key is answered; each page is a request of it.'
      }
      actions={
        <>
          <KeptViews />
          {!view.keyId && has('format') && (
            <Downloads
              name={list.name}
              formats={formatsOf(list)}
              path={format => `${view.base}${path}${query({ ...given, format })}`}
            />
          )}
        </>
      }
    >
      <Filters>
        {chooser}
        <ListChoice view={view} lists={lists} list={list} />
        {list.within && <WithinField view={view} of={list.within} value={within ?? ''} />}
        <FilterFields view={view} filters={filters} given={given}>
          <Sorting list={list} />
        </FilterFields>
      </Filters>
      <ColumnChoice list={list} />
      {asked === undefined ? (
        <Empty>
          Choose a {list.within} to see its {list.title.toLowerCase()}.
        </Empty>
      ) : (
        <Show loaded={rows} rows={14}>
          {({ data, meta }) => (
            <Section title={list.title} count={meta && rangeWords(meta, data.length)}>
              {data.length === 0 ? (
                <Empty>
                  {isFiltered
                    ? 'No record matches these filters, among those that this key may see.'
                    : 'There is no such record that this key may see. They come with a load.'}
                </Empty>
              ) : (
                <div class={rows.isLoading ? 'lines stale' : 'lines'}>
                  <Table
                    label={list.title}
                    file={list.name}
                    stacks
                    rows={data}
                    keyOf={row => String(row.id ?? row.code ?? row.name)}
                    columns={columns.map((field, at) => columnOf(field, at === 0, view, list, within))}
                  />
                </div>
              )}
              {meta && <Pager meta={meta} prepare={prepare} />}
            </Section>
          )}
        </Show>
      )}
    </Page>
  )
}

function ListChoice({ view, lists, list }: { view: View; lists: readonly List[]; list: List }) {
  return (
    <Choice
      label="List"
      value={list.name}
      onChange={name => go(pathAs(view, `/records/${name}`))}
      options={lists.map(({ name, title }) => [name, title])}
    />
  )
}

function Sorting({ list }: { list: List }) {
  const values = list.parameters.find(({ name }) => name === 'sortBy')?.schema.enum
  if (!values) return null
  return (
    <Choice
      label="Sorted by"
      value={`${parameter('sortBy')} ${parameter('sortOrder')}`}
      onChange={chosen => {
        const [sortBy = '', sortOrder = ''] = chosen.split(' ')
        setParameters({ sortBy, sortOrder, page: '' })
      }}
      options={[
        [' ', 'the list’s own order'],
        ...values.flatMap(one => [
          [`${one} asc`, `${wordsOf(one)}, rising`] as const,
          [`${one} desc`, `${wordsOf(one)}, falling`] as const,
        ]),
      ]}
    />
  )
}

const at = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

/** `Worker` of worker.name. */
function headOf({ path }: ListField): string {
  const names = path.split('.')
  const isNamed = names.length > 1 && ['name', 'reference'].includes(names.at(-1)!)
  return pathWords(isNamed ? names.slice(0, -1) : names)
}

function columnOf(
  { path, kind }: ListField,
  isFirst: boolean,
  view: View,
  list: List,
  within: string | undefined,
): ValueColumn<Row> {
  return {
    head: headOf({ path, kind }),
    number: kind === 'number' || kind === 'money',
    money: kind === 'money',
    reference: kind === 'reference' && !isFirst,
    value: row => {
      const value = at(row, path)
      if (value === undefined || value === null) return null
      return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
    },
    cell: row => {
      const value = <Scalar name={path} value={at(row, path)} kind={kind} />
      if (!isFirst || !list.hasIds || row.id == null) return value
      return (
        <a
          class={kind === 'reference' ? 'ref' : undefined}
          href={hrefAs(
            view,
            `/records/${list.name}/${encodeURIComponent(String(row.id))}`,
            list.within && { within: within },
          )}
        >
          {value}
        </a>
      )
    },
  }
}

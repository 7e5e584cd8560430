// The columns of a table beside what each gives, corrected by choosing; and what is required and given by none.

import { Choice } from '../../components/form.tsx'
import { Table } from '../../components/table.tsx'
import { plural } from '../../components/text.tsx'
import type { Choices, TableTrial } from './load.ts'

type Proposal = NonNullable<TableTrial['proposal']>
type Column = Proposal['columns'][number]
type Property = Proposal['properties'][number]
type Change = (choices: Choices) => void
type Props = {
  /** What its file is called. */
  table: string
  proposal: Proposal
  choices: Choices
  onChange: Change
}

export function MappingColumns({ table, proposal, choices, onChange }: Props) {
  const { properties } = proposal
  const byPath = new Map(properties.map(property => [property.path, property]))
  // What was just chosen counts before the server has answered to it.
  const columns = proposal.columns.map(column => ({
    ...column,
    gives: choices.columns?.[column.name] ?? column.gives,
  }))
  const id = choices.id ?? proposal.id
  /** All that is shown now is kept, so that one choice moves no other. */
  const set = (changed: Choices) => onChange({ ...choices, id, columns: shownColumns(columns), ...changed })
  return (
    <>
      <TellApart id={id} columns={columns} onChange={chosen => set({ id: chosen })} />
      <Table
        label={`Columns of ${table}, and what each gives`}
        stacks
        rows={columns}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Column', reference: true, cell: ({ name }) => name },
          { head: 'First values', cell: ({ examples }) => examples.join(', ') || <i>empty</i> },
          {
            head: 'Gives',
            cell: column => (
              <Gives
                of={column}
                properties={properties}
                onChange={path => set({ columns: withColumn(columns, column.name, path) })}
              />
            ),
          },
          {
            head: 'How',
            long: true,
            cell: ({ gives }) => <How of={byPath.get(gives)} choices={choices} onChange={set} />,
          },
        ]}
      />
      <Required table={table} properties={properties} choices={choices} onChange={set} />
    </>
  )
}

const shownColumns = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ name, gives }) => [name, gives]))

/** A property has one column. */
const withColumn = (columns: readonly Column[], chosen: string, path: string): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ name, gives }) => {
      if (name === chosen) return [name, path]
      return [name, path !== '' && gives === path ? '' : gives]
    }),
  )

type TellApartProps = { id: readonly string[]; columns: readonly Column[]; onChange: (id: string[]) => void }

function TellApart({ id, columns, onChange }: TellApartProps) {
  const [first = '', second = ''] = id
  const set = (...names: string[]) => onChange([...new Set(names)].filter(name => name !== ''))
  const options = (none: string, without = '') => [
    ['', none] as const,
    ...columns.flatMap(({ name }) => (name === without ? [] : [[name, name] as const])),
  ]
  return (
    <div class="cols">
      <Choice
        label="Records are told apart by"
        value={first}
        onChange={name => set(name, second)}
        options={options('choose a column')}
        hint="The column that every row has, and no two records have alike. The same row must find its record again tomorrow."
      />
      <Choice
        label="together with"
        value={second}
        onChange={name => set(first, name)}
        options={options('no other column', first)}
      />
    </div>
  )
}

type GivesProps = { of: Column; properties: readonly Property[]; onChange: (path: string) => void }

function Gives({ of: { name, gives }, properties, onChange }: GivesProps) {
  const option = ({ path, required }: Property) => (
    <option key={path} value={path}>
      {path}
      {required ? ' (required)' : ''}
    </option>
  )
  return (
    <select
      aria-label={`What ${name} gives`}
      value={gives}
      onChange={event => onChange(event.currentTarget.value)}
    >
      <option value="">nothing</option>
      {properties.filter(({ required }) => required).map(option)}
      {properties.filter(({ required }) => !required).map(option)}
    </select>
  )
}

type HowProps = { of: Property | undefined; choices: Choices; onChange: Change }

/** How its values are written, where that is not said by itself. */
function How({ of, choices, onChange }: HowProps) {
  if (!of) return null
  const { path, dates, date, words, allowed, takes } = of
  const mean = (value: string, means: string) =>
    onChange({
      ...choices,
      words: { ...choices.words, [path]: { ...choices.words?.[path], [value]: means } },
    })
  if (dates.length > 1)
    return (
      <select
        aria-label={`How dates of ${path} are written`}
        value={date ?? ''}
        onChange={event => onChange({ dates: { ...choices.dates, [path]: event.currentTarget.value } })}
      >
        {dates.map(form => (
          <option key={form} value={form}>
            {form}
          </option>
        ))}
      </select>
    )
  if (words.length > 0)
    return (
      <ul class="words">
        {words.slice(0, mostWords).map(({ value, means, isGuess }) => (
          <li key={value}>
            <span class="ref">{value}</span> means{' '}
            <select
              aria-label={`What ${value} means in ${path}`}
              value={means ?? ''}
              onChange={event => mean(value, event.currentTarget.value)}
            >
              {means === null && <option value="">choose</option>}
              {allowed.map(word => (
                <option key={word} value={word}>
                  {word}
                </option>
              ))}
            </select>
            {isGuess && <span class="muted"> a guess</span>}
          </li>
        ))}
        {words.length > mostWords && (
          <li class="muted">and {plural(words.length - mostWords, 'other word')}</li>
        )}
      </ul>
    )
  return <span class="muted">{date !== null && date !== 'iso' ? `dates as ${date}` : takes}</span>
}

/** As many as a proposal writes down. */
const mostWords = 20

/** What no column gives, and has to be there; it may be the same in every row. */
function Required({
  table,
  properties,
  choices,
  onChange,
}: Omit<Props, 'proposal'> & { properties: readonly Property[] }) {
  const wanted = properties.filter(
    ({ state, column }) => (state === 'unsaid' && column === null) || state === 'constant',
  )
  if (wanted.length === 0) return null
  const set = (path: string, value: string) =>
    onChange({ constants: { ...choices.constants, [path]: value } })
  return (
    <>
      <h3>Required, and given by no column</h3>
      <p class="muted">Choose the column above, or give a value that is the same in every row.</p>
      <Table
        label={`What is required and given by no column of ${table}`}
        stacks
        rows={wanted}
        keyOf={({ path }) => path}
        columns={[
          { head: 'Property', reference: true, cell: ({ path }) => path },
          { head: 'Takes', cell: ({ takes }) => takes },
          { head: 'Meaning', long: true, cell: ({ meaning }) => meaning },
          {
            head: 'In every row',
            cell: property => <Constant of={property} onChange={value => set(property.path, value)} />,
          },
        ]}
      />
    </>
  )
}

function Constant({
  of: { path, allowed, constant },
  onChange,
}: {
  of: Property
  onChange: (value: string) => void
}) {
  const label = `${path} in every row`
  if (allowed.length > 0)
    return (
      <select
        aria-label={label}
        value={constant ?? ''}
        onChange={event => onChange(event.currentTarget.value)}
      >
        <option value="">choose</option>
        {allowed.map(word => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </select>
    )
  return (
    <input
      type="text"
      aria-label={label}
      value={constant ?? ''}
      onChange={event => onChange(event.currentTarget.value.trim())}
    />
  )
}

// Records in the words of a person: short values first, names that lead to their records, tables for lists.
import type { ComponentChildren } from 'preact'
import { Facts } from '../../components/layout.tsx'
import { isInstant, momentWords, Scalar, wordsOf } from '../../components/record-value.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { plural } from '../../components/text.tsx'

export type Row = Record<string, unknown>

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => !isObject(value) && !(Array.isArray(value) && value.some(isObject))

/** Something with an id and a name or reference, and little else. */
const isMention = (value: unknown): value is Row =>
  isObject(value) &&
  'id' in value &&
  ('name' in value || 'reference' in value) &&
  Object.values(value).every(isPlain)

/** Makes the address of a record that is mentioned under a name, where there is one to open. */
export type Links = (name: string, id: string) => string | undefined

function Mention({ name, value, links }: { name: string; value: Row; links: Links }) {
  const words = String(value.name ?? value.reference ?? value.id)
  const also = value.name && value.reference ? String(value.reference) : undefined
  const link = value.id ? links(name, String(value.id)) : undefined
  return (
    <>
      {link ? <a href={link}>{words}</a> : words}
      {also && <span class="ref muted"> {also}</span>}
    </>
  )
}

function Inline({ name, value, links }: { name: string; value: unknown; links: Links }): ComponentChildren {
  if (isMention(value)) return <Mention name={name} value={value} links={links} />
  if (Array.isArray(value) && value.every(isMention) && value.length > 0)
    return value.map((one, at) => (
      <>
        {at > 0 && ', '}
        <Mention key={at} name={name} value={one} links={links} />
      </>
    ))
  if (isPlain(value))
    return <Scalar name={name} value={value} {...(name === 'status' && { kind: 'status' })} />
  if (isObject(value) && isPair(value)) return <>{pairWords(value)}</>
  const count = Array.isArray(value) ? value.length : Object.keys(value as Row).length
  return (
    <details>
      <summary>{Array.isArray(value) ? count : plural(count, 'value')}</summary>
      <Nested name={name} value={value} links={links} />
    </details>
  )
}

type NamedValue = { name: string; value: unknown; links: Links }

const nothing = (value: unknown) =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** A record or a part of it: what is short first, then each list and group under its own heading. */
export function Parts({ value, links, level = 0 }: { value: Row; links: Links; level?: number }) {
  const fields = Object.entries(value).filter(([, one]) => !nothing(one))
  const isShort = (one: unknown) =>
    isPlain(one) ||
    isMention(one) ||
    (Array.isArray(one) && one.every(isMention)) ||
    (isObject(one) && isPair(one))
  const long = fields.filter(([, one]) => !isShort(one))
  return (
    <>
      <Facts
        of={fields
          .filter(([, one]) => isShort(one))
          .map(([name, one]) => [wordsOf(name), <Inline name={name} value={one} links={links} />] as const)}
      />
      {long.map(([name, one]) => (
        <section key={name} class="part">
          {level === 0 ? (
            <h2>
              {wordsOf(name)} {Array.isArray(one) && <span>{one.length}</span>}
            </h2>
          ) : (
            <h3>{wordsOf(name)}</h3>
          )}
          <Nested name={name} value={one} links={links} level={level + 1} />
        </section>
      ))}
    </>
  )
}

/** A few words that belong together, such as a telephone number or an address. */
const isPair = (value: Row) =>
  Object.keys(value).length <= 6 && Object.values(value).every(one => typeof one === 'string' || one === null)

const pairWords = (value: Row) =>
  Object.entries(value)
    .filter(([key, one]) => one !== null && one !== '' && !isIdentifier(key))
    .map(([, one]) => (isInstant(one) ? momentWords(one) : String(one)))
    .join('countryCode' in value ? ' ' : ', ') || '–'

function Nested({ name, value, links, level = 1 }: NamedValue & { level?: number }): ComponentChildren {
  if (Array.isArray(value)) return <Listed name={name} rows={value as Row[]} links={links} />
  const row = value as Row
  const alike = alikeOf(row)
  if (alike.length < 2) return <Parts value={row} links={links} level={level} />
  const rest = Object.fromEntries(Object.entries(row).filter(([key]) => !alike.includes(key)))
  return (
    <>
      <Listed name={name} rows={matrixOf(row, alike)} links={links} />
      {Object.keys(rest).length > 0 && <Parts value={rest} links={links} level={level} />}
    </>
  )
}

/** Groups with the same figures, such as rates by kind of hour, read best beside one another. */
function alikeOf(row: Row): string[] {
  const groups = Object.entries(row).filter(
    ([, one]) => isObject(one) && !isMention(one) && Object.values(one).every(isPlain),
  )
  const keys = JSON.stringify(Object.keys((groups[0]?.[1] as Row) ?? {}))
  return groups.flatMap(([key, one]) => (JSON.stringify(Object.keys(one as Row)) === keys ? [key] : []))
}

/** The longer side goes down. */
function matrixOf(row: Row, groups: readonly string[]): Row[] {
  const figures = Object.keys(row[groups[0]!] as Row)
  const at = (group: string, figure: string) => (row[group] as Row)[figure]
  return groups.length >= figures.length
    ? groups.map(group => ({
        kind: wordsOf(group),
        ...Object.fromEntries(figures.map(figure => [figure, at(group, figure)])),
      }))
    : figures.map(figure => ({
        kind: wordsOf(figure),
        ...Object.fromEntries(groups.map(group => [group, at(group, figure)])),
      }))
}

/** Read by machines, and found in the JSON. */
const isIdentifier = (key: string) => key === 'id' || /Ids?$/.test(key)

function Listed({ name, rows, links }: { name: string; rows: readonly Row[]; links: Links }) {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(
    key => !isIdentifier(key) && !rows.every(row => nothing(row[key]) || row[key] === null),
  )
  const columns = names.map(
    (key): Column<Row> => ({
      head: wordsOf(key),
      number: rows.some(row => typeof row[key] === 'number'),
      long: rows.some(row => !isPlain(row[key]) && !isMention(row[key])),
      cell: row => <Inline name={key} value={row[key]} links={links} />,
    }),
  )
  const figures = columns.filter(({ number }) => number).length
  return (
    <Table
      label={wordsOf(name)}
      stacks={columns.length > 3 && figures * 2 < columns.length}
      rows={rows}
      keyOf={row => rows.indexOf(row)}
      columns={columns}
    />
  )
}

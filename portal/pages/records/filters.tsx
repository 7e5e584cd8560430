// The filters of a list, each as its parameter says: choices, names of records, dates and words.
import type { ComponentChildren } from 'preact'
import { setParameters } from '../../client/address.ts'
import type { Parameter } from '../../client/api-lists.ts'
import { Choice, LateField, TextField } from '../../components/form.tsx'
import { isPlace, NameChoice, type View } from '../../components/key-view.tsx'
import { PeriodChoice, setDay } from '../../components/period.tsx'
import { pathWords, wordsOf } from '../../components/record-value.tsx'

export function WithinField({ view, of, value }: { view: View; of: 'company' | 'project'; value: string }) {
  const onChange = (within: string) => setParameters({ within, page: '' })
  if (of === 'project')
    return <NameChoice view={view} place="project" label="Of the project" value={value} onChange={onChange} />
  return (
    <Choice
      label="Of the company"
      value={value}
      onChange={onChange}
      options={view.owners.map(({ id, name }) => [id, name])}
    />
  )
}

/** Those that are asked most, in their order. */
const first = ['query', 'status', 'company', 'project', 'agency', 'dateField', 'from', 'to']

type FilterProps = {
  view: View
  filters: readonly Parameter[]
  given: Record<string, string>
  children: ComponentChildren
}

/** They stand open; the rest wait behind a word, unless one of them is set. */
export function FilterFields({ view, filters, given, children }: FilterProps) {
  const isFirst = ({ name }: Parameter) => first.includes(name)
  const rest = filters.filter(one => !isFirst(one))
  const set = rest.filter(({ name }) => given[name] !== '').length
  const shown = [...filters.filter(isFirst)].sort((a, b) => first.indexOf(a.name) - first.indexOf(b.name))
  return (
    <>
      {shown.map(one => (
        <FilterField key={one.name} view={view} of={one} value={given[one.name]!} />
      ))}
      {children}
      {rest.length > 0 && (
        <details class="more-filters" open={set > 0}>
          <summary>More filters</summary>
          <div class="filters">
            {rest.map(one => (
              <FilterField key={one.name} view={view} of={one} value={given[one.name]!} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function FilterField({ view, of, value }: { view: View; of: Parameter; value: string }) {
  const { name, schema } = of
  const onChange = (chosen: string) => setParameters({ [name]: chosen, page: '' })
  const label = wordsOf(name)
  if (name === 'company')
    return view.kind === 'company' && view.owners.length > 1 ? (
      <Choice
        label={label}
        value={value}
        onChange={onChange}
        options={[['', 'any'], ...view.owners.map(({ id, name }) => [id, name] as const)]}
      />
    ) : null
  if (isPlace(name))
    return <NameChoice view={view} place={name} label={label} value={value} onChange={onChange} />
  if (schema.enum || schema.type === 'boolean') {
    const values = schema.enum ?? ['true', 'false']
    // A list goes by the first of its dates, unless another is chosen.
    const preset = name === 'dateField' ? values[0] : undefined
    const any = preset ? wordsOf(preset) : 'any'
    return (
      <Choice
        label={name === 'dateField' ? 'By date' : label}
        value={value}
        onChange={onChange}
        options={[
          ['', any],
          ...values.filter(one => one !== preset).map(one => [one, wordsOf(one)] as const),
        ]}
      />
    )
  }
  if (name === 'from' || name === 'to')
    return (
      <>
        {name === 'from' && <PeriodChoice preset="any time" />}
        <TextField label={label} type="date" value={value} onInput={day => setDay(name, day)} />
      </>
    )
  if (schema.format === 'date')
    return <TextField label={label} type="date" value={value} onInput={onChange} />
  return (
    <LateField
      label={label}
      type={name === 'query' ? 'search' : 'text'}
      value={value}
      onInput={onChange}
      placeholder={name === 'query' ? searched(of) : 'id'}
      reference={name !== 'query'}
    />
  )
}

/** What can be typed to search for. */
const searched = ({ 'x-searches': paths = [] }: Parameter) =>
  paths.map(path => pathWords(path.split('.')).toLowerCase()).join(', ')

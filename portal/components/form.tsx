// Fields of forms: a label, what to write, and what was wrong with it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

type LabelProps = { label: string; hint?: ComponentChildren }

type TextProps = LabelProps & {
  value: string
  onInput: (value: string) => void
  type?: 'text' | 'password' | 'email' | 'url' | 'number' | 'date' | 'datetime-local' | 'search'
  placeholder?: string
  required?: boolean
  rows?: number
  autoFocus?: boolean
  reference?: boolean
}

export function TextField({
  label,
  hint,
  value,
  onInput,
  rows,
  reference,
  autoFocus,
  placeholder,
  required,
  type = 'text',
}: TextProps) {
  const id = useId()
  const shared = {
    id,
    value,
    placeholder,
    required,
    // Where a dialog begins; a page that is open already has to be told.
    autofocus: autoFocus,
    class: reference ? 'ref' : undefined,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    autocomplete: 'off' as const,
    spellcheck: false,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
    ref: (element: HTMLElement | null) => {
      if (autoFocus && element && !element.dataset.met) {
        element.dataset.met = '1'
        element.focus()
      }
    },
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type as 'text'} />}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Text that is taken once it has not changed for a moment, since each change asks the server. */
export function LateField({ value, onInput, ...rest }: TextProps) {
  const [draft, setDraft] = useState(value)
  const taken = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // From elsewhere: a link that was followed, or the way back.
    if (value !== taken.current) setDraft(value)
    taken.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      taken.current = text.trim()
      onInput(taken.current)
    }, 350)
  }
  return <TextField {...rest} value={draft} onInput={take} />
}

type ChoiceProps = LabelProps & {
  value: string
  onChange: (value: string) => void
  /** Each with its words, in order. */
  options: readonly (readonly [value: string, words: string])[]
}

export function Choice({ label, hint, value, onChange, options }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onChange(event.currentTarget.value)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TicksProps = {
  label: string
  hint?: ComponentChildren
  values: readonly string[]
  onChange: (values: string[]) => void
  options: readonly (readonly [value: string, words: ComponentChildren])[]
}

/** More than these scroll by themselves; fewer are all in sight. */
const mostTicks = 30

/** Any of several. */
export function Ticks({ label, hint, values, onChange, options }: TicksProps) {
  const toggle = (one: string) =>
    onChange(values.includes(one) ? values.filter(value => value !== one) : [...values, one])
  return (
    <fieldset class={options.length > mostTicks ? 'ticks-of long' : 'ticks-of'}>
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map(([value, words]) => (
        <label key={value} class="tick">
          <input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Filters above a list, in one line where there is room. On paper `printed` says instead what they are set to; it is
 * empty where a heading says it already. */
export function Filters({ children, printed }: { children: ComponentChildren; printed?: string }) {
  return (
    <>
      <form
        class={printed === undefined ? 'filters' : 'filters unprinted'}
        onSubmit={event => event.preventDefault()}
      >
        {children}
      </form>
      {printed && <p class="printed">{printed}</p>}
    </>
  )
}

/** How long an old secret may go on working beside the new one. */
export const overlapHours: [string, string][] = [
  ['0', 'not a moment longer'],
  ['1', '1 hour'],
  ['24', '24 hours'],
  ['168', '7 days'],
  ['720', '30 days'],
]

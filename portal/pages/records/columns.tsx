// Which columns of a list are shown: those of the address, or those that this browser chose last, or the list's own.
import { address, go, parameter } from '../../client/address.ts'
import type { List, ListField } from '../../client/api-lists.ts'
import { pathWords } from '../../components/record-value.tsx'

const place = ({ name }: List) => `columns of ${name}`

/** Storage may be forbidden; then nothing is remembered. */
function remembered(list: List): string {
  try {
    return localStorage.getItem(place(list)) ?? ''
  } catch {
    return ''
  }
}

function remember(list: List, columns: string): void {
  try {
    if (columns === '') localStorage.removeItem(place(list))
    else localStorage.setItem(place(list), columns)
  } catch {}
}

/** A column that the list no longer has is left out. */
export function chosenColumns(list: List): readonly ListField[] {
  const wanted = (parameter('columns') || remembered(list)).split(',')
  const chosen = list.allColumns.filter(({ path }) => wanted.includes(path))
  return chosen.length > 0 ? chosen : list.columns
}

export function ColumnChoice({ list }: { list: List }) {
  const chosen = chosenColumns(list).map(({ path }) => path)
  const usual = list.columns.map(({ path }) => path).join()
  const take = (paths: readonly string[]) => {
    const wanted = list.allColumns.map(({ path }) => path).filter(path => paths.includes(path))
    const columns = wanted.join() === usual ? '' : wanted.join()
    remember(list, columns)
    const parameters = new URLSearchParams(address.value.search)
    if (columns === '') parameters.delete('columns')
    else parameters.set('columns', columns)
    go(`${address.value.path}${parameters.size > 0 ? `?${parameters}` : ''}`, { replace: true })
  }
  return (
    <details class="more-filters">
      <summary>Columns</summary>
      <fieldset class="ticks-of columns-of">
        <legend>
          {chosen.length} of {list.allColumns.length} columns of {list.title.toLowerCase()}
        </legend>
        {list.allColumns.map(({ path }) => (
          <label key={path} class="tick">
            <input
              type="checkbox"
              checked={chosen.includes(path)}
              disabled={chosen.length === 1 && chosen[0] === path}
              onChange={() =>
                take(chosen.includes(path) ? chosen.filter(one => one !== path) : [...chosen, path])
              }
            />
            <span>{pathWords(path.split('.'))}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" onClick={() => take(usual.split(','))}>
        The list’s own columns
      </button>
    </details>
  )
}

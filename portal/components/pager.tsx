// Turns the pages of a list that the server counts: one by one, or to a number that is typed.
import { setParameters } from '../client/address.ts'
import { number } from './text.tsx'

const pageSizes = ['50', '100', '200']

export type Meta = { page: number; limit: number; total: number }

/** `prepare` is told of whoever is about to type a number. */
export function Pager({
  meta: { page, limit, total },
  prepare,
}: {
  meta: Meta
  prepare?(total: number): void
}) {
  const last = Math.max(1, Math.ceil(total / limit))
  if (total <= limit && limit === Number(pageSizes[0])) return null
  const turn = (to: number) => setParameters({ page: to <= 1 ? '' : String(to) })
  // What leads nowhere stays where the keyboard left it.
  const button = (words: string, to: number) => (
    <button
      type="button"
      aria-disabled={to < 1 || to > last || to === page}
      onClick={() => to >= 1 && to <= last && to !== page && turn(to)}
    >
      {words}
    </button>
  )
  return (
    <div class="pager">
      {button('First', 1)}
      {button('Previous', page - 1)}
      <label class="jump">
        page{' '}
        <input
          key={page}
          type="number"
          min={1}
          max={last}
          required
          value={page}
          onFocus={() => prepare?.(total)}
          onChange={event => {
            if (event.currentTarget.checkValidity()) turn(Number(event.currentTarget.value))
            else event.currentTarget.value = String(page)
          }}
        />{' '}
        of {number(last)}
      </label>
      {button('Next', page + 1)}
      {button('Last', last)}
      <label>
        <span class="muted">rows</span>{' '}
        <select
          value={String(limit)}
          onChange={event => {
            const size = event.currentTarget.value
            setParameters({ limit: size === pageSizes[0] ? '' : size, page: '' })
          }}
        >
          {pageSizes.map(size => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** `51–100 of 1,234`. */
export const rangeWords = ({ page, limit, total }: Meta, shown: number) =>
  shown === 0
    ? number(total)
    : `${number((page - 1) * limit + 1)}${shown === 1 ? '' : `–${number((page - 1) * limit + shown)}`} of ${number(total)}`

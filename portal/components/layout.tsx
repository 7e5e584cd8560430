// The sheet: a page with its heading, sections under rules, and the states that every page can be in.
import type { ComponentChildren } from 'preact'
import type { LoadResult } from '../client/use-loaded.ts'

type TitleProps = { title: string; children?: ComponentChildren }

export function Page({
  title,
  note,
  actions,
  children,
}: TitleProps & { note?: ComponentChildren; actions?: ComponentChildren }) {
  return (
    <>
      <header class="head">
        <h1>{title}</h1>
        {actions && <div class="actions">{actions}</div>}
        {note && <p class="muted">{note}</p>}
      </header>
      {children}
    </>
  )
}

/** `count` says on the right what the section counts. */
export function Section({
  title,
  count,
  children,
  id,
}: TitleProps & { count?: ComponentChildren; id?: string }) {
  return (
    <section id={id}>
      <h2>
        {title} {count !== undefined && <span>{count}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Rows of grey lines, as tall as what will stand there. */
export function Waiting({ rows = 5 }: { rows?: number }) {
  return (
    <div class="waiting" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  )
}

/** Says what would fill the place, and how. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}

export function Failed({ message, again }: { message: string; again?: () => void }) {
  return (
    <div class="failed" role="alert">
      <p>
        <span class="st alert" aria-hidden="true" /> {message}
      </p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** What was loaded, or the state that it is in instead. */
export function Show<T>({
  loaded,
  rows,
  children,
}: {
  loaded: LoadResult<T>
  rows?: number
  children: (data: T) => ComponentChildren
}) {
  const { data, error, reload } = loaded
  if (data === undefined) {
    if (error) return <Failed message={error.message} again={() => void reload()} />
    return <Waiting {...(rows !== undefined && { rows })} />
  }
  return (
    <>
      {error && <Failed message={`Not refreshed: ${error.message}`} again={() => void reload()} />}
      {children(data)}
    </>
  )
}

export type StatusKind = 'ok' | 'wait' | 'off' | 'alert'

/** A status is a shape and a word, never a colour alone. */
export function Status({ is, children }: { is: StatusKind; children: ComponentChildren }) {
  return <span class={`st ${is}`}>{children}</span>
}

/** Pairs of a name and what it is. */
export function Facts({ of }: { of: readonly (readonly [string, ComponentChildren] | false | undefined)[] }) {
  return (
    <dl class="facts">
      {of.map(
        fact =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A share of a whole, drawn beside the words that say it; near the whole it warns, unless it is progress. */
export function Bar({
  share,
  children,
  isProgress,
}: {
  share: number
  children: ComponentChildren
  isProgress?: boolean
}) {
  const percent = Math.max(0, Math.min(1, share)) * 100
  return (
    <span class="share">
      <span class={share >= 0.8 && !isProgress ? 'bar full' : 'bar'} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      {children}
    </span>
  )
}

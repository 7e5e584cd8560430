// The address of the page: what is shown and how it is filtered, so that it can be sent to somebody.
import { signal } from '@preact/signals'

const base = '/portal'
const current = () => ({ path: location.pathname.slice(base.length) || '/', search: location.search })

export const address = signal(current())
addEventListener('popstate', () => (address.value = current()))

export const href = (path: string) => `${base}${path === '/' ? '' : path}`

export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(path))
  address.value = current()
  if (!replace) {
    scrollTo(0, 0)
    // Whoever reads with a screen reader, or steers by keys, begins at the new page.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }))
  }
}

/** Links within the portal are followed without loading it again. */
export function followLinks(): void {
  addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.hasAttribute('target') || link.hasAttribute('download')) return
    // Links in pictures have no parts that could be asked for.
    const to = new URL(link.getAttribute('href') ?? '', location.href)
    if (to.origin !== location.origin) return
    if (to.pathname !== base && !to.pathname.startsWith(`${base}/`)) return
    event.preventDefault()
    go(to.pathname.slice(base.length) + to.search || '/')
  })
}

export const parameter = (name: string) => new URLSearchParams(address.value.search).get(name) ?? ''

/** Sets parameters of the address that is shown; an empty one goes. */
export function setParameters(values: Record<string, string>): void {
  const parameters = new URLSearchParams(address.value.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const search = parameters.size > 0 ? `?${parameters}` : ''
  go(`${address.value.path}${search}`, { replace: true })
}

// The pages before and after one of a list, as a Link header (RFC 8288).
import type { PageMeta } from '../kernel/operation/answer.ts'

/** `address` is where this page was asked for, with its query. */
export function pageLinks(address: string, { page, limit, total }: PageMeta): string {
  const base = `<${withoutPage(address)}page=`
  const last = Math.max(1, Math.ceil(total / limit))
  const before = page > 1 ? `${base}${Math.min(page - 1, last)}>; rel="prev", ` : ''
  const after = page < last ? `${base}${page + 1}>; rel="next", ` : ''
  return `${base}1>; rel="first", ${before}${after}${base}${last}>; rel="last"`
}

/** Up to where the number of a page may follow. */
function withoutPage(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return `${address}?`
  const pairs = address.slice(mark + 1).split('&')
  const rest = pairs.filter(pair => pair !== '' && !isPage(pair))
  const kept = [address.slice(0, mark), '?', ...rest.flatMap(pair => [pair, '&'])].join('')
  return /[<>"\s]/.test(kept) ? kept.replace(/[<>"\s]/g, encodeURIComponent) : kept
}

/** Names may be encoded as well. */
const isPage = (pair: string) =>
  pair.startsWith('page=') || (pair.includes('%') && new URLSearchParams(pair).has('page'))

// The pages before and after one of a list, as a Link header (RFC 8288).
import type { PageMeta } from '../kernel/operation/answer.ts'

/** `address` is where this page was asked for, with its query. */
export function pageLinks(address: string, { page, limit, total }: PageMeta): string {
  const [path, search = ''] = address.split(/\?(.*)/s)
  const rest = search.split('&').filter(pair => pair !== '' && !isPage(pair))
  const last = Math.max(1, Math.ceil(total / limit))
  const link = (rel: string, to: number) =>
    `<${path}?${[...rest, `page=${to}`].join('&').replace(/[<>"\s]/g, encodeURIComponent)}>; rel="${rel}"`
  return [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ].join(', ')
}

/** Names may be encoded as well. */
const isPage = (pair: string) =>
  pair.startsWith('page=') || (pair.includes('%') && new URLSearchParams(pair).has('page'))

// A query string as names and values, refused where it cannot be decoded.

import { badRequest } from '../errors/problem.ts'
import type { RawQuery } from '../kernel/operation/parameter.ts'

export function splitQuery(search: string): RawQuery {
  const query = new Map<string, string[]>()
  if (search === '') return query
  for (const piece of search.split('&')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const name = decode(at < 0 ? piece : piece.slice(0, at))
    const value = at < 0 ? '' : decode(piece.slice(at + 1))
    const values = query.get(name)
    if (values) values.push(value)
    else query.set(name, [value])
  }
  return query
}

function decode(piece: string): string {
  let text: string
  try {
    text = decodeURIComponent(piece.replaceAll('+', ' '))
  } catch {
    throw badRequest(`The query string is not valid percent-encoded UTF-8 near "${piece.slice(0, 40)}"`)
  }
  if (text.includes('\0')) throw badRequest('The query string holds a NUL character, which no value may')
  return text
}

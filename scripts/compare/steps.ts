// Steps as text, a line each: method, path and body, with <names> of what earlier answers gave; ` name=a.b` at the end
// keeps the value at that place of the answer's data under a name, of each side its own.
import type { Both } from './alike.ts'
import type { Json, Pair, Side } from './pair.ts'

export type Known = Record<string, Both<string>>
export type Who = { name: string; at: string; secrets?: Both<string>; cookies?: Both<string> }

const step = /^(\w+) (\S+)(?: (\{.*\}))?((?: \w+=[\w.]+)*)$/

export async function follow(pair: Pair, known: Known, who: Who, lines: string): Promise<void> {
  for (const line of lines.trim().split(/\n\s*/)) {
    const [, method = '', path = '', body, keeps = ''] = step.exec(line) ?? []
    const filled = (text: string, side: Side) =>
      text.replace(/<(\w+)>/g, (_, name) => known[name]?.[side] ?? 'none')
    const answers = await pair.ask(
      who.name,
      side => ({
        method,
        path: who.at + filled(path, side),
        secret: who.secrets?.[side],
        headers: {
          ...(who.cookies && { 'X-Muster-Portal': '1', Cookie: `muster_session=${who.cookies[side]}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && filled(body, side),
      }),
      method === 'GET' ? { settles: true } : {},
    )
    for (const [, name, place] of keeps.matchAll(/(\w+)=([\w.]+)/g))
      known[name!] = answers.map(({ json }) => valueAt(json?.data, place!)) as unknown as Both<string>
  }
}

const valueAt = (data: Json, place: string): string =>
  place.split('.').reduce((value, name) => value?.[name], data) ?? 'none'

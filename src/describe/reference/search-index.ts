// What can be searched for: every operation, parameter, field, error, event and heading of a guide, with where it is told.
import type { Described } from './operations.ts'
import type { Sheet } from './site.ts'
import { flat } from './tree.ts'

/** Kind, what it is called, the anchor on its page, what is said of it. */
export type Entry = [kind: string, name: string, anchor: string, said: string]
export type SearchIndex = { path: string; title: string; entries: Entry[] }[]

export const searchIndex = (sheets: readonly Sheet[]): SearchIndex =>
  sheets.map(sheet => ({
    path: sheet.path,
    title: sheet.title,
    entries: sheet.operations ? ofChapter(sheet.operations()) : ofGuide(sheet),
  }))

/** What several operations of a chapter have alike is listed once, for the first: single records tell the most. */
function ofChapter(own: readonly Described[]): Entry[] {
  const known = new Set<string>()
  const once = (entry: Entry) => {
    const isNew = !known.has(`${entry[0]} ${entry[1]}`)
    known.add(`${entry[0]} ${entry[1]}`)
    return isNew
  }
  const most = own.toSorted((a, b) => Number(b.key.endsWith('}')) - Number(a.key.endsWith('}')))
  return [
    ...own.map(({ key, anchor, summary }): Entry => ['operation', key, anchor, summary]),
    ...most.flatMap(one => [...parametersOf(one), ...fieldsOf(one)]).filter(once),
  ]
}

const parametersOf = ({ anchor, parameters }: Described): Entry[] =>
  parameters.map(({ name, in: place, said }) => ['parameter', name, `${anchor}.${place}.${name}`, said])

const fieldsOf = ({ anchor, body = [], answers }: Described): Entry[] => [
  ...flat(body).map(({ path, said }): Entry => ['body', path, `${anchor}.body.${path}`, said]),
  ...flat(answers[0]!.fields).map(
    ({ path, said }): Entry => ['field', path, `${anchor}.answer.${path}`, said],
  ),
]

function ofGuide({ title, html }: Sheet): Entry[] {
  const page = html()
  const headings = [...page.matchAll(/<h[23] id="([^"]+)"><a [^>]+>(.+?)<\/a>/g)]
  const errors = [...page.matchAll(/<li id="([A-Z_]+)">.*?<p>(.*?)<\/p>/g)]
  return [
    ['guide', title, '', ''],
    ...headings.map(([, anchor, text]): Entry => ['guide', plain(text!), anchor!, '']),
    ...errors.map(([, code, said]): Entry => ['error', code!, code!, plain(said!)]),
  ]
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

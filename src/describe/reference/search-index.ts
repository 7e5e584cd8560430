// The search index of the reference: every operation, example, parameter, field, error, event and section of a guide,
// with its place, and what people call these things.

import { synonyms } from '../../api/synonyms.ts'
import { caseAnchor } from './chapter-html.ts'
import type { OperationDescription } from './operations.ts'
import type { Sheet } from './shell.ts'
import { allFields } from './tree.ts'

/** Kind, what it is called, the anchor on its page, what is said of it. */
type SearchEntry = [kind: string, name: string, anchor: string, said: string]
export type SearchIndex = {
  synonyms: readonly (readonly string[])[]
  pages: { path: string; title: string; entries: SearchEntry[] }[]
}

export const searchIndex = (sheets: readonly Sheet[]): SearchIndex => ({
  synonyms,
  pages: sheets.map(sheet => ({
    path: sheet.path,
    title: sheet.title,
    entries: sheet.operations ? ofChapter(sheet.operations()) : ofGuide(sheet),
  })),
})

/** What several operations of a chapter have alike is listed once, for the first: single records tell the most. */
function ofChapter(own: readonly OperationDescription[]): SearchEntry[] {
  const known = new Set<string>()
  const once = (entry: SearchEntry) => {
    const isNew = !known.has(`${entry[0]} ${entry[1]}`)
    known.add(`${entry[0]} ${entry[1]}`)
    return isNew
  }
  const most = own.toSorted((a, b) => Number(b.key.endsWith('}')) - Number(a.key.endsWith('}')))
  return [
    ...own.map(({ key, anchor, summary }): SearchEntry => ['operation', key, anchor, summary]),
    ...own.flatMap(examplesOf),
    ...most.flatMap(one => [...parametersOf(one), ...fieldsOf(one)]).filter(once),
  ]
}

const examplesOf = ({ key, anchor, cases }: OperationDescription): SearchEntry[] =>
  cases.flatMap(({ title }, index) => (title ? [['example', title, caseAnchor(anchor, index), key]] : []))

const parametersOf = ({ anchor, parameters }: OperationDescription): SearchEntry[] =>
  parameters.map(({ name, in: place, said }) => ['parameter', name, `${anchor}.${place}.${name}`, said])

const fieldsOf = ({ anchor, body = [], answers }: OperationDescription): SearchEntry[] => [
  ...allFields(body).map(({ path, said }): SearchEntry => ['body', path, `${anchor}.body.${path}`, said]),
  ...allFields(answers[0]!.fields).map(
    ({ path, said }): SearchEntry => ['field', path, `${anchor}.answer.${path}`, said],
  ),
]

/** Of the changelog only its headings: what it says of a thing is not where that thing is told. */
function ofGuide({ kind, title, html }: Sheet): SearchEntry[] {
  const page = html()
  const [intro, ...sections] = page.split(/(?=<h[23] id=)/)
  const errors = [...page.matchAll(/<li id="([A-Z_]+)">.*?<span>(\d+)<\/span><p>(.*?)<\/p>/g)]
  const text = (part: string) => (kind === 'about' || errors.length > 0 ? '' : prose(part))
  return [
    ['guide', title, '', text(intro!)],
    ...sections.map((section): SearchEntry => {
      const [heading, anchor, name] = /^<h[23] id="([^"]+)"><a [^>]+>(.+?)<\/a>.*/.exec(section)!
      return ['guide', plain(name!), anchor!, text(section.slice(heading.length))]
    }),
    ...errors.map(
      ([, code, status, said]): SearchEntry => [
        ...(['error', code!, code!] as const),
        `${status}: ${plain(said!)}`,
      ],
    ),
  ]
}

/** Most sections are shorter; whole ones would make the index a twentieth larger. */
const mostProse = 600

const prose = (html: string) =>
  plain(
    html
      .replace(/<h1.*?<\/h1>|<pre.*?<\/pre>|<fieldset.*?<\/fieldset>|<p class="label">.*?<\/p>/gs, '')
      .replace(/<\/(p|li|td|th)>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostProse)

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

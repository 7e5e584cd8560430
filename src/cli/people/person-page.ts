// The page of a person's export, for them to read: one HTML file that fetches nothing and can be printed.
import { escaped } from '../../describe/reference/markdown.ts'
import type { PersonExport } from '../../workers/person-export.ts'

/** `places` are the paths of the files, relative to the page. */
export function personPage(person: PersonExport, places: ReadonlyMap<string, string>): string {
  const {
    worker,
    records,
    files,
    attempts,
    decisions,
    answers,
    readings,
    listReadings,
    notCounted,
    deliveries,
  } = person
  const name = (worker.record?.name as string | undefined) ?? 'Nobody any more'
  const byType = Map.groupBy(records, record => record.type)
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Everything held on ${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Everything held on ${escaped(name)}</h1>
<p class="muted">Worker <code>${escaped(worker.id)}</code>${worker.erasedAt ? `, erased on ${day(worker.erasedAt)}` : ''}. Times are UTC. The same is in <a href="person.json">person.json</a>, for programs.</p>
${section('Who you are', worker.record ? fields(worker.record, places) : '<p>Nothing is held any more.</p>')}
${section('Kept and not shown to anybody', worker.facts && Object.keys(worker.facts).length > 0 ? fields(worker.facts, places) : '')}
${listed('Files', files, file => `<a href="${escaped(encodeURI(places.get(file.id) ?? ''))}">${escaped(file.fileName)}</a> <span class="muted">${escaped(file.contentType)}, ${file.size} bytes</span>`)}
${[...byType].map(([type, group]) => listed(`In records: ${spaced(type)}`, group, one => recordDetails(one, places))).join('\n')}
${listed('Sent by agencies, or found twice', attempts, one => details(`${one.state}, ${one.agency ? `sent by ${one.agency}` : 'found twice'}`, fields(one, places)))}
${listed('What was decided about that', decisions, line => `${time(line.at)} ${escaped(line.decision)}, ${escaped(line.by)}`)}
${listed('Answers kept for a while', answers, one => details(day(one.at), fields(one, places)))}
${listed('Who read your record', readings, line => `${time(line.at)} ${escaped(line.keyName ?? line.keyId)}${line.owner ? `, ${escaped(line.owner)}` : ''}: ${escaped(line.operation)}`)}
${listed('Lists and exports that may have had you in them', listReadings, line => `${day(line.firstDay)} to ${day(line.lastDay)} ${escaped(line.keyName)}, ${escaped(line.owner)}: ${escaped(line.operation)}, ${line.requests} times`)}
<p class="muted">${escaped(notCounted)}</p>
${listed('Who was told of changes', deliveries, line => `${time(line.at)} ${escaped(line.type)} of <code>${escaped(line.objectId)}</code> to ${escaped(line.url)}, ${escaped(line.state)}`)}
</main>
</body>
</html>
`
}

const style = `
:root{--paper:#F4F1EA;--sheet:#FFFFFF;--ink:#1B1F23;--muted:#575B60;--line:#D5CFC2;--link:#0B4F8A;--mark:#F2B705}
@media (prefers-color-scheme:dark){:root{--paper:#14181C;--sheet:#1C2127;--ink:#ECE8DF;--muted:#A7A9A6;--line:#333A42;--link:#7DB8F0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 "Overpass",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:60rem;min-height:100vh;margin:0 auto;padding:1.5rem 2rem 4rem;background:var(--sheet);border-inline:1px solid var(--line)}
h1{font-size:22px;margin:0 0 .25rem}
h2{font-size:15px;margin:2rem 0 .5rem;border-top:1px solid var(--ink);padding-top:.5rem;display:flex;justify-content:space-between}
h2 span,.muted{font-weight:400;color:var(--muted)}
a{color:var(--link);text-underline-offset:.2em}
code{font:13px "IBM Plex Mono",ui-monospace,monospace;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) minmax(0,1fr);margin:0}
dt,dd{margin:0;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
dt{color:var(--muted)}
dd dl>:nth-last-child(-n+2){border:0}
ul{margin:0;padding:0;list-style:none}
li{padding:.3rem 0;border-bottom:1px solid var(--line)}
li:last-child{border:0}
summary{cursor:pointer;min-height:24px}
:focus-visible{outline:3px solid var(--mark);outline-offset:1px}
@media (max-width:40rem){main{padding:1rem}dl{grid-template-columns:minmax(0,1fr)}dt{border:0;padding-bottom:0}}
@media print{main{border:0;max-width:none}details>*{display:block}}
`

const section = (title: string, content: string, counted: number | '' = '') =>
  content === '' ? '' : `<h2>${escaped(title)}<span>${counted}</span></h2>\n${content}`

const listed = <T>(title: string, items: readonly T[], show: (item: T) => string) =>
  section(title, list(items, show), items.length)

const list = <T>(items: readonly T[], show: (item: T) => string) =>
  items.length === 0 ? '' : `<ul>${items.map(item => `<li>${show(item)}</li>`).join('\n')}</ul>`

const details = (title: string, content: string) =>
  `<details><summary>${escaped(title)}</summary>${content}</details>`

function recordDetails({ id, record, facts }: PersonExport['records'][number], places: Places): string {
  const { reference = id, status, createdAt } = record
  const parts = [reference, status, createdAt ? day(String(createdAt)) : undefined]
  const all = { ...record, ...(Object.keys(facts).length > 0 && { 'not shown': facts }) }
  return details(parts.filter(part => part !== undefined).join(', '), fields(all, places))
}

type Places = ReadonlyMap<string, string>

const fields = (value: object, places: Places): string =>
  `<dl>${Object.entries(value)
    .filter(([, inner]) => !isNothing(inner))
    .map(([name, inner]) => `<dt>${escaped(spaced(name))}</dt><dd>${shown(inner, places)}</dd>`)
    .join('\n')}</dl>`

const isNothing = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

function shown(value: unknown, places: Places): string {
  if (Array.isArray(value)) return list(value, item => shown(item, places))
  if (value !== null && typeof value === 'object') return fields(value, places)
  const text = String(value)
  const place = text.startsWith('file:') ? places.get(text.slice('file:'.length)) : undefined
  if (place !== undefined) return `<a href="${escaped(encodeURI(place))}">${escaped(place)}</a>`
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? time(text) : escaped(text)
}

/** rightToWork as "right to work". */
const spaced = (name: string) => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

const day = (at: string) => escaped(at.slice(0, 10))
const time = (at: string) =>
  escaped(
    at
      .replace(/T00:00:00\.000Z$/, '')
      .replace('T', ' ')
      .slice(0, 16),
  )

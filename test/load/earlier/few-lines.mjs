// node few.mjs PROGRAMME OUT COUNT: the first lines of each type of a demo programme, and all that they name
import { writeFileSync } from 'node:fs'

const [, , programme, out, most] = process.argv
const { demoProgramme } = await import(programme)
const all = [...demoProgramme(new Date('2026-11-15T06:00:00Z'))]
const idOf = line => line.record?.id ?? line.id
const byId = new Map(all.map(line => [idOf(line), line]))
const kept = new Set()
function keep(line) {
  if (kept.has(line)) return
  kept.add(line)
  JSON.stringify(line, (_, value) => {
    const named = typeof value === 'string' && byId.get(value.replace(/^file:/, ''))
    if (named) keep(named)
    return value
  })
}
const counts = {}
for (const line of all) {
  counts[line.type] = (counts[line.type] ?? 0) + 1
  if (counts[line.type] <= Number(most)) keep(line)
}
writeFileSync(
  out,
  all
    .filter(line => kept.has(line))
    .map(line => `${JSON.stringify(line)}\n`)
    .join(''),
)

// Every document of a worker as a line in time: the days on which it is good, by its own dates, and who asks for it.

import type { WorkerRecord } from '../../../src/api/shapes/worker.ts'
import { daysAfter, today } from '../../../src/formats/day.ts'
import { Chart } from '../../charts/figure.tsx'
import { linear } from '../../charts/scale.ts'
import { isNarrow, shortened, useWidth } from '../../charts/width.ts'
import { Empty, Section } from '../../components/layout.tsx'
import { dateWords, dayOf, plural } from '../../components/text.tsx'
import type { Row } from './asking.ts'

type Document = WorkerRecord['attachments'][number] & Partial<WorkerRecord['rightToWork'][number]>

export type WorkerDocuments = Pick<WorkerRecord, 'name' | 'attachments' | 'rightToWork'>

type Line = {
  id: string
  name: string
  from: string | undefined
  /** The last day. */
  to: string | undefined
  /** What is asked for that it is or was to prove. */
  asked: string[]
  isPast: boolean
}

const before = 60
const ahead = 365

function lineOf(document: Document, rows: readonly Row[]): Line {
  const { id, documentType, expiration, rightToWorkCheck: check } = document
  const to = [expiration, check?.permissionExpiry].flatMap(end => (end ? [end.slice(0, 10)] : [])).sort()[0]
  const needs = rows.flatMap(row => row.needs).filter(({ documents }) => documents.some(one => one.id === id))
  return {
    id,
    name: documentType,
    from: check?.permissionStart?.slice(0, 10),
    to,
    asked: [...new Set(needs.map(({ what }) => what))],
    isPast: to !== undefined && to < today(),
  }
}

const wordsOf = ({ from, to, isPast }: Line): string => {
  if (from && from > today()) return `from ${dateWords(from)} on`
  if (!to) return 'no end'
  return isPast ? `ended on ${dateWords(to)}` : `to ${dateWords(to)}`
}

export function DocumentsInTime({ of, rows }: { of: WorkerDocuments; rows: readonly Row[] }) {
  const documents: Document[] = [...of.rightToWork, ...of.attachments]
  const lines = documents
    .map(document => lineOf(document, rows))
    .sort((one, other) => Number(other.asked.length > 0) - Number(one.asked.length > 0))
  const isAsked = lines.filter(({ asked }) => asked.length > 0).length
  return (
    <Section title="Documents in time" count={plural(lines.length, 'document')}>
      {lines.length === 0 ? (
        <Empty>No documents of this worker can be seen.</Empty>
      ) : (
        <Chart
          of={{
            sentence: `${plural(lines.length, 'document')}, from two months ago to a year ahead; the first ${isAsked} of them ${isAsked === 1 ? 'is' : 'are'} for something that is asked for. The dotted line is today.`,
            head: ['Document', 'Good from', 'Last day', 'Asked for as'],
            rows: lines.map(({ name, from, to, asked }) => [
              name,
              from ?? null,
              to ?? null,
              asked.join('; '),
            ]),
            file: 'documents-in-time',
          }}
        >
          <Picture lines={lines} />
        </Chart>
      )}
    </Section>
  )
}

const height = 34

function Picture({ lines }: { lines: readonly Line[] }) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 0 : 210
  const row = height + (narrow ? 18 : 0)
  const [first, last] = [daysAfter(today(), -before), daysAfter(today(), ahead)]
  const moment = (day: string) => Date.parse(day)
  const x = linear([moment(first), moment(last)], [named, Math.max(named + 60, width - 4)])
  const within = (day: string) => Math.min(x(moment(last)), Math.max(x(moment(first)), x(moment(day))))
  const bottom = 22 + lines.length * row
  const months = [0, 3, 6, 9, 12].map(count => daysAfter(today(), Math.round(count * 30.4)))
  return (
    <div class="plot" ref={holder}>
      <svg
        role="img"
        aria-label="The days on which each document is good"
        width={width}
        height={bottom + 6}
        viewBox={`0 0 ${width} ${bottom + 6}`}
      >
        {months.map((day, at) => (
          <text
            key={day}
            class="quiet"
            x={within(day)}
            y={13}
            text-anchor={at === months.length - 1 ? 'end' : 'middle'}
          >
            {at === 0 ? 'today' : dayOf(new Date(day))}
          </text>
        ))}
        {lines.map((line, at) => (
          <LineOfDocument
            key={line.id}
            line={line}
            top={22 + at * row}
            named={named}
            width={width}
            within={within}
          />
        ))}
        <line class="now" x1={within(today())} x2={within(today())} y1={18} y2={bottom} />
      </svg>
    </div>
  )
}

type LineProps = { line: Line; top: number; named: number; width: number; within: (day: string) => number }

function LineOfDocument({ line, top, named, width, within }: LineProps) {
  const narrow = named === 0
  const y = top + (narrow ? 18 : 0)
  const from = within(line.from ?? '2000-01-01')
  const to = within(line.to ?? '2999-12-31')
  const kind = line.isPast ? 'span notCleared' : line.asked.length > 0 ? 'span' : 'span unasked'
  const words = wordsOf(line)
  const name = narrow ? `${line.name}, ${words}` : line.name
  return (
    <g>
      <title>{`${line.name}: ${words}`}</title>
      <text x={0} y={narrow ? y - 4 : y + 14}>
        {shortened(name, narrow ? width : named - 12)}
      </text>
      <rect class={kind} x={from} y={y + 5} width={Math.max(3, to - from)} height={6} />
      {!narrow && (
        <text class="quiet" x={Math.min(from + 4, width - 150)} y={y + 24}>
          {words}
        </text>
      )}
    </g>
  )
}

// Who was sent beside who it may be, field by field, with what each field weighs.
import { Facts } from '../../components/layout.tsx'
import type { Candidate, MatchField, Person, Review } from './match.ts'

export const numbers: Record<string, string> = {
  nationalIns: 'National Insurance number',
  pps: 'PPS number',
  travel: 'passport number or share code',
}

const fieldWords: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dob: 'Date of birth',
  email: 'E-mail',
  phone: 'Telephone',
  postcode: 'Postcode',
  gender: 'Gender',
  nationality: 'Nationality',
  nationalIns: 'National Insurance',
}
const saysWords = { agrees: 'agrees', differs: 'differs', nothing: 'says nothing' } as const

export const bitsWords = (bits: number) => `${bits < 0 ? '−' : ''}${Math.abs(bits).toFixed(1)}`

/** Reaching this much makes a match; the bar of a field is drawn against it. */
const enough = 20

export function Compared({ of, candidate }: { of: Review; candidate: Candidate }) {
  const { exact, total, fields, known, reference, worker } = candidate
  const [first, second] =
    of.kind === 'pair'
      ? [of.sent?.reference ?? 'One', reference ?? 'The other']
      : ['Submitted', reference ?? worker]
  const sum = fields.reduce((all, { bits = 0 }) => all + bits, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="wide" aria-label="Side by side" tabIndex={0}>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{first}</th>
            <th scope="col">
              {second}
              {!known && ' (no longer there)'}
            </th>
            <th scope="col">
              <span>Compared</span>
            </th>
            <th scope="col" class="n">
              Bits
            </th>
            <th scope="col" class="drawn">
              <span class="aloud">Drawn</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {exact && (
            <tr>
              <th scope="row">{numbers[exact] ?? exact}</th>
              <td colSpan={2} class="muted">
                the same on both sides; it is not shown
              </td>
              <td>
                <span class="says agrees">
                  <span>agrees</span>
                </span>
              </td>
              <td class="n">decides</td>
              <td class="drawn" />
            </tr>
          )}
          {fields.map(field => (
            <Row key={field.field} of={field} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td colSpan={3} class="muted">
              <span>
                {enough} bits or the same identity number are asked about
                {Math.abs(sum - total) > 0.25 && '; what contacts add is limited'}
              </span>
            </td>
            <td class="n">{bitsWords(total)}</td>
            <td class="drawn" />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Row({ of: { field, sent, known, says, bits } }: { of: MatchField }) {
  const isHidden = field === 'nationalIns'
  return (
    <tr class={says}>
      <th scope="row">{fieldWords[field] ?? field}</th>
      <td>{isHidden ? <span class="muted">not shown</span> : <Value text={sent} beside={known} />}</td>
      <td>{isHidden ? <span class="muted">not shown</span> : <Value text={known} beside={sent} />}</td>
      <td>
        <span class={`says ${says}`}>
          <span>{saysWords[says]}</span>
        </span>
      </td>
      <td class="n">{bits === undefined ? '' : bitsWords(bits)}</td>
      <td class="drawn">{bits !== undefined && <Weight bits={bits} />}</td>
    </tr>
  )
}

/** Where the line is, in percent: less speaks against a match than for it. */
const axis = 30

/** What speaks for it grows to the right of the line, what speaks against it to the left. */
function Weight({ bits }: { bits: number }) {
  const share = Math.min(1, Math.abs(bits) / enough) * (100 - axis)
  return (
    <span class="weight" aria-hidden="true">
      <i
        class={bits < 0 ? 'against' : 'for'}
        style={{ width: `${share}%`, left: `${bits < 0 ? axis - share : axis}%` }}
      />
    </span>
  )
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** With what is not the same in the other one underlined. */
function Value({ text, beside }: { text: string | undefined; beside: string | undefined }) {
  if (text === undefined) return <span class="muted">not given</span>
  if (beside === undefined || bare(text) === bare(beside)) return <>{text}</>
  const [one, other] = [text.toLowerCase(), beside.toLowerCase()]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const odd = text.slice(start, text.length - end)
  return (
    <>
      {text.slice(0, start)}
      {odd && <u>{odd}</u>}
      {text.slice(text.length - end)}
    </>
  )
}

export function SentToo({ sent }: { sent: Person }) {
  return (
    <Facts
      of={[
        [
          'Identity numbers sent',
          sent.numbers
            ?.map(name => (name === 'nationalIns' ? 'National Insurance' : 'passport'))
            .join(', ') || 'none',
        ],
        ['Documents sent', sent.documents?.map(name => name.replaceAll('_', ' ')).join(', ') || 'none'],
      ]}
    />
  )
}

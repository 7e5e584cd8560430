// Who was sent beside who it may be: the server's verdict and weight of each field, and what they add up to.
import { Facts } from '../../components/layout.tsx'
import type { Candidate, MatchField, Person, Review } from './match.ts'

const weightWords = (weight: number) =>
  `${weight < 0 ? '−' : weight > 0 ? '+' : ''}${Math.abs(weight).toFixed(1)}`

export function Comparison({ of, candidate }: { of: Review; candidate: Candidate }) {
  const { exact, total, fields, limit, known, reference, worker } = candidate
  const [first, second] =
    of.kind === 'pair'
      ? [of.sent?.reference ?? 'One', reference ?? 'The other']
      : ['Submitted', reference ?? worker]
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
            <th scope="col">Verdict</th>
            <th scope="col" class="n">
              Weight
            </th>
            <th scope="col" class="drawn">
              <span class="aloud">Drawn</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <Row key={field.field} of={field} isExact={exact !== undefined} threshold={of.threshold} />
          ))}
          {limit && (
            <tr>
              <th scope="row">Limit</th>
              <td colSpan={3} class="muted">
                {limit.words}
              </td>
              <td class="n">{weightWords(limit.weight)}</td>
              <td class="drawn">
                <Weight of={limit.weight} threshold={of.threshold} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td colSpan={3} class="muted">
              {of.rule}
            </td>
            <td class="n">{total.toFixed(1)}</td>
            <td class="drawn" />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type RowProps = { of: MatchField; isExact: boolean; threshold: number }

function Row({ of: { field, label, sent, known, verdict, words, weight }, isExact, threshold }: RowProps) {
  const isNumber = field === 'nationalIns' || field === 'travel'
  const isSame = verdict === 'same'
  return (
    <tr class={verdict}>
      <th scope="row">{label}</th>
      {isNumber ? (
        <td colSpan={2} class="muted">
          {verdict === 'unknown' ? 'not compared' : 'compared, not shown'}
        </td>
      ) : (
        <>
          <td>
            <Value text={sent} beside={isSame ? undefined : known} />
          </td>
          <td>
            <Value text={known} beside={isSame ? undefined : sent} />
          </td>
        </>
      )}
      <td>
        <span class={`verdict ${verdict}`}>{verdict}</span>
        {words !== verdict && words !== 'the same' && <span class="muted">{words}</span>}
      </td>
      <td class="n">
        {isNumber && isSame && isExact ? 'decides' : verdict === 'unknown' ? '' : weightWords(weight)}
      </td>
      <td class="drawn">{weight !== 0 && <Weight of={weight} threshold={threshold} />}</td>
    </tr>
  )
}

/** Where the line is, in percent: less speaks against a match than for it. */
const axis = 30

/** What speaks for it grows to the right of the line, what speaks against it to the left. */
function Weight({ of, threshold }: { of: number; threshold: number }) {
  const share = Math.min(1, Math.abs(of) / threshold) * (of < 0 ? axis : 100 - axis)
  return (
    <span class="weight" aria-hidden="true">
      <i
        class={of < 0 ? 'against' : 'for'}
        style={{ width: `${share}%`, left: `${of < 0 ? axis - share : axis}%` }}
      />
    </span>
  )
}

/** With what is not the same in the other one underlined. */
function Value({ text, beside }: { text: string | undefined; beside: string | undefined }) {
  if (text === undefined) return <span class="muted">not given</span>
  if (beside === undefined) return <>{text}</>
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

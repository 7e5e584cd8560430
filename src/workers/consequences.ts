// What each decision about a match would do to both records, said before it is made: the same for the portal and for
// commands.
import { list, maybe, oneOf, record, type Static, text } from '../shape/shape.ts'
import { undoMinutes } from '../store/people/match-decisions.ts'

export const decisionWords = ['link', 'different', 'dismiss'] as const
export type DecisionWord = (typeof decisionWords)[number]

/** `worker` is the candidate that a submission would be linked to. */
export const Consequence = record({
  decision: oneOf(...decisionWords),
  worker: maybe(text),
  title: text,
  action: text,
  records: list(record({ whose: text, what: text })),
})
export type Consequence = Static<typeof Consequence>

export const undoRule = `It can be undone for ${undoMinutes} minutes, where nothing else changes meanwhile.`

type Known = { worker: string; reference?: string; known?: { name: string } }

const called = ({ worker, reference = worker, known }: Known) =>
  known ? `${reference} ${known.name}` : `${reference} (no longer there)`

const unchanged = 'Stays as it is.'

export function consequencesOfSubmission(
  { name, agencyId, agency }: { name: string; agencyId: string; agency: string },
  candidates: readonly Known[],
): Consequence[] {
  const whose = `Sent by ${agency}: ${name}`
  const others = (what: string) => candidates.map(one => ({ whose: called(one), what }))
  return [
    ...candidates.map(one => linking({ whose, name, agencyId, agency }, one)),
    {
      decision: 'different',
      title: `${name} is somebody else`,
      action: 'Create a new worker',
      records: [
        {
          whose,
          what: `A new worker is created from it, after the usual checks of documents and right to work. ${agency} sees it at once.`,
        },
        ...others(`${unchanged} It is noted that the new worker is somebody else, and no scan asks again.`),
      ],
    },
    {
      decision: 'dismiss',
      title: 'Dismiss',
      action: 'Dismiss',
      records: [
        {
          whose,
          what: `Nobody is created or linked. What was sent is forgotten in ${undoMinutes} minutes; when it is sent again, it comes back here.`,
        },
        ...others(unchanged),
      ],
    },
  ]
}

function linking(
  { whose, name, agencyId, agency }: { whose: string; name: string; agencyId: string; agency: string },
  one: Known,
): Consequence {
  const reference = one.reference ?? one.worker
  return {
    decision: 'link',
    worker: one.worker,
    title: `${name} is ${reference}`,
    action: `Link to ${reference}`,
    records: [
      {
        whose,
        what: `No record is made of it. Its identifier ${agencyId} goes to ${reference}, and so do documents that ${reference} lacks, after their usual checks. Everything else that was sent is dropped.`,
      },
      {
        whose: called(one),
        what: `${agency} is added to it, and sees it from then on; an agency’s own documents, such as a CV, are shown to ${agency} alone. Name, date of birth, contacts and identity numbers stay as they are.`,
      },
    ],
  }
}

export function consequencesOfPair(one: Known, other: Known): Consequence[] {
  const both = (what: string) => [
    { whose: called(one), what: unchanged },
    { whose: called(other), what: unchanged },
    { whose: 'Both', what },
  ]
  return [
    {
      decision: 'link',
      title: 'One person',
      action: 'They are one person',
      records: both(
        'It is noted that they are one person. Nothing is merged: the system that they were loaded from names one of them instead of the other, then deletes the other by a load.',
      ),
    },
    {
      decision: 'different',
      title: 'Two people',
      action: 'They are two people',
      records: both(
        'It is noted that they are two people. A scan asks again only when one of them becomes known by something else.',
      ),
    },
    {
      decision: 'dismiss',
      title: 'Dismiss',
      action: 'Dismiss',
      records: both(
        'Nothing is noted of them but that this was dismissed. A scan asks again only when one of them becomes known by something else.',
      ),
    },
  ]
}

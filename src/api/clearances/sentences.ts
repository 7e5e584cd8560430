// Why a need is not held, in one sentence without names of people, which may have to be erased.
import { dayText } from '../../formats/day.ts'
import type { Paper } from './documents.ts'
import type { NeedReason } from './words.ts'

type Phrase = (what: string, paper: Paper | undefined) => string

const about =
  (phrase: (paper: Paper) => string): Phrase =>
  (what, paper) =>
    paper ? `${paper.documentType} ${phrase(paper)}` : what

const phrases: Readonly<Record<NeedReason, Phrase>> = {
  none: what => `There is no document for this: ${what}`,
  notValidated: about(() => 'has not been confirmed by its card scheme'),
  tooManyHours: about(() => 'allows fewer hours a week than are planned'),
  notBegun: about(({ beginsOn }) => `is good only from ${beginsOn && dayText(beginsOn)} on`),
  expired: about(({ lastDay }) => (lastDay === undefined ? 'has expired' : `expired on ${dayText(lastDay)}`)),
  refused: about(() => 'was refused'),
  matrixNotKnown: () =>
    'The assignment names no trade or no project, or the project is not seen: what is asked for is not known',
  ruleNotKnown: what => `The rule of the requirement is none that is known: ${what}`,
  workerNotSeen: what => `The worker is not seen, so this is not known: ${what}`,
  documentsNotSeen: what => `Only the agency sees such documents, so this is not known: ${what}`,
  notChecked: about(() => 'has no saved check of the right to work'),
  decisionNotKnown: about(() => 'was decided about in a word that is not known'),
  endNotKnown: about(() => 'does not say when it expires'),
  hoursNotKnown: about(() => 'is for some hours a week, and the assignment does not say how many it plans'),
  termTime: about(
    () => 'allows the hours planned only out of term, and when that is stands in its file of term dates',
  ),
}

export const whyText = (reason: NeedReason, what: string, paper: Paper | undefined): string =>
  `${phrases[reason](what, paper)}.`

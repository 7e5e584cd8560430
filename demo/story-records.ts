// What the demo's stories make of documents and assignments.
import { at } from './calendar.ts'
import { assignmentRequirements, cardsOf, contractRequirement, unclearRequirement } from './competency.ts'
import { type Document, type Holder, reading } from './documents.ts'
import { fileLinkTo } from './files.ts'
import { Dice } from './random.ts'
import { termTime, timeLimited } from './right-to-work.ts'
import type { DocumentTurn, Placement, PlantedStory, Requirement, Story, World } from './world.ts'

/** The one of this assignment. */
export function storyOf(
  { planted }: World,
  { worker, index }: Pick<Placement, 'worker' | 'index'>,
): PlantedStory | undefined {
  const story = planted.stories.get(worker)
  return story?.placement === index ? story : undefined
}

/** Those of an assignment's own. */
export function requirementsOf(world: World, placement: Placement): Requirement[] {
  const turn = storyOf(world, placement)?.story.assignment
  if (turn === 'asksForContract') return [contractRequirement]
  if (turn === 'unclearRule') return [unclearRequirement]
  const hasOwn = new Dice('own requirements', placement.index).chance(20)
  return hasOwn ? assignmentRequirements(placement.gang.trade) : []
}

const firstAid = ['First Aid at Work', 'Emergency First Aid']

/** The names of the documents that a story is about. */
export const namesAbout = (of: string, trade: number): readonly string[] =>
  of === 'card' ? cardsOf(trade) : of === 'First aid' ? firstAid : [of]

type Change = (document: Document, holder: Holder) => object

const studentVisa = ({ today }: Holder, document: Document) => ({
  rightToWorkCheck: { ...document.rightToWorkCheck, ...timeLimited('Student', today + 300), ...termTime },
})

const changes: Readonly<Record<Exclude<DocumentTurn, 'missing'>, Change>> = {
  notRead: ({ documentType }, holder) => ({ systemValidation: reading(holder, documentType, false) }),
  notOfScheme: ({ verification }) => ({ verification: { ...verification, verified: false } }),
  notConfirmed: () => ({ verification: undefined }),
  notFound: ({ rightToWorkCheck }) => ({ rightToWorkCheck: { ...rightToWorkCheck, status: 'notFound' } }),
  notChecked: () => ({ rightToWorkCheck: undefined }),
  withoutEnd: ({ rightToWorkCheck }) => ({
    expiration: undefined,
    rightToWorkCheck: { ...rightToWorkCheck, permissionExpiry: undefined, followUpDue: undefined },
  }),
  rejected: () => ({}),
  escalated: () => ({}),
  student: (document, holder) => studentVisa(holder, document),
  studentWithDates: (document, holder) => ({
    ...studentVisa(holder, document),
    files: [
      ...document.files,
      { fileName: 'term-dates.pdf', url: fileLinkTo('term-dates.pdf'), docType: 'Term dates' },
    ],
  }),
}

const ending = (document: Document, day: number) => ({
  expiration: at(day),
  ...(document.verification && {
    verification: { ...document.verification, expiry: at(day).slice(0, 10) },
  }),
  ...(document.rightToWorkCheck && {
    rightToWorkCheck: { ...document.rightToWorkCheck, permissionExpiry: at(day), followUpDue: at(day - 30) },
  }),
})

/** The document as the story has it; none where it is missing. */
export function turned(holder: Holder, trade: number, document: Document, story?: Story): Document[] {
  if (!isAbout(document, trade, story)) return [document]
  const { is, ends, begins } = story!
  if (is === 'missing') return []
  const { rightToWorkCheck } = document
  return [
    {
      ...document,
      ...(is && changes[is](document, holder)),
      ...(ends !== undefined && ending(document, holder.today + ends)),
      ...(begins !== undefined && {
        rightToWorkCheck: { ...rightToWorkCheck, permissionStart: at(holder.today + begins) },
      }),
    },
  ]
}

const isAbout = ({ documentType }: Document, trade: number, story: Story | undefined): boolean =>
  story?.of !== undefined && namesAbout(story.of, trade).includes(documentType)

/** What the company has decided about a document. */
export function decidedBy(story: Story | undefined, trade: number, all: readonly Document[]) {
  const { is } = story ?? {}
  const document = all.find(one => isAbout(one, trade, story))
  return document && (is === 'rejected' || is === 'escalated') ? { document, status: is } : undefined
}

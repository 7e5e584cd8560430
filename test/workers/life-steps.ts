// What may happen to people's data, at random: small numbers that a life makes lines, bodies and decisions of.
import fc from 'fast-check'

/** Absent is not named, null is cleared. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: value },
  )
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 2 })
const document = fc.record({ which: fc.nat(3), what: fc.nat(3), number: fc.nat(3), file: fc.nat(8) })

const workerLine = fc.record({
  kind: fc.constant('worker' as const),
  worker: fc.nat(7),
  /** About somebody who was linked, where there is one. */
  linked: fc.boolean(),
  how: fc.constantFrom('whole', 'whole', 'whole', 'patch', 'patch', 'delete'),
  day: fc.nat(3),
  isDated: fc.boolean(),
  email: maybe(fc.nat(2)),
  phone: maybe(fc.nat(2)),
  gender: maybe(fc.constantFrom('Male', 'Female')),
  city: maybe(fc.constantFrom('Leeds', 'York')),
  agencies: maybe(few(fc.record({ agency: fc.nat(1), id: fc.nat(6), active: fc.boolean() }))),
  trades: maybe(few(fc.constantFrom('mt1', 'mt2'))),
  companyIds: maybe(few(fc.record({ company: fc.constantFrom('c1', 'c2'), id: fc.nat(1) }))),
  attachments: maybe(few(document)),
  rightToWork: maybe(few(document)),
  nationalIns: maybe(fc.nat(4)),
  passportNo: maybe(fc.nat(2)),
  otherPassports: maybe(fc.nat(2)),
  shareCodes: maybe(fc.nat(1)),
  owner: maybe(fc.record({ document: fc.nat(9), agency: fc.nat(1) })),
  /** Takes back what was decided. */
  unlinks: fc.integer({ min: 0, max: 9 }).map(one => one === 9),
})
export type WorkerLine = typeof workerLine extends fc.Arbitrary<infer T> ? T : never

/** Who is there at the beginning. */
export const someone: WorkerLine = {
  kind: 'worker',
  worker: 0,
  linked: false,
  how: 'whole',
  day: 0,
  isDated: true,
  email: 0,
  phone: 0,
  gender: 'Male',
  city: 'Leeds',
  agencies: [{ agency: 0, id: 4, active: true }],
  trades: undefined,
  companyIds: undefined,
  attachments: [{ which: 0, what: 0, number: 0, file: 0 }],
  rightToWork: [{ which: 0, what: 2, number: 0, file: 1 }],
  nationalIns: 0,
  passportNo: undefined,
  otherPassports: undefined,
  shareCodes: undefined,
  owner: { document: 0, agency: 0 },
  unlinks: false,
}

const fileLine = fc.record({ kind: fc.constant('file' as const), file: fc.nat(5), content: fc.nat(2) })
const assignmentLine = fc.record({
  kind: fc.constant('assignment' as const),
  worker: fc.nat(7),
  company: fc.constantFrom('c1', 'c2'),
  deleted: fc.integer({ min: 0, max: 3 }).map(one => one === 3),
})
const load = fc.record({
  step: fc.constant('load' as const),
  lines: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: workerLine },
      { weight: 2, arbitrary: fileLine },
      { weight: 2, arbitrary: assignmentLine },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  allowOlder: fc.integer({ min: 0, max: 4 }).map(one => one === 4),
  dryRun: fc.integer({ min: 0, max: 39 }).map(one => one === 39),
})
const post = fc.record({
  step: fc.constant('post' as const),
  /** Somebody new, or what was sent before. */
  again: fc.option(fc.nat(9), { nil: undefined, freq: 3 }),
  agency: fc.nat(1),
  nationalIns: fc.nat(4),
  passportNo: fc.option(fc.nat(2), { nil: undefined }),
  passport: fc.option(fc.nat(2), { nil: undefined }),
  cv: fc.boolean(),
  course: fc.boolean(),
  agencyId: fc.nat(5),
})
const decide = fc.record({
  step: fc.constant('decide' as const),
  attempt: fc.nat(5),
  what: fc.constantFrom('link', 'link', 'different', 'different', 'dismiss'),
  worker: fc.nat(7),
})
const undo = fc.record({ step: fc.constant('undo' as const), attempt: fc.nat(5) })
const erase = fc.record({ step: fc.constant('erase' as const), worker: fc.nat(7) })
const later = fc.record({ step: fc.constant('later' as const) })
export const step = fc.oneof(
  { weight: 6, arbitrary: load },
  { weight: 5, arbitrary: post },
  { weight: 4, arbitrary: decide },
  { weight: 2, arbitrary: undo },
  { weight: 1, arbitrary: erase },
  { weight: 1, arbitrary: later },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export type Of<S extends Step['step']> = Extract<Step, { step: S }>

// What a backup that is put back makes of a history: the time between two of them is an age of its own, which begins with what was
// so at one moment of the backup. What was acknowledged before that was asked for is there, and what was asked for afterwards is not.
import type { History, Restore, Turn, Write } from './checker.ts'

/** Which age a moment is of: the first comes before any restore. */
export const ageOf = (restores: readonly Restore[], ms: number): number =>
  restores.filter(({ endedMs }) => endedMs <= ms).length

/** The age that an age goes on from, and the backup that it begins with. */
function before(restores: readonly Restore[], age: number) {
  const { backup } = restores[age - 1]!
  return { parent: ageOf(restores, backup.ackMs), backup }
}

/** Times of an age before are moved to before all others, in the order that they had. */
const longAgoMs = 1e9
const longAgo = <T extends Write | Turn>({ ackMs, ...one }: T, backup: Restore['backup']) => ({
  ...one,
  sentMs: one.sentMs - longAgoMs,
  // What was not acknowledged yet may be in the backup or not.
  ...(ackMs !== undefined && ackMs < backup.sentMs && { ackMs: ackMs - longAgoMs }),
})

/** One age as a history of its own, with what its beginning may be. */
export function historyOf(history: History, age: number): History {
  const { restores } = history
  const is = (ms: number) => ageOf(restores, ms) === age
  const own: History = {
    restores: [],
    writes: history.writes.filter(({ sentMs }) => is(sentMs)),
    reads: history.reads.filter(({ gotMs }) => is(gotMs)),
    posts: history.posts.filter(({ sentMs, ackMs }) => is(ackMs ?? sentMs)),
    turns: history.turns.filter(({ sentMs }) => is(sentMs)),
    seen: history.seen.filter(({ gotMs }) => is(gotMs)),
    admitted: history.admitted.filter(({ gotMs }) => is(gotMs)),
  }
  if (age === 0) return own
  const { parent, backup } = before(restores, age)
  const past = historyOf(history, parent)
  const mayBe = ({ sentMs }: { sentMs: number }) => sentMs < backup.ackMs
  const isSure = (ms: number | undefined) => ms !== undefined && ms < backup.sentMs
  return {
    ...own,
    writes: [...past.writes.filter(mayBe).map(write => longAgo(write, backup)), ...own.writes],
    turns: [...past.turns.filter(mayBe).map(turn => longAgo(turn, backup)), ...own.turns],
    posts: [...past.posts.filter(({ ackMs }) => isSure(ackMs)), ...own.posts],
    admitted: [...past.admitted.filter(({ gotMs }) => isSure(gotMs)), ...own.admitted],
  }
}

/** Whether a write is certainly there in the end, or was when it was told. */
export function isKept(restores: readonly Restore[], { sentMs, ackMs }: Write): boolean {
  if (ackMs === undefined) return false
  const of = ageOf(restores, sentMs)
  for (let age = restores.length; age !== of; ) {
    const { parent, backup } = before(restores, age)
    if (parent < of || (parent === of && ackMs >= backup.sentMs)) return false
    age = parent
  }
  return true
}

/** Something that a backup has, and since when it may be there; or has not, and since when it certainly was. */
type Mark = { what: string; isIn: boolean; ms: number }

/** An age begins with one moment of the one before: nothing in it is later than something that is missing, and it stays as it was. */
export function cutFaults(history: History, age: number): string[] {
  if (age === 0) return []
  const { parent, backup } = before(history.restores, age)
  const [past, own] = [historyOf(history, parent), historyOf(history, age)]
  const groups = [...new Set(history.writes.map(({ group }) => group))].map(group =>
    groupMarks(history, { past, own, group, age, parent }),
  )
  const marks = [
    ...groups.flatMap(({ marks }) => marks),
    ...postMarks(past, own),
    ...turnMarks(past, own, backup),
  ]
  const last = marks.filter(({ isIn }) => isIn).sort((one, other) => other.ms - one.ms)[0]
  const first = marks.filter(({ isIn }) => !isIn).sort((one, other) => one.ms - other.ms)[0]
  const torn =
    last && first && first.ms < last.ms
      ? [`a backup has ${last.what}, and not ${first.what}, which was there before that was asked for`]
      : []
  return [...groups.flatMap(({ faults }) => faults), ...torn]
}

type Ages = { past: History; own: History; group: string; age: number; parent: number }

function groupMarks({ restores, writes }: History, { past, own, group, age, parent }: Ages) {
  const isOf = (write: Write, of: number) => write.group === group && ageOf(restores, write.sentMs) === of
  const first = Math.min(...writes.filter(write => isOf(write, age)).map(({ value }) => value))
  const shown = own.reads.filter(read => read.group === group).flatMap(({ values }) => values)
  const begun = [...new Set(shown.filter(value => value < first))]
  if (begun.length > 1)
    return { marks: [], faults: [`${group} was restored as ${begun.join(' and as ')}, and nobody wrote it`] }
  const [value] = begun
  if (value === undefined) return { marks: [], faults: [] }
  const marks = writes
    .filter(write => isOf(write, parent))
    .flatMap((write): Mark[] => {
      const what = `${write.value} of ${group}`
      if (write.value === value) return [{ what, isIn: true, ms: write.sentMs }]
      const seen = past.reads.filter(read => read.group === group && read.values.includes(write.value))
      const known = Math.min(write.ackMs ?? Number.POSITIVE_INFINITY, ...seen.map(({ gotMs }) => gotMs))
      return write.value > value && known < Number.POSITIVE_INFINITY ? [{ what, isIn: false, ms: known }] : []
    })
  return { marks, faults: [] }
}

/** Who was created before, and again afterwards, was not in the backup. */
function postMarks(past: History, own: History): Mark[] {
  const now = new Map(own.posts.flatMap(({ name, worker }) => (worker ? [[name, worker]] : [])))
  return [...Map.groupBy(past.posts, ({ name }) => name)].flatMap(([name, sent]): Mark[] => {
    const first = sent.filter(({ worker }) => worker).sort((one, other) => one.ackMs! - other.ackMs!)[0]
    const again = now.get(name)
    if (!first || again === undefined) return []
    const isIn = again === first.worker
    // Any of those that were sent may have created it.
    const ms = isIn ? Math.min(...sent.map(({ sentMs }) => sentMs)) : first.ackMs!
    return [{ what: `the worker of ${name}`, isIn, ms }]
  })
}

/** Of the keys of which one turn alone may be in the backup or not. */
function turnMarks(past: History, own: History, backup: Restore['backup']): Mark[] {
  return [...Map.groupBy(past.turns, turn => turn.key)].flatMap(([key, turns]): Mark[] => {
    const sure = turns.filter(({ ackMs }) => ackMs !== undefined && ackMs < backup.sentMs).at(-1)
    const open = turns.filter(turn => turn.sentMs < backup.ackMs && (!sure || turn.sentMs > sure.sentMs))
    const [only] = open
    if (open.length !== 1 || !only || only.to === (sure?.to ?? 'open')) return []
    const changed = own.turns.filter(turn => turn.key === key && turn.sentMs > 0).map(({ sentMs }) => sentMs)
    const seen = own.seen.find(one => one.key === key && one.gotMs < Math.min(...changed))
    if (!seen) return []
    const isIn = seen.is === (only.to === 'open')
    const ms = isIn ? only.sentMs : only.ackMs
    return ms === undefined ? [] : [{ what: `that ${key} is ${only.to}`, isIn, ms }]
  })
}

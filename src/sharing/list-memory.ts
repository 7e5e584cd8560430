// What is remembered of lists, for as long as no owner of those who asked has changed, as every key has the versions of the
// owners in it: counts and sums, and where pages ended, so that the next one begins there and passes over nothing.

/** Lets go of what was put in first where there is more than may be. */
function put<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}

/** Answers to questions, each worked out once. */
export class RememberedAnswers<T> {
  private readonly answers = new Map<string, Promise<T>>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  of(key: string, work: () => Promise<T>): Promise<T> {
    const held = this.answers.get(key)
    if (held) return held
    const answer = work()
    put(this.answers, key, answer, this.most)
    answer.catch(() => this.answers.delete(key))
    return answer
  }

  forget(key: string): void {
    this.answers.delete(key)
  }
}

/** The last row before a place: what the list is sorted by, as text, and its id. */
export type PageEnd = { key: string; id: string }

/** Whoever reads on needs one; several may be at it at once. */
const mostEnds = 10_000
/** Each has a mark of some 100 bytes for every thousand rows. */
const mostLists = 200
export const markEvery = 1000
const markAgainMs = 60_000

/** With marks at every thousandth row, for those who jump. */
export class PageEnds {
  private readonly ends = new Map<string, PageEnd>()
  private readonly marks = new Map<string, readonly PageEnd[]>()
  private readonly markedAt = new Map<string, number>()
  private isMarking = false

  /** The nearest place that is known, at an offset or before it. */
  before(list: string, offset: number): { place: number; end: PageEnd } | undefined {
    const end = this.ends.get(`${list} ${offset}`)
    if (end) return { place: offset, end }
    const at = Math.floor(offset / markEvery)
    const mark = this.marks.get(list)?.[at - 1]
    return mark && { place: at * markEvery, end: mark }
  }

  note(list: string, place: number, end: PageEnd): void {
    put(this.ends, `${list} ${place}`, end, mostEnds)
  }

  /** Somebody had to pass over many rows: those who jump next find marks. To work them out takes as long as many pages
   * do, so one list at a time has it, and not each version of one that is written to all the time. */
  passed(list: string, anyVersion: string, mark: () => Promise<readonly PageEnd[]>): void {
    const last = this.markedAt.get(anyVersion) ?? Number.NEGATIVE_INFINITY
    if (this.isMarking || this.marks.has(list) || performance.now() - last < markAgainMs) return
    this.isMarking = true
    this.markedAt.delete(anyVersion)
    put(this.markedAt, anyVersion, performance.now(), mostLists)
    const done = () => {
      this.isMarking = false
    }
    mark()
      .then(marks => put(this.marks, list, marks, mostLists))
      .then(done, done)
  }
}

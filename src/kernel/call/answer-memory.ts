// Answers kept in memory under what was asked, by whom, and the versions of the owners of whoever asked: nothing has to
// be told that an answer is out of date, in this process or another, as nobody asks under old versions again.
//
// Why it is never out of date: a write moves the versions of all who see a difference, in its own transaction. The gate
// reads the versions before the records are read, and records are read by the primary afterwards or by a replica that
// says in the same statement that it has exactly these. So an answer is never older than the versions it is kept under. It
// may be newer, where the primary read it after a write was committed; then it is shown only to those whom the gate had let
// in before that commit and who might have read the same without this memory. Whoever comes later has other versions. These name the
// owners as well, so that no answer could reach another's key even if `sees` did not tell them apart. A standby that takes
// over without the last writes may give versions a second time: with a break of the connections everything is forgotten.
import type { Answer, LinkFiller } from '../operation/answer.ts'

type AnswerKey = {
  /** Equal for keys that are shown the same. */
  sees: string
  /** Of the owners of the key, as the gate gave them before anything was read. */
  version: string
  /** The operation and all that was given with it. */
  question: string
}

export type AnswerMemory = {
  /** The answer to what is asked, made by `work` where nobody has asked the same before or is asking it now. */
  of(asked: AnswerKey, work: () => Promise<Answer>): Promise<Answer>
  readonly counted: Readonly<{ hits: number; misses: number; bytes: number }>
}

/** The answers to those who are shown the same, all under the same versions; the one that was used last comes last. */
type Shelf = {
  sees: string
  version: string
  bytes: number
  answers: Map<string, KeptAnswer | Promise<Answer>>
}
type KeptAnswer = { answer: Answer; bytes: number; filled?: FilledBody }
/** With the links of the key that asked last, which nobody else is given: the filling's name has the key in it. */
type FilledBody = { name: string; body: Buffer }

/** What an answer takes besides its bytes and the text it is found by. */
const overheadBytes = 300

/** The share of memory for keys that are shown the same, so that one that reads everything leaves others theirs. */
const shareOfShelf = 1 / 2

type VersionTrust = {
  /** Whether versions cover all changes at the moment. */
  holds(): boolean
  /** Changes when the database may be another one. */
  renewals(): number
}

const always: VersionTrust = { holds: () => true, renewals: () => 0 }

export function answerMemory(maxBytes: number, { holds, renewals }: VersionTrust = always): AnswerMemory {
  const shelves = new Shelves(maxBytes)
  const counted = {
    hits: 0,
    misses: 0,
    get bytes() {
      return shelves.bytes
    },
  }
  let since = renewals()
  const isTrusted = () => holds() && renewals() === since
  const keep = (shelf: Shelf, question: string, answer: Answer): Answer => {
    const length = answer.body.reduce((sum, part) => sum + part.length, 0)
    const bytes = length + 2 * question.length + overheadBytes
    const isPlain = answer.status === 200 && !answer.stream && !answer.headers
    if (!isPlain || shelves.isTooLarge(bytes) || !shelves.has(shelf) || !isTrusted()) {
      shelves.take(shelf, question)
      // Others may have been waiting for it as well: nobody knows when the last of them has sent it.
      const { release: _, ...shared } = answer
      return shared
    }
    const body = inMemoryOfItsOwn(answer.body, length)
    answer.release?.()
    const filledBy = (filling: LinkFiller) => [shelves.filledIn(shelf, question, kept, filling)]
    const plain: Answer = { status: 200, body: [body], ...(answer.page && { page: answer.page }) }
    const kept: KeptAnswer = { answer: { ...plain, filledBy }, bytes: 0 }
    shelf.answers.set(question, kept)
    shelves.grow(shelf, kept, bytes)
    return plain
  }
  return {
    counted,
    async of(asked, work) {
      const isSafe = isTrusted()
      if (!isSafe) {
        shelves.clear()
        since = renewals()
      }
      const shelf = maxBytes > 0 && isSafe ? shelves.of(asked) : undefined
      if (!shelf) return work()
      const held = shelf.answers.get(asked.question)
      if (!held) {
        counted.misses++
        const making = work().then(answer => keep(shelf, asked.question, answer))
        shelf.answers.set(asked.question, making)
        making.catch(() => shelves.take(shelf, asked.question))
        return making
      }
      counted.hits++
      if (!('bytes' in held)) return held
      shelf.answers.delete(asked.question)
      shelf.answers.set(asked.question, held)
      return held.answer
    },
  }
}

/** What is kept, and how much of it. The shelf that was used last comes last. */
class Shelves {
  bytes = 0
  private readonly shelves = new Map<string, Shelf>()
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  isTooLarge(bytes: number): boolean {
    return bytes * 8 > this.maxBytes
  }

  has(shelf: Shelf): boolean {
    return this.shelves.get(shelf.sees) === shelf
  }

  clear(): void {
    this.shelves.clear()
    this.bytes = 0
  }

  /** What was kept under older versions is not asked for again. Nothing is kept for a request that was let in before
   * others that are answered already. */
  of({ sees, version }: AnswerKey): Shelf | undefined {
    const held = this.shelves.get(sees)
    if (held && held.version !== version) {
      if (isOlder(version, held.version)) return undefined
      this.forget(held)
    }
    const isKept = held?.version === version
    const shelf = isKept ? held : { sees, version, bytes: 0, answers: new Map() }
    if (isKept) this.shelves.delete(sees)
    this.shelves.set(sees, shelf)
    return shelf
  }

  take(shelf: Shelf, question: string): void {
    shelf.answers.delete(question)
    if (shelf.answers.size === 0) this.forget(shelf)
  }

  grow(shelf: Shelf, kept: KeptAnswer, by: number): void {
    kept.bytes += by
    shelf.bytes += by
    this.bytes += by
    this.cut(shelf, () => shelf.bytes > this.maxBytes * shareOfShelf)
    for (const oldest of this.shelves.values()) {
      if (this.bytes <= this.maxBytes) break
      this.cut(oldest, () => this.bytes > this.maxBytes)
    }
  }

  /** An answer that was asked for again is kept with its links filled in, too. */
  filledIn(shelf: Shelf, question: string, kept: KeptAnswer, { name, fill }: LinkFiller): Buffer {
    if (kept.filled?.name === name) return kept.filled.body
    const [text] = kept.answer.body as [Buffer]
    const [body] = fill([text]) as [Buffer]
    const more = body.length - (kept.filled?.body.length ?? 0)
    const isKept = this.has(shelf) && shelf.answers.get(question) === kept
    if (body === text || !isKept || this.isTooLarge(kept.bytes + more)) return body
    kept.filled = { name, body }
    this.grow(shelf, kept, more)
    return body
  }

  /** In one step, however many answers it has: removing them one by one would hold up everybody. */
  private forget(shelf: Shelf): void {
    if (!this.has(shelf)) return
    this.shelves.delete(shelf.sees)
    this.bytes -= shelf.bytes
  }

  /** Forgets the oldest answers of a shelf for as long as there is too much. */
  private cut(shelf: Shelf, isTooMuch: () => boolean): void {
    for (const [question, answer] of shelf.answers) {
      if (!isTooMuch()) return
      if (!('bytes' in answer)) continue
      shelf.bytes -= answer.bytes
      this.bytes -= answer.bytes
      this.take(shelf, question)
    }
  }
}

const numbersIn = (version: string) => version.split(/[,+]/).map(one => Number(one.split('=').at(-1)))

/** As the gate writes them: `c:1=12,c:2=15+40`. Each only grows. */
function isOlder(version: string, than: string): boolean {
  const [one, other] = [numbersIn(version), numbersIn(than)]
  return one.every((number, at) => number <= other[at]!) && one.some((number, at) => number < other[at]!)
}

/** Node takes small buffers out of larger ones, which stay as long as any of them does. */
function inMemoryOfItsOwn(parts: readonly Buffer[], length: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of parts) at += part.copy(whole, at)
  return whole
}

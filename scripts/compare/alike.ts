// Whether two answers are the same but for what must differ: ids and secrets made at random, and the time of now. A
// random value of one version stands for one of the other, the same wherever either occurs.

/** Random values, each paired with one of the other side; `given` ones come from what was sent and must be equal. */
const paired = {
  secret: /\bwf[cao]_[0-9A-Za-z]{46}\b/,
  hint: /\bwf[cao]_…[0-9A-Za-z]{4}/,
  signing: /\bwhsec_[A-Za-z0-9+/=]{20,}/,
  link: /(?<=#link=)[\w-]+/,
  uuid: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
  tag: /W\/"[\w-]{22}"/,
  cookie: /(?<=muster_session=)[\w-]+/,
  cursor: /(?<="(?:next|cursor|after)":")[^"]{12,}/,
  id: /(?<![0-9A-Za-z])(?:[0-9a-f]{24}|[0-9a-f]{32})(?![0-9A-Za-z])/,
  short: /(?<=nanoid":")\w{10}(?=")/,
}

/** What belongs to the moment, or to the machine. */
const passing = {
  time: /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:?00)?/,
  signed: /(?<=expires=)\d{10}|(?<=sig=)[\w-]+|(?<=v1,)[\w+/=]{40,}/,
  place: /\b127\.0\.0\.1:\d+|\blocalhost:\d+/,
  limit: /(?<=[rt]=)\d+(?=[;,]|$)/m,
  measure: /(?<="(?:durationMs|ms|p50|p95|pid|bytes|connections|length)":)(?:\d+(?:\.\d+)?|null)/,
  /** Noted in the server's own time. */
  used: /(?<="lastUsedAt":)(?:null|"[^"]*")|(?<=Last use {2})\S+/,
  summary: /(?<="buckets":)\[[^\]]*\]/,
}

const patterns = Object.entries({ ...paired, ...passing })
const pattern = new RegExp(patterns.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), 'gm')

type Piece = { before: string; kind: string; text: string }

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const kind = patterns.find(([name]) => match.groups![name] !== undefined)![0]
    pieces.push({ before: text.slice(end, match.index), kind, text: match[0] })
    end = match.index + match[0].length
  }
  return [...pieces, { before: text.slice(end), kind: 'end', text: '' }]
}

/** The text without anything that must differ: to bring answers that come in any order into one. */
export const bare = (text: string) =>
  piecesOf(text)
    .map(({ before, kind }) => `${before}<${kind}>`)
    .join('')

/** A time that the run itself made: what was sent is older. */
const began = Date.now() - 60_000
const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T').replace(/(Z|\+00:?00)$/, '')}Z`)
const areNow = (one: string, other: string) =>
  momentOf(one) > began && Math.abs(momentOf(one) - momentOf(other)) <= 120_000

/** The same of this version and of the other. */
export type Both<T> = readonly [T, T]

export type Likeness = {
  /** Undefined where both are alike; else both as they are, with placeholders up to where they part. */
  difference(one: string, other: string): Both<string> | undefined
  /** What was sent to both, whose ids are no random ones. */
  give(text: string): void
}

export function likeness(): Likeness {
  const given = new Set<string>()
  const known: Both<Map<string, string>> = [new Map(), new Map()]
  const numbers = new Map<string, number>()

  /** Whether one may stand for the other; notes it where neither was seen before. */
  function partners(kind: string, one: string, other: string, fresh: Both<string>[]): boolean {
    if (kind === 'time') return one === other || areNow(one, other)
    if (!(kind in paired) || one === other) return true
    if (given.has(one) || given.has(other)) return false
    const [mine, theirs] = [known[0].get(one), known[1].get(other)]
    if (mine !== undefined || theirs !== undefined) return mine === other && theirs === one
    known[0].set(one, other)
    known[1].set(other, one)
    fresh.push([one, other])
    return true
  }

  function shown({ before, kind, text }: Piece): string {
    if (!(kind in paired)) return `${before}<${kind}>`
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1)
    return `${before}<${kind} ${numbers.get(text)}>`
  }

  return {
    give: text => {
      for (const { text: id, kind } of piecesOf(text)) if (kind in paired) given.add(id)
    },
    difference(one, other) {
      if (one === other) return undefined
      const [left, right] = [piecesOf(one), piecesOf(other)]
      const fresh: Both<string>[] = []
      const at = left.findIndex(({ before, kind, text }, index) => {
        const beside = right[index]
        const isAlike = beside?.before === before && beside.kind === kind
        return !isAlike || !partners(kind, text, beside.text, fresh)
      })
      if (at === -1) return undefined
      for (const [mine, theirs] of fresh) {
        known[0].delete(mine)
        known[1].delete(theirs)
      }
      const start = left
        .slice(0, at)
        .map((piece, index) => (piece.text === right[index]!.text ? piece.before + piece.text : shown(piece)))
      const rest = (all: Piece[]) => all.slice(at).map(({ before, text }) => before + text)
      return [[...start, ...rest(left)].join(''), [...start, ...rest(right)].join('')]
    },
  }
}

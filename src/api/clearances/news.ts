// What is news of a clearance, and the text that it is kept as: written and read here alone.
import type { NearEnd } from '../event.ts'

/** Of a loss a text that tells it from others; of an end how near it is. */
export type ClearanceNews = { event: 'lost'; loss: string } | { event: 'expiring'; end: NearEnd }

/** The loss that began on a day with these missing or not known. */
export const lossOf = (day: string, lacking: readonly string[]): string => [day, ...lacking].join(' ')

export function newsText(news: ClearanceNews): string {
  if (news.event === 'lost') return `lost ${news.loss}`
  const { on, left, before } = news.end
  return `expiring ${on} ${left}${before === undefined ? '' : ` ${before}`}`
}

const lost = /^lost (?<loss>.+)$/su
const expiring = /^expiring (?<on>\S+) (?<left>\d+)(?: (?<before>\d+))?$/u

/** Undefined where it is in no form that this version knows. */
export function newsIn(text: string): ClearanceNews | undefined {
  const loss = lost.exec(text)?.groups?.loss
  if (loss !== undefined) return { event: 'lost', loss }
  const { on, left, before } = expiring.exec(text)?.groups ?? {}
  if (on === undefined) return undefined
  return {
    event: 'expiring',
    end: { on, left: Number(left), ...(before !== undefined && { before: Number(before) }) },
  }
}

// References to records that are not there: told as such, or as what follows from a record whose own line was rejected.
import type { Fault } from '../shape/invalid-value.ts'

export const missingRecord = (path: string, type: string, id: string): Fault => ({
  path,
  reason: `there is no ${type} with the id "${id}"`,
  hint: `load that ${type} too, before or after this line`,
})

const missing = /^there is no (\w+) with the id "([^"]+)"$/

/** More are not kept in mind: a load in which so much is wrong is put right in other ways. */
const mostKept = 100_000

/** The records of a load whose lines were rejected. */
export class RejectedRecords {
  private readonly keys = new Set<string>()

  note(text: string): void {
    if (this.keys.size >= mostKept) return
    const key = keyIn(text)
    if (key !== undefined) this.keys.add(key)
  }

  /** The same rejection, with references to any of these told as what they are. */
  retold<Told extends Fault & { others?: readonly Fault[] }>(given: Told): Told {
    const { others } = given
    return { ...given, ...this.told(given), ...(others && { others: others.map(one => this.told(one)) }) }
  }

  private told({ path, reason, hint }: Fault): Fault {
    const [, type, id] = missing.exec(reason) ?? []
    if (!this.keys.has(`${type}:${id}`)) return { path, reason, hint }
    return {
      path,
      reason: `the ${type} with the id "${id}" ${rejectedItself}`,
      hint: `correct that ${type}, and load both again`,
    }
  }
}

const rejectedItself = 'was rejected itself'

/** Whether it is put right with another line. */
export const follows = ({ reason }: Fault) => reason.endsWith(rejectedItself)

function keyIn(text: string): string | undefined {
  try {
    const { type, record } = JSON.parse(text) as { type?: unknown; record?: { id?: unknown } }
    return record?.id === undefined ? undefined : `${type}:${record.id}`
  } catch {
    return undefined
  }
}

// What a load would say of one line by itself, for whoever tries a mapping: the record, and everything that is wrong with it.
import type { RecordType } from '../record-types/record-type.ts'
import { type FaultText, faultTexts, InvalidValue } from '../shape/invalid-value.ts'
import { lineReader } from './read.ts'

type JudgedLine = { after?: unknown; faults: readonly FaultText[] }

/** Whether a line names records that exist is not asked: nothing is read or stored. */
export function lineJudge(
  types: readonly RecordType[],
  options: Parameters<typeof lineReader>[1],
): (text: string | InvalidValue, line: number) => JudgedLine {
  const read = lineReader(types, options)
  return (text, line) => {
    if (text instanceof InvalidValue) return { faults: faultTexts(text) }
    const after: unknown = JSON.parse(text)
    try {
      read(text, line)
      return { after, faults: [] }
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      return { after, faults: faultTexts(error) }
    }
  }
}

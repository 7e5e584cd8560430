// The memory of answers as every test has it: whatever it remembers is made once more and compared, so that the whole
// suite shows that no answer is kept longer than it is true.
import { isDeepStrictEqual } from 'node:util'
import type { Statements } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { type AnswerMemory, answerMemory } from '../../src/kernel/call/answer-memory.ts'
import type { Answer } from '../../src/kernel/operation/answer.ts'

export function checkedAnswers(database: Statements, memory = answerMemory(16_000_000)): AnswerMemory {
  return {
    counted: memory.counted,
    async of(asked, work) {
      let isNew = false
      const answer = await memory.of(asked, () => {
        isNew = true
        return work()
      })
      if (isNew) return answer
      const fresh = await work().catch(error => error)
      if (isDeepStrictEqual(textOf(answer), textOf(fresh))) return answer
      // What was written since the gate was passed may be seen by the one and not by the other.
      if ((await versionNow(database, asked.version)) !== asked.version) return answer
      throw new Error(`${asked.question}: remembered ${textOf(answer)}, now ${textOf(fresh)}`)
    },
  }
}

const textOf = (made: Answer | Error) =>
  made instanceof Error ? String(made) : Buffer.concat(made.body).toString()

/** Of the owners in a version, as the gate writes it. */
async function versionNow(database: Statements, version: string): Promise<string> {
  const owners = version
    .split('+')[0]!
    .split(',')
    .map(each => each.split('=')[0]!)
  const [row] = await database.rows<{ now: string }>(sql`
    select string_agg(o.owner || '=' || coalesce(v.version, 0), ',' order by o.owner) || case when count(*) > 1 then (
      select '+' || coalesce(sum(p.version), 0) from owner_pair p
      where p.one = any(${owners}::text[]) and p.other = any(${owners}::text[])) else '' end as now
    from unnest(${owners}::text[]) o(owner) left join owner_version v on v.owner = o.owner`)
  return row!.now
}

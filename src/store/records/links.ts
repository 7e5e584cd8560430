// The active links between agencies and companies, read from the records of the type that declares them.
import type { Link } from '../../access/caller.ts'
import type { RecordType } from '../../kernel/resource/record-type.ts'
import { columnName } from '../../shape/stored.ts'
import type { Statements } from '../engine/database.ts'
import { name, sql } from '../engine/sql.ts'
import { narrowTable } from './tables.ts'

/** All of these companies', and those of these agencies wherever they are. */
export async function activeLinks(
  db: Statements,
  types: readonly RecordType[],
  { companies = [], agencies = [] }: { companies?: readonly string[]; agencies?: readonly string[] },
): Promise<Link[]> {
  const type = types.find(({ link }) => link)
  if (!type || companies.length + agencies.length === 0) return []
  const at = (path: Exclude<keyof NonNullable<RecordType['link']>, 'shows'>) =>
    sql`s.${name(columnName(type.link![path]))}`
  const rows = await db.rows<{ company: string; agency: string; projects: string[] | null }>(sql`
    select ${at('company')} as company, ${at('agency')} as agency,
      case when ${at('project')} is not null then array[${at('project')}]
        when ${at('restricted')} then ${at('projects')} end as projects
    from ${name(narrowTable(type.type))} s
    where (${at('company')} = any(${companies}::text[]) or ${at('agency')} = any(${agencies}::text[]))
      and ${at('active')} order by s.id`)
  return rows.map(({ company, agency, projects }) => ({ company, agency, ...(projects && { projects }) }))
}

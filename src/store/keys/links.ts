// The active links between agencies and companies, read from the records of the type that declares them.
import type { Link } from '../../access/caller.ts'
import { type LinkPaths, linkOf } from '../../access/links.ts'
import type { Statements } from '../../database/database.ts'
import { name, sql, unnested } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { LinkedPair } from '../../record-types/rules.ts'
import { columnName } from '../../shape/stored.ts'
import { readRows, wholeRecord } from '../records/record-rows.ts'
import { narrowRows } from '../records/tables.ts'
import { areFilled } from '../schema/readiness.ts'

const at = (path: string) => sql`s.${name(columnName(path))}`

type Ends = { companies?: readonly string[]; agencies?: readonly string[] }
type LinkType = RecordType & { link: LinkPaths }

/** All of these companies', and those of these agencies wherever they are. */
export async function activeLinks(
  db: Statements,
  types: readonly RecordType[],
  { companies = [], agencies = [] }: Ends,
): Promise<Link[]> {
  const type = types.find((known): known is LinkType => known.link !== undefined)
  if (!type || companies.length + agencies.length === 0) return []
  const { shows: _, ...paths } = type.link
  // An empty column would take away a link or what restricts it.
  const areInColumns = await areFilled(db, type, Object.values(paths).map(columnName))
  return areInColumns
    ? linksInColumns(db, type, { companies, agencies })
    : linksInTexts(db, type, { companies, agencies })
}

async function linksInColumns(
  db: Statements,
  type: LinkType,
  { companies, agencies }: Required<Ends>,
): Promise<Link[]> {
  const { company, agency, active, project, restricted, projects } = type.link
  const rows = await db.rows<{ company: string; agency: string; projects: string[] | null }>(sql`
    select ${at(company)} as company, ${at(agency)} as agency,
      case when ${at(project)} is not null then array[${at(project)}]
        when ${at(restricted)} then ${at(projects)} end as projects
    from ${narrowRows(type)} s
    where (${at(company)} = any(${companies}::text[]) or ${at(agency)} = any(${agencies}::text[]))
      and ${at(active)} order by s.id`)
  return rows.map(({ projects, ...link }) => ({ ...link, ...(projects && { projects }) }))
}

/** The same of their records as they are stored. */
async function linksInTexts(
  db: Statements,
  type: LinkType,
  { companies, agencies }: Required<Ends>,
): Promise<Link[]> {
  const ids = await db.column(sql`select id from ${narrowRows(type)} order by id`)
  const rows = await readRows(db, type, ids)
  return ids.flatMap(id => {
    const row = rows.get(id)
    const link = row && linkOf(type.link, wholeRecord(type, row))
    return link && (companies.includes(link.company) || agencies.includes(link.agency)) ? [link] : []
  })
}

/** Those of these pairs that any link ties, whether or not it is active. */
export async function linkedPairs(
  db: Statements,
  types: readonly RecordType[],
  pairs: readonly LinkedPair[],
): Promise<LinkedPair[]> {
  const type = types.find(({ link }) => link)
  if (!type?.link || pairs.length === 0) return []
  const { company, agency } = type.link
  return db.rows<LinkedPair>(sql`
    select distinct p.company, p.agency
    from ${unnested(pairs, 'company', 'agency')} p(company, agency)
    join ${narrowRows(type)} s on ${at(company)} = p.company and ${at(agency)} = p.agency`)
}

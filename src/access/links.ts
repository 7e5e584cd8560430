// Links between agencies and companies: records of a type that declares where its records name both.
import type { StoredRecord } from '../shape/stored.ts'
import type { RecordChange } from './audience.ts'
import type { Link } from './caller.ts'
import { asOwner } from './owners.ts'
import { idsAt } from './ownership.ts'

export type LinkPaths = {
  company: string
  agency: string
  /** The path of a flag that says whether the link is active. */
  active: string
  /** The one project that it reaches, or, where the flag at `restricted` is set, those at `projects`; else all. */
  project: string
  restricted: string
  projects: string
  /** Other paths that decide how other records are shown. */
  shows: readonly string[]
}

/** The link that a stored record is while it is active. */
export function linkOf(paths: LinkPaths, stored: StoredRecord): Link | undefined {
  const firstAt = (path: string) => idsAt(stored, path)[0]
  const [company, agency, project] = [firstAt(paths.company), firstAt(paths.agency), firstAt(paths.project)]
  const isSet = (path: string) => (firstAt(path) as unknown) === true
  if (!isSet(paths.active) || company === undefined || agency === undefined) return undefined
  if (project !== undefined) return { company, agency, projects: [project] }
  return { company, agency, ...(isSet(paths.restricted) && { projects: idsAt(stored, paths.projects) }) }
}

/** Whether an agency with these links is shown what a company asks for on a project, or everywhere where there is none. */
export const reachesProject = (links: readonly Link[], project: string | null | undefined): boolean =>
  project === undefined ||
  links.some(({ projects }) => !projects || (project !== null && projects.includes(project)))

/** Owners whose view of everything changed at once: both ends of a link that began, ended, reaches elsewhere or shows
 * other records differently. */
export const rescopedBy = (writes: readonly RecordChange<{ link?: LinkPaths }>[]): string[] => [
  ...new Set(
    writes.flatMap(({ type: { link }, before, after }) =>
      !link || scopeOf(link, before) === scopeOf(link, after)
        ? []
        : [before, after].flatMap(end => [
            ...idsAt(end, link.company).map(id => asOwner('company', id)),
            ...idsAt(end, link.agency).map(id => asOwner('agency', id)),
          ]),
    ),
  ),
]

function scopeOf(
  { active, shows, ...reaching }: LinkPaths,
  stored: StoredRecord | undefined,
): string | undefined {
  const [holds] = idsAt(stored, active) as unknown[]
  if (holds !== true) return undefined
  return JSON.stringify([...Object.values(reaching), ...shows].map(path => idsAt(stored, path)))
}

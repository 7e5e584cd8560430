// §2.15: which entries of the competency matrix apply to a trade on a project, and which level each is from.

type Reference = { id: string | null }
type Entry = {
  sector?: Reference | undefined
  project?: Reference | undefined
  mode?: 'additive' | 'replacement' | undefined
}
type Place = { id: string; sector?: Reference | undefined }

type EntrySource = 'project' | 'sector' | 'company'

export const sourceOfEntry = ({ project, sector }: Entry): EntrySource =>
  project ? 'project' : sector ? 'sector' : 'company'

/** Two references without an id may mean any two records. */
const isSame = (one: Reference | undefined, other: Reference | undefined): boolean =>
  one !== undefined && one.id !== null && one.id === other?.id

/** Of the entries of one trade: base is the sector's, else the company's; a project adds to it or replaces it. */
export function applyingEntries<E extends Entry>(entries: readonly E[], place: Place) {
  const ofSector = entries.filter(({ project, sector }) => !project && isSame(sector, place.sector))
  const ofCompany = entries.filter(({ project, sector }) => !project && !sector)
  const base = ofSector.length > 0 ? ofSector : ofCompany
  const ofProject = entries.filter(({ project }) => project?.id === place.id)
  const isReplaced = ofProject.some(({ mode }) => mode === 'replacement')
  return { base, ofProject, applying: isReplaced ? ofProject : [...base, ...ofProject] }
}

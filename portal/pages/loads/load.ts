// Loads and mappings as the server tells of them.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'

export type LoadState = Load['state']

export type Load = OperatorAnswer<'GET /operator/loads'>[number]
type WholeLoad = OperatorAnswer<'GET /operator/loads/{id}'>

export type RejectionGroup = WholeLoad['rejections'][number]
export const stageWords: Record<string, string> = {
  reading: 'reading lines',
  retrying: 'trying again what named later lines',
  deleting: 'deleting what is missing',
  refreshing: 'bringing up to date what repeats it',
  tidying: 'tidying',
}

export type MappingTrial = OperatorAnswer<'POST /operator/mapping-proposals'>
export type TableTrial = MappingTrial['tables'][number]
/** What somebody chose in place of what was proposed. */
export type Choices = {
  id?: string[]
  columns?: Record<string, string>
  constants?: Record<string, string>
  words?: Record<string, Record<string, string>>
  dates?: Record<string, string>
}

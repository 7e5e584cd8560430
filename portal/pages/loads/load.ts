// A load as the server tells of it.
import type { Answer } from '../../../src/operator/answers.ts'

export type LoadState = Load['state']

/** The server keeps them as they were given. */
type LoadOptions = {
  patch: boolean
  events: boolean
  allowOlder: boolean
  snapshot: string[] | string | null
  company: string | null
}
export type Load = Omit<Answer<'GET /operator/loads'>[number], 'options'> & { options: LoadOptions }
export type WholeLoad = Omit<Answer<'GET /operator/loads/{id}'>, 'options'> & Load

export type RejectionGroup = WholeLoad['rejections'][number]
export const stageWords: Record<string, string> = {
  reading: 'reading lines',
  retrying: 'trying again what named later lines',
  deleting: 'deleting what is missing',
  refreshing: 'bringing up to date what repeats it',
  tidying: 'tidying',
}

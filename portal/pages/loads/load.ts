// A load as the server tells of it.

export type LoadState = 'running' | 'done' | 'failed' | 'interrupted'

export type Load = {
  id: string
  source: 'command' | 'http' | 'portal'
  who: string
  name: string | null
  state: LoadState
  stage: string | null
  dryRun: boolean
  options: {
    patch: boolean
    events: boolean
    allowOlder: boolean
    snapshot: string[] | string | null
    company: string | null
  }
  beganAt: string
  endedAt: string | null
  lines: number
  bytes: number
  counts: Record<string, number>
  rejected: number
  warned: number
  error: string | null
}

export type RejectionGroup = { path: string; reason: string; count: number; lines: number[]; fix: string }
export const stageWords: Record<string, string> = {
  reading: 'reading lines',
  retrying: 'trying again what named later lines',
  deleting: 'deleting what is missing',
  refreshing: 'bringing up to date what repeats it',
  tidying: 'tidying',
}

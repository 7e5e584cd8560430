// What a supervisor and the processes under it say to each other. It goes over the channel of a child process, which breaks
// when either of them ends.
import type { RefusedName } from '../../access/slow-down.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Trouble } from '../upkeep/background-time.ts'

/** Where a server listens. */
export type Ports = { port: number; operatorPort: number | undefined }

/** How many of the processes answer. */
export type Ready = { ready: number; of: number }

/** What all processes can be asked for. */
export type ToldByProcesses = { metrics: string; troubles: readonly (readonly [string, Trouble])[] }

export type Start<More> = {
  settings: Settings
  logLevel: string
  /** Its number, from 1. Number 1 also does what one process should do for all. */
  process: number
  of: number
  ports: Ports
  /** What is still to be done before the server can serve. */
  busy: string | undefined
  /** Of the command that runs the processes. */
  more: More
}

export type ToProcess<More = unknown> =
  | { start: Start<More> }
  /** All are there, so it may say that it is ready. */
  | { go: true }
  | { ready: Ready }
  | { refused: RefusedName }
  | { tell: { id: number; what: keyof ToldByProcesses } }
  | { answer: { id: number; value: ToldByProcesses[keyof ToldByProcesses] } }
  | { stop: true }

export type Urls = { baseUrl: string; operatorUrl: string; portalUrl: string }

export type ToSupervisor<Done = unknown> =
  | { listening: Urls & { ports: Ports } }
  /** What there was to do before it could serve is done, with what came of it. */
  | { done: Done }
  | { say: string }
  | { progress: string }
  | { failed: { message: string; code: number } }
  | { refused: RefusedName }
  | { ask: { id: number; what: keyof ToldByProcesses } }
  | { told: { id: number; value: ToldByProcesses[keyof ToldByProcesses] } }

// The one error of the embedded PostgreSQL that is meant for a person's eyes, whose message says what to do.
import { statfsSync } from 'node:fs'

/** This machine, user or data folder cannot run the embedded PostgreSQL. */
export class EmbeddedUnavailable extends Error {
  override name = 'EmbeddedUnavailable'
}

export const useAnother = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own'

const sharedMemory = '/dev/shm'
const neededMegabytes = 64

/** What PostgreSQL calls a shared memory segment is a file in /dev/shm, which containers often have little of: what to do
 * about it, where that is what its messages are about. */
export function sharedMemoryAdvice(messages: string): string | undefined {
  if (!/could not \w+ shared memory segment/.test(messages)) return undefined
  const larger = `--shm-size=${neededMegabytes}m of docker and podman, shm_size in a compose file, a memory-backed emptyDir in Kubernetes, or mount -o remount,size=${neededMegabytes}m ${sharedMemory}`
  return `PostgreSQL cannot use ${sharedMemory}, which has ${free()} free: give it ${neededMegabytes} MB that this user may write to (${larger}), or ${useAnother}.`
}

function free(): string {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return `${Math.floor((bavail * bsize) / 1024).toLocaleString('en-GB')} kB`
  } catch {
    return 'nothing'
  }
}

/** For `catch`: undefined after an error with one of these codes. */
export const ignoreCodes =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }

// The embedded PostgreSQL's settings, chosen for small machines.
import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** `freeBytes` is the room that its disk has. */
export function settingsFor(clusterName: string, freeBytes: number): Record<string, string> {
  const memory = memoryMegabytes()
  const free = Math.floor(freeBytes / megabyte)
  return {
    listen_addresses: '',
    port: '5432',
    // Relative to the cluster's folder, PostgreSQL's working directory: short however long the path is.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
    timezone: 'UTC',
    log_timezone: 'UTC',
    scram_iterations: loginRounds,
    // With an eighth, an export of a million timesheets reads texts from the disk again and again.
    shared_buffers: `${Math.round(Math.min(8192, Math.max(128, memory / 4)))}MB`,
    effective_cache_size: `${Math.round(Math.max(256, memory / 2))}MB`,
    // Enough for ten processes; an empty place takes next to nothing.
    max_connections: '200',
    work_mem: '16MB',
    huge_pages: 'off',
    jit: 'off',
    // Parallel workers take dynamic shared memory, and containers have 64 MB of /dev/shm.
    dynamic_shared_memory_type: 'posix',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // After each checkpoint the first change of a page writes all of it to the log. With the usual gigabyte between two
    // checkpoints, most of what a large load writes to the log would be such pages.
    max_wal_size: `${Math.min(4096, Math.max(1024, Math.round(free / 8)))}MB`,
    min_wal_size: '160MB',
    ...logging,
  }
}

// A container's limit counts where there is one; without one it reads as 0 or as an absurdly large number.
function memoryMegabytes(): number {
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / megabyte)
}

/** Rounds make a password that somebody thought of costly to guess, and every new connection slower. Ours has 192 random
 * bits and needs none. */
export const loginRounds = '1'

// Rows hold personal data: neither statements nor parameters nor the DETAIL of an error may reach the log.
const logging: Record<string, string> = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_duration: 'off',
  log_lock_waits: 'off',
  log_checkpoints: 'off',
}

/** The message of an ERROR can quote a value as well (invalid input syntax …): a session's errors go to its client and not to
 * the log, while the background processes, which have no client, still log theirs. */
export const quietRole = (role: string): string => `alter role ${role} set log_min_messages = 'log'`

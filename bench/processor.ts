// Processor time of a server, of its PostgreSQL and of others on the host, as the system counts it.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ticks = (fields: readonly string[], ...at: number[]) =>
  at.reduce((sum, index) => sum + Number(fields[index]), 0) * 10

async function statOf(pid: string | number, thread = ''): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}${thread}/stat`, 'latin1').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Ticks of all processors since the machine started, and those that the host gave to others while we had work. */
export async function stolen(): Promise<{ all: number; others: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'latin1').catch(() => '')).split('\n')
  const fields = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: fields.reduce((sum, each) => sum + each, 0), others: fields[7] ?? 0 }
}

export type Spent = { own: number; main: number; postgres: number }

/** Milliseconds of processor time so far: of a process and its main thread, and of PostgreSQL with those of its children that
 * have ended. */
export async function spent(pid: number, data: string): Promise<Spent> {
  const [folder] = (await readdir(data)).filter(name => /^postgres-\d+$/.test(name))
  const [postmaster] = (await readFile(join(data, folder!, 'postmaster.pid'), 'utf8')).split('\n')
  let postgres = ticks(await statOf(postmaster!), 11, 12, 13, 14)
  for (const each of await readdir('/proc')) {
    if (!/^\d+$/.test(each)) continue
    const fields = await statOf(each)
    if (fields[1] === postmaster) postgres += ticks(fields, 11, 12)
  }
  const main = ticks(await statOf(pid, `/task/${pid}`), 11, 12)
  return { own: ticks(await statOf(pid), 11, 12), main, postgres }
}

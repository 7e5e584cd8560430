// Processor time of a server and of its PostgreSQL, as the system counts it.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ticks = (fields: readonly string[], ...at: number[]) =>
  at.reduce((sum, index) => sum + Number(fields[index]), 0) * 10

async function statOf(pid: string | number, thread = ''): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}${thread}/stat`, 'latin1').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
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

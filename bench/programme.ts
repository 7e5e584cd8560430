// The demo programme at any size, as the bytes that a load reads.
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { demoProgramme } from '../demo/programme.ts'

const chunkLength = 256 * 1024

/** Work for half as many timesheets again, thinned out, has a submission for every ten of them. */
const timesheetsPerScale = 6200

export function* programme(timesheets: number): Generator<Buffer> {
  let chunk = ''
  const scale = Math.max(1, timesheets / timesheetsPerScale)
  for (const line of demoProgramme(new Date(), { timesheets, scale })) {
    chunk += `${JSON.stringify(line)}\n`
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  yield Buffer.from(chunk)
}

/** The programme up to its timesheets in one file, the timesheets in another; gives back their paths. */
export async function writeProgramme(folder: string, timesheets: number): Promise<[string, string]> {
  const paths: [string, string] = [join(folder, 'before.ndjson'), join(folder, 'timesheets.ndjson')]
  const [before, sheets] = paths.map(path => createWriteStream(path)) as [WriteStream, WriteStream]
  let left = timesheets
  for (const line of demoProgramme(new Date(), { timesheets })) {
    const file = line.type === 'timesheet' ? sheets : before
    if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain')
    if (file === sheets && --left === 0) break
  }
  await Promise.all([before, sheets].map(file => finished(file.end())))
  return paths
}

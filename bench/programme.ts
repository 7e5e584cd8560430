// The demo programme at any size, as the bytes that a load reads.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { demoProgramme } from '../src/demo/programme.ts'

const chunkLength = 256 * 1024

export function* programme(timesheets: number): Generator<Buffer> {
  let chunk = ''
  for (const line of demoProgramme(new Date(), { timesheets })) {
    chunk += `${JSON.stringify(line)}\n`
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  yield Buffer.from(chunk)
}

export async function writeProgramme(path: string, timesheets: number): Promise<void> {
  const file = createWriteStream(path)
  for (const chunk of programme(timesheets)) if (!file.write(chunk)) await once(file, 'drain')
  file.end()
  await finished(file)
}

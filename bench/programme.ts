// The demo programme at any size, as the bytes that a load reads.
import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
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

/** The programme, the lines of each type in a file of its own: paths by type, in the order in which they load. */
export async function writeProgramme(folder: string, timesheets: number): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  let file: WriteStream | undefined
  const close = async () => file && (await finished(file.end()))
  for (const line of demoProgramme(new Date(), { timesheets })) {
    if (!paths.has(line.type)) {
      await close()
      paths.set(line.type, join(folder, `${line.type}.ndjson`))
      file = createWriteStream(paths.get(line.type)!)
    }
    if (!file!.write(`${JSON.stringify(line)}\n`)) await once(file!, 'drain')
  }
  await close()
  return paths
}

type Line = { type: string; id?: string; nanoid?: string; record?: Record<string, unknown> }

/** So many more lines like those of a file, of records that are not there yet and name some that are. */
export async function moreOf(path: string, count: number): Promise<Readable> {
  const made: Buffer[] = []
  while (made.length < count)
    for await (const text of createInterface(createReadStream(path))) {
      if (made.length === count) break
      made.push(Buffer.from(`${JSON.stringify(another(JSON.parse(text), made.length))}\n`))
    }
  return Readable.from(made)
}

const newId = (type: string, made: number) => `${type}-${made}`

function another({ nanoid: _, ...line }: Line, made: number): Line {
  const { record, type } = line
  if (!record) return { ...line, id: newId(type, made) }
  return {
    ...line,
    record: {
      ...record,
      id: newId(type, made),
      ...(record.reference !== undefined && { reference: `${record.reference}-${made}` }),
      ...(record.prefix !== undefined && { prefix: `${record.prefix}-${made}` }),
      // Of two connections between the same two, one decides what follows from both; and with hundreds of agencies for each
      // company, every rate would be told to all of them.
      ...(type === 'connection' && {
        agency: { id: newId('agency', made) },
        company: { id: newId('company', made) },
      }),
    },
  }
}

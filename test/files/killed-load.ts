// A load that dies by SIGKILL as soon as the content of a file is stored, before anything is committed.

import { openDatabase } from '../../src/database/database.ts'
import { diskStore } from '../../src/files/disk.ts'
import { fileIntake } from '../../src/files/intake.ts'
import { load } from '../../src/load/load.ts'
import { declared } from './papers.ts'

const { CONNECTION, CONTENT, LINES } = process.env
const disk = diskStore(CONTENT!)
const store = {
  ...disk,
  put: async (...given: Parameters<typeof disk.put>) => {
    const measured = await disk.put(...given)
    process.kill(process.pid, 'SIGKILL')
    return measured
  },
}
async function* input(): AsyncIterable<Buffer> {
  yield Buffer.from(LINES!)
}
const database = openDatabase(
  { connection: JSON.parse(CONNECTION!) },
  { connections: 1, applicationName: 'muster tests' },
)
await load(database, declared.types, input(), { files: fileIntake(store, undefined) })

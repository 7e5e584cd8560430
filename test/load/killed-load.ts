// A load that dies by SIGKILL while it reads again the lines that it had to keep.
import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { load } from '../../src/load/load.ts'

const database = openDatabase(
  { connection: JSON.parse(process.env.CONNECTION!) },
  { connections: 1, applicationName: 'muster tests' },
)
await load(database, recordTypes, process.stdin, {
  progress: ({ stage }) => {
    if (stage === 'retrying') process.kill(process.pid, 'SIGKILL')
  },
})

// An erasure that dies by SIGKILL just before its nth statement or removal of a file; it ends by itself where there are
// fewer.
import { recordTypes } from '../../src/api/index.ts'
import {
  type Database,
  openDatabase,
  type Statements,
  type Transaction,
} from '../../src/database/database.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { diskStore } from '../../src/files/disk.ts'
import { erasePerson } from '../../src/workers/erasure.ts'

const { CONNECTION, CONTENT, SECRET, WORKER, STEP } = process.env
let left = Number(STEP)
const step = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

function counted<S extends Statements>(statements: S): S {
  return {
    ...statements,
    rows: ((...given) => {
      step()
      return statements.rows(...given)
    }) as Statements['rows'],
    raw: (...given) => {
      step()
      return statements.raw(...given)
    },
    copyIn: (...given) => {
      step()
      return statements.copyIn(...given)
    },
  }
}

const opened = openDatabase(
  { connection: JSON.parse(CONNECTION!) },
  { connections: 2, applicationName: 'muster tests' },
)
const database: Database = {
  ...counted(opened),
  transaction: (run, mode) => opened.transaction((tx: Transaction) => run(counted(tx)), mode),
}
const disk = diskStore(CONTENT!)
const store = {
  ...disk,
  remove: (key: string) => {
    step()
    return disk.remove(key)
  },
}
const secrets = secretsOf([SECRET!])
await erasePerson({ database, types: recordTypes, store, secrets }, WORKER!, { by: 'tests' })
await opened.close()

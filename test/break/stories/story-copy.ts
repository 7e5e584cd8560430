// Another database that is kept a copy of the first by exports alone: all of it once, then what was written since.
import assert from 'node:assert/strict'
import { recordTypes } from '../../../src/api/index.ts'
import { sealOf } from '../../../src/encryption/sealing.ts'
import { exportRecords } from '../../../src/export/records.ts'
import { loadableTypes } from '../../../src/record-types/record-type.ts'
import { manyExports } from '../../access/isolation.ts'
import { type TestServer, testServer } from '../../support/server.ts'

export class StoryCopy {
  readonly server: TestServer
  private readonly from: TestServer
  private cursor: string | undefined

  private constructor(from: TestServer, server: TestServer) {
    this.from = from
    this.server = server
  }

  static async of(from: TestServer): Promise<StoryCopy> {
    return new StoryCopy(from, await testServer(manyExports))
  }

  /** Loads what was written since the last time, or all there is; every line must be taken. */
  async catchUp(): Promise<void> {
    const lines: object[] = []
    const { database, files } = this.from
    const identity = { seal: sealOf(files.secrets), opening: async () => {} }
    const options = { types: loadableTypes(recordTypes), since: this.cursor, files: files.store, identity }
    const { cursor } = await exportRecords(database, options, async line => void lines.push(JSON.parse(line)))
    this.cursor = cursor
    const rejected: string[] = []
    await this.server.load(lines, { onRejection: one => void rejected.push(`${one.reason}: ${one.text}`) })
    assert.deepEqual(rejected, [], 'an export that loads')
  }
}

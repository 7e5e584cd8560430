// Another database that is kept a copy of the first by exports alone: all of it once, then what was written since.
import assert from 'node:assert/strict'
import { recordTypes } from '../../../src/api/index.ts'
import { sealOf } from '../../../src/encryption/sealing.ts'
import { exportRecords } from '../../../src/export/records.ts'
import { loadableTypes } from '../../../src/record-types/record-type.ts'
import { type TestServer, testServer } from '../../support/server.ts'
import { type Kept, putBack, restarted, storyServer } from './story-restarts.ts'

export class StoryCopy {
  server: TestServer
  private from: TestServer
  private cursor: string | undefined

  private constructor(from: TestServer, server: TestServer) {
    this.from = from
    this.server = server
  }

  static async of(from: TestServer): Promise<StoryCopy> {
    return new StoryCopy(from, await testServer(storyServer))
  }

  /** The other server started again. */
  follow(from: TestServer): void {
    this.from = from
  }

  /** Both have the same backup now, from which this one goes on. */
  async begunAgain(kept: Kept, from: TestServer): Promise<void> {
    await putBack(kept, this.server)
    const { server, filled } = await restarted(this.server)
    await filled
    this.server = server
    this.from = from
    this.cursor = await this.exported(undefined, async () => {})
  }

  /** Loads what was written since the last time, or all there is; every line must be taken. */
  async catchUp(): Promise<void> {
    const lines: object[] = []
    this.cursor = await this.exported(this.cursor, async line => void lines.push(JSON.parse(line)))
    const rejected: string[] = []
    await this.server.load(lines, { onRejection: one => void rejected.push(`${one.reason}: ${one.text}`) })
    assert.deepEqual(rejected, [], 'an export that loads')
  }

  private async exported(since: string | undefined, take: (line: string) => Promise<void>) {
    const { database, files } = this.from
    const identity = { seal: sealOf(files.secrets), opening: async () => {} }
    const options = { types: loadableTypes(recordTypes), since, files: files.store, identity }
    const { cursor } = await exportRecords(database, options, take)
    return cursor
  }
}

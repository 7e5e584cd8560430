// A mirror that begins with an export and goes on from its cursor.
import assert from 'node:assert/strict'
import { openExport, readLines } from '../support/exports.ts'

type Get = (path: string) => Promise<{ status: number; text: string }>

export class Mirror {
  /** The text of each record, by its id. */
  readonly rows = new Map<string, string>()
  private cursor = ''
  private readonly origin: string
  private readonly key: string
  private readonly get: Get

  constructor(origin: string, key: string, get: Get) {
    this.origin = origin
    this.key = key
    this.get = get
  }

  /** `begun` runs once the export has begun, while it is read. */
  async begin(begun: () => Promise<unknown> = async () => {}): Promise<void> {
    const answer = await openExport(this.origin, '/timesheets?format=ndjson', this.key)
    assert.equal(answer.statusCode, 200)
    const [chunks] = await Promise.all([answer.toArray(), begun()])
    const { lines, end } = readLines(Buffer.concat(chunks).toString())
    assert.equal(answer.headers['muster-next-change'], end.next)
    this.cursor = end.next
    for (const line of lines) this.rows.set(JSON.parse(line).id, line)
  }

  async follow(): Promise<void> {
    for (let more = true; more; ) {
      const { status, text } = await this.get(`/changes?after=${this.cursor}&limit=200`)
      assert.equal(status, 200, text)
      const { data, meta } = JSON.parse(text)
      for (const { type, id, change } of data) {
        if (type !== 'timesheet') continue
        const found = change === 'upserted' ? await this.get(`/timesheets/${id}`) : undefined
        if (found?.status === 200) this.rows.set(id, recordIn(found.text))
        else this.rows.delete(id)
      }
      ;({ next: this.cursor, more } = meta)
    }
  }

  /** It has exactly what the list has, byte for byte. */
  async expectWhole(): Promise<void> {
    const listed = new Mirror(this.origin, this.key, this.get)
    await listed.begin()
    const { text } = await this.get('/timesheets?limit=1')
    assert.equal(listed.rows.size, JSON.parse(text).meta.total)
    const sorted = (rows: ReadonlyMap<string, string>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(sorted(this.rows), sorted(listed.rows))
  }
}

const opening = '{"success":true,"data":'
const recordIn = (text: string) => text.slice(opening.length, -1)

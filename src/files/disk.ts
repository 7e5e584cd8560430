// Files in a folder of this machine. Content is written beside its place, synced, renamed and its folder synced,
// so that what is there is whole.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type FileStore, isStorageKey, measuredContent, StorageProblem } from './store.ts'

const incoming = 'incoming'
const isDraft = (key: string) => /^incoming\/[0-9a-f]{32}$/.test(key)

export function diskStore(path: string): FileStore {
  const folder = resolve(path)
  const placeOf = (key: string) => {
    if (!isStorageKey(key) && !isDraft(key)) throw new StorageProblem('This is not a key of the file store')
    return join(folder, key)
  }
  return {
    async put(key, content) {
      const place = placeOf(key)
      const draft = placeOf(`${incoming}/${randomBytes(16).toString('hex')}`)
      const { chunks, measured } = measuredContent(content)
      await makeFolder(dirname(draft))
      try {
        await writeSynced(draft, chunks)
        await makeFolder(dirname(place))
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      // Another write may have made the folders just now and not synced them yet; to sync them again is cheap.
      for (const above of [dirname(place), dirname(dirname(place)), folder]) await syncFolder(above)
      return measured()
    },
    async get(key) {
      const file = await open(placeOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
      return { size: await sizeOf(file), stream: file.createReadStream() }
    },
    remove: key => rm(placeOf(key), { force: true }),
    async *list() {
      for await (const key of keysIn(folder, '')) {
        const found = await stat(placeOf(key)).catch(absent)
        if (found) yield { key, changedAt: found.mtime }
      }
    },
  }
}

async function writeSynced(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function sizeOf(file: FileHandle): Promise<number> {
  try {
    return (await file.stat()).size
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A folder that was made just now is there after a crash only when those above it are synced. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let at = path; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Other files in the folder are left alone. */
async function* keysIn(folder: string, under: string): AsyncIterable<string> {
  const entries = await opendir(join(folder, under)).catch(absent)
  if (!entries) return
  for await (const entry of entries) {
    const key = under === '' ? entry.name : `${under}/${entry.name}`
    if (entry.isDirectory() && /^([0-9a-f]{2}(\/[0-9a-f]{2})?|incoming)$/.test(key))
      yield* keysIn(folder, key)
    else if (entry.isFile() && (isStorageKey(key) || isDraft(key))) yield key
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

// A file store that reports its failures; faults of the content it was given are not among them.
import { type Content, type FileStore, FileTooLarge } from './store.ts'

export function watchedStore(
  store: FileStore,
  failed: (operation: 'put' | 'get' | 'remove') => void,
): FileStore {
  const telling =
    (operation: 'put' | 'get' | 'remove', isOurs = (_: unknown) => true) =>
    (error: unknown) => {
      if (isOurs(error)) failed(operation)
      throw error
    }
  return {
    ...store,
    put(key, content) {
      let isBroken = false
      const broke = () => {
        isBroken = true
      }
      const given = Buffer.isBuffer(content) ? content : watching(content, broke)
      return store
        .put(key, given)
        .catch(telling('put', error => !isBroken && !(error instanceof FileTooLarge)))
    },
    get: key => store.get(key).catch(telling('get')),
    remove: key => store.remove(key).catch(telling('remove')),
  }
}

async function* watching(content: Exclude<Content, Buffer>, broke: () => void): AsyncIterable<Buffer> {
  try {
    yield* content
  } catch (error) {
    broke()
    throw error
  }
}

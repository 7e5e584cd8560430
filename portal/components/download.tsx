// Files that the browser saves: what a page has, and everything that a list matches, through the export of the API.

import { ApiError } from '../client/http.ts'
import { useAction, Wrong } from './dialog.tsx'
import { say } from './text.tsx'

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** `path` is of the API, with its filters and format. */
async function save(path: string, name: string): Promise<void> {
  const answer = await fetch(`/portal${path}`, {
    headers: { 'X-Muster-Portal': '1' },
    credentials: 'same-origin',
  })
  if (!answer.ok) {
    const { error } = await answer.json().catch(() => ({ error: {} }))
    throw new ApiError(
      answer.status,
      error?.code ?? 'UNKNOWN',
      error?.message ?? `The server answered ${answer.status}`,
    )
  }
  saveFile(await answer.blob(), name)
  say(`${name} is saved.`)
}

type Downloading = { formats: readonly string[]; path: (format: string) => string; name: string }

export function Downloads({ formats, path, name }: Downloading) {
  const [busy, error, run] = useAction((format: string) => save(path(format), `${name}.${format}`))
  return (
    <>
      {formats.map(format => (
        <button key={format} type="button" disabled={busy} onClick={() => void run(format)}>
          {busy ? 'Downloading …' : `Download ${format.toUpperCase()}`}
        </button>
      ))}
      {error && <Wrong>{error}</Wrong>}
    </>
  )
}

/** Everything that is known of it, as a file. */
export function DownloadJson({ of, file }: { of: unknown; file: string }) {
  const save = () =>
    saveFile(new Blob([JSON.stringify(of, null, 2)], { type: 'application/json' }), `${file}.json`)
  return (
    <button type="button" onClick={save}>
      Download as JSON
    </button>
  )
}

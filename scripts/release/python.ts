// The Python client as a wheel: its modules and what pip wants to know of them, in a ZIP archive. Written here, because the
// build tools of Python would have to be fetched.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type Packing, zipArchive } from '../../src/tables/zip.ts'

const folder = fileURLToPath(new URL('../../sdk/python', import.meta.url))

const packing: Packing = {
  crc32,
  async *deflate(content) {
    const deflate = createDeflateRaw({ level: 9 })
    const written = pipeline(content, deflate)
    yield* deflate
    await written
  },
}

type File = { name: string; content: Buffer }

/** `files` are those of sdk/python by their paths in it; gives back the name of the wheel. */
export async function wheel(to: string, files: readonly string[]): Promise<string> {
  const project = await projectOf(await readFile(join(folder, 'pyproject.toml'), 'utf8'))
  const stem = `${project.name.replaceAll('-', '_')}-${project.version}`
  const modules = files.filter(file => /^muster\/.*(\.py|py\.typed)$/.test(file)).toSorted()
  const all: File[] = await Promise.all(
    modules.map(async name => ({ name, content: await readFile(join(folder, name)) })),
  )
  const own = (name: string, text: string) =>
    all.push({ name: `${stem}.dist-info/${name}`, content: Buffer.from(text) })
  own('METADATA', metadata(project, await readFile(join(folder, 'README.md'), 'utf8')))
  own('WHEEL', 'Wheel-Version: 1.0\nGenerator: muster\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
  own('RECORD', `${all.map(recorded).join('')}${stem}.dist-info/RECORD,,\n`)
  const entries = all.map(({ name, content }) => ({ name, content: [content] }))
  const name = `${stem}-py3-none-any.whl`
  await pipeline(zipArchive(eachOf(entries), packing), createWriteStream(join(to, name)))
  return name
}

async function* eachOf<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all
}

/** Its hash without padding, as PEP 376 has it. */
const recorded = ({ name, content }: File) =>
  `${name},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`

type Project = {
  name: string
  version: string
  description: string
  python: string
  extras: [string, string][]
}

/** What pyproject.toml says, of the few lines that it has. */
async function projectOf(toml: string): Promise<Project> {
  const word = (key: string) => {
    const found = new RegExp(`^${key} = "(.*)"$`, 'm').exec(toml)?.[1]
    if (found === undefined) throw new Error(`sdk/python/pyproject.toml has no line ${key} = "…"`)
    return found
  }
  const section = /^\[project\.optional-dependencies\]\n((?:.+\n)*)/m.exec(toml)?.[1] ?? ''
  const extras = [...section.matchAll(/^(\w+) = \["(\w+)"\]$/gm)].map(([, extra, name]): [string, string] => [
    extra!,
    name!,
  ])
  return {
    name: word('name'),
    version: word('version'),
    description: word('description'),
    python: word('requires-python'),
    extras,
  }
}

const metadata = ({ name, version, description, python, extras }: Project, readme: string) =>
  [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    `Requires-Python: ${python}`,
    ...extras.flatMap(([extra, wanted]) => [
      `Provides-Extra: ${extra}`,
      `Requires-Dist: ${wanted}; extra == "${extra}"`,
    ]),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')

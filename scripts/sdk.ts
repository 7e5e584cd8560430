// Builds the SDK as it is handed out: its README, its manifest, and dist with an ES module and a CommonJS form, each with
// its types. In sdk/ itself, or in the folder that is named.
import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'sdk')
const folder = resolve(process.argv[2] ?? source)
const dist = join(folder, 'dist')

const forms = {
  esm: [],
  cjs: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
}

await mkdir(folder, { recursive: true })
await rm(dist, { recursive: true, force: true })
if (folder !== source)
  for (const name of ['package.json', 'README.md']) await cp(join(source, name), join(folder, name))
await Promise.all(
  Object.entries(forms).map(([form, options]) =>
    promisify(execFile)(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['-p', source, '--outDir', join(dist, form), ...options],
    ]).catch(({ stdout, message }) => {
      process.stderr.write(`${stdout || message}\n`)
      process.exit(1)
    }),
  ),
)
// The package as a whole says "module".
await writeFile(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')

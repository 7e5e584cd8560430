// Makes all that a release is handed out as, into dist/release or the folder that is named with --to: the same bytes from the
// same commit, whoever makes it. `--uncommitted` takes the files as they lie there, to try it out.
//   npm run release
import './one-line-errors.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { version } from '../src/settings/version.ts'
import { tarball } from './release/archive.ts'
import { faultsOf, readLock, shippedIn } from './release/lock.ts'
import { notesOf } from './release/notes.ts'
import { noticesOf } from './release/notices.ts'
import { packageFolder, stagePackage } from './release/package.ts'
import { wheel } from './release/python.ts'
import { billOfMaterials } from './release/sbom.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'dist/release' },
    uncommitted: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(values.to)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

const changed = (await run('git', 'status', '--porcelain')).trimEnd()
if (changed && !values.uncommitted)
  throw new Error(
    `A release is made of a commit, and these files differ from it:\n${changed}\nCommit them, or try it out with --uncommitted`,
  )
const time = new Date(Number(await run('git', 'log', '-1', '--format=%ct')) * 1000)
const listed = [
  'ls-files',
  '-z',
  '--cached',
  ...(values.uncommitted ? ['--others', '--exclude-standard'] : []),
]
const files = (await run('git', ...listed)).split('\0').filter(Boolean)

const lock = readLock(new URL('../package-lock.json', import.meta.url))
const { allowScripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const faults = faultsOf(lock, allowScripts)
if (faults.length > 0) throw new Error(faults.join('\n'))
say(
  `package-lock.json: ${Object.keys(lock.packages).length - 1} packages with a SHA-512 each, ${shippedIn(lock).length} of them installed, scripts of ${Object.keys(allowScripts).join(' and ')} alone. Signatures are not in it: npm audit signatures asks the registry for them`,
)

const scratch = await mkdtemp(join(tmpdir(), 'muster-release-'))
try {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const staged = join(scratch, 'package')
  await mkdir(staged)
  const inBundle = (inputs: readonly string[]) => new Set(inputs.flatMap(path => packageFolder(path) ?? []))
  const notices = (inputs: readonly string[]) => noticesOf(lock, inBundle(inputs))
  const inputs = await stagePackage(staged, { files, lock, notices })
  await tarball(join(output, `muster-${version}.tgz`), scratch, 'package', time)
  await cp(join(staged, 'LICENCES.txt'), join(output, 'LICENCES.txt'))

  await rm(staged, { recursive: true })
  await run(process.execPath, join(root, 'scripts/sdk.ts'), staged)
  await tarball(join(output, `muster-sdk-${version}.tgz`), scratch, 'package', time)

  const ofPython = files.flatMap(file =>
    file.startsWith('sdk/python/') ? [file.slice('sdk/python/'.length)] : [],
  )
  await wheel(output, ofPython)

  const bill = billOfMaterials(lock, { name: 'muster', version, time, bundled: inBundle(inputs) })
  await writeFile(join(output, 'sbom.cdx.json'), bill)
  await writeFile(
    join(output, 'RELEASE.md'),
    notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version),
  )
  await cp(join(root, 'deploy/Containerfile'), join(output, 'Containerfile'))

  const made = (await readdir(output)).toSorted()
  const sums = await Promise.all(
    made.map(async name => {
      const hash = createHash('sha256').update(await readFile(join(output, name)))
      return `${hash.digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(join(output, 'SHA256SUMS'), sums.join(''))
  say(sums.join('') + output)
} finally {
  await rm(scratch, { recursive: true, force: true })
}

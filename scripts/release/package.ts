// The package that `npm install` takes: the sources without their types, the portal as it is served, the pages of docs/, and
// the packages of plain JavaScript. What is left to fetch are Node and PostgreSQL for the machine.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { portalBundle } from '../../src/portal/bundle.ts'
import { type Lock, shippedIn } from './lock.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folders and files that an installation has as they are. */
const asTheyAre = [
  'muster',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'portal/document.html',
  'scripts/install.mjs',
  'telemetry/package.json',
  'telemetry/package-lock.json',
]

const texts = /\.(js|md|html|yaml|service)$/

/** Gives back what went into the portal's bundle, by its paths. */
export async function stagePackage(
  folder: string,
  {
    files,
    lock,
    notices,
  }: { files: readonly string[]; lock: Lock; notices(bundled: readonly string[]): Promise<string> },
): Promise<readonly string[]> {
  const copied = files.filter(
    file =>
      asTheyAre.some(one => file === one || file.startsWith(`${one}/`)) ||
      (/^(src|demo)\//.test(file) && !file.endsWith('.ts')),
  )
  for (const file of copied) await cp(join(root, file), join(folder, file))
  await compile(folder)
  const { files: built, inputs } = await portalBundle()
  await mkdir(join(folder, 'portal/built'))
  for (const [name, contents] of built) await writeFile(join(folder, 'portal/built', name), contents)
  await nameCommand(folder)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifestOf(), null, 2)}\n`)
  for (const [place] of bundledIn(lock))
    await cp(join(root, place), join(folder, place), { recursive: true, filter: isRun })
  await writeFile(join(folder, 'LICENCES.txt'), await notices(inputs))
  return inputs
}

/** Not for one kind of machine alone. */
const bundledIn = (lock: Lock) => shippedIn(lock).filter(([, { optional }]) => !optional)

/** Types and maps are for those who compile against a package. */
const isRun = (path: string) => !/\.(map|d\.[cm]?ts)$/.test(path)

/** Node does not take types off below node_modules. */
async function compile(folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'scripts/release/tsconfig.json')
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', folder]).catch(
    ({ stdout, message }) => {
      throw new Error(stdout || message)
    },
  )
}

/** What is called ./muster in a checkout is called muster where it is installed. Threads name their file by an address, which
 * the compiler leaves alone. */
async function nameCommand(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !texts.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const text = await readFile(file, 'utf8')
    const named = text
      .replaceAll(/(?<![\w/.])\.\/muster(?= |`|$)/gm, 'muster')
      .replaceAll(/(?<=new URL\('\.[^']*)\.ts(?=',)/g, '.js')
    if (named !== text) await writeFile(file, named)
  }
}

async function manifestOf(): Promise<object> {
  const all = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines, dependencies, optionalDependencies } = all
  const bin = { muster: 'muster' }
  const bundleDependencies = Object.keys(dependencies)
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    engines,
    dependencies,
    bundleDependencies,
    optionalDependencies,
  }
}

/** The folder of a package, out of a path in it. */
export const packageFolder = (path: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]

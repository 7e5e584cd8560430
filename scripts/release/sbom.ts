// The bill of materials in the words of CycloneDX 1.6: every package that an installation has, with the hash that the lock
// file has, and which of them wants which.
import { createHash } from 'node:crypto'
import { type Lock, type LockedPackage, nameOf, shippedIn } from './lock.ts'

type Component = Record<string, unknown> & { 'bom-ref': string }

export type BillOptions = { name: string; version: string; time: Date; bundled: ReadonlySet<string> }

/** `bundled` are folders of packages whose code went into the portal's program; nobody installs them. */
export function billOfMaterials(lock: Lock, { name, version, time, bundled }: BillOptions): string {
  const inBundle = Object.entries(lock.packages).filter(([folder]) => bundled.has(folder))
  const all = new Map([...shippedIn(lock), ...inBundle])
  const own = { 'bom-ref': `pkg:npm/${name}@${version}`, type: 'application', name, version }
  const components = Array.from(all, ([folder, one]) => component(folder, one, bundled.has(folder)))
  const wanted = Array.from(all, ([folder, one]) => ({
    ref: reference(folder, one),
    dependsOn: placesOf(folder, one, all).map(place => reference(place, all.get(place)!)),
  }))
  const dependencies = [
    { ref: own['bom-ref'], dependsOn: [...new Set(roots(lock, all, inBundle))].toSorted() },
    ...unique(wanted, ({ ref }) => ref),
  ]
  const body = { components: unique(components, one => one['bom-ref']), dependencies }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([own, body]))}`,
    version: 1,
    metadata: { timestamp: time.toISOString(), component: own },
    ...body,
  }
  return `${JSON.stringify(bill, null, 1)}\n`
}

function roots(
  lock: Lock,
  all: ReadonlyMap<string, LockedPackage>,
  inBundle: readonly [string, LockedPackage][],
): string[] {
  const { dependencies = {}, optionalDependencies = {} } = lock.packages['']!
  const named = Object.keys({ ...dependencies, ...optionalDependencies }).map(one => `node_modules/${one}`)
  return [
    ...named.map(folder => reference(folder, existing(all, folder))),
    ...inBundle.map(([folder, one]) => reference(folder, one)),
  ]
}

function existing(all: ReadonlyMap<string, LockedPackage>, folder: string): LockedPackage {
  const found = all.get(folder)
  if (!found)
    throw new Error(`${folder} is named by package.json and is not in package-lock.json: run npm install`)
  return found
}

const reference = (folder: string, { version }: LockedPackage) =>
  `pkg:npm/${nameOf(folder).replace('@', '%40')}@${version}`

function component(folder: string, one: LockedPackage, isBundled: boolean): Component {
  const [name, group] = nameOf(folder).split('/').toReversed() as [string, string?]
  const purl = reference(folder, one)
  const content = Buffer.from(one.integrity!.replace('sha512-', ''), 'base64').toString('hex')
  return {
    'bom-ref': purl,
    type: 'library',
    ...(group && { group }),
    name,
    version: one.version,
    scope: one.optional ? 'optional' : 'required',
    purl,
    hashes: [{ alg: 'SHA-512', content }],
    licenses: licence(one.license),
    ...(isBundled && { properties: [{ name: 'muster:bundled', value: 'in the portal’s program' }] }),
  }
}

const licence = (said: string | undefined) => {
  if (said === undefined) return []
  return / (OR|AND|WITH) /.test(said) ? [{ expression: said }] : [{ license: { id: said } }]
}

/** Where Node finds what a package imports: beside it, or in a folder further up. */
function placesOf(folder: string, one: LockedPackage, all: ReadonlyMap<string, LockedPackage>): string[] {
  const names = Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies })
  return names.toSorted().flatMap(name => {
    for (let above = folder; ; above = above.slice(0, above.lastIndexOf('/node_modules/'))) {
      const place = `${above}/node_modules/${name}`
      if (all.has(place)) return [place]
      if (!above.includes('/node_modules/')) break
    }
    return all.has(`node_modules/${name}`) ? [`node_modules/${name}`] : []
  })
}

const unique = <T>(all: readonly T[], key: (one: T) => string): T[] => [
  ...new Map(all.map(one => [key(one), one])).values(),
]

/** The same for the same content, in the form that the schema asks for. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

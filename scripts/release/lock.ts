// What package-lock.json promises of the packages that are installed, held to what a release may depend on; asks nobody.
import { readFileSync } from 'node:fs'

export type LockedPackage = {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  license?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** By folder, such as node_modules/pino; '' is the project itself. */
export type Lock = { lockfileVersion: number; packages: Record<string, LockedPackage> }

export type Manifest = {
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts?: Record<string, boolean>
}

export const readLock = (file: URL): Lock => JSON.parse(readFileSync(file, 'utf8'))

export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13)

/** Those that an installation has, by folder; a checkout has others besides, which only build and check. */
export const shippedIn = (lock: Lock): [folder: string, LockedPackage][] =>
  Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== '' && !dev)

/** One hash of 64 bytes, in base64. */
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Each fault as a sentence. */
export function faultsOf(lock: Lock, allowScripts: Readonly<Record<string, boolean>>): string[] {
  const found = Object.entries(lock.packages).filter(([folder]) => folder !== '')
  const faults = found.flatMap(([folder, one]) => {
    const name = nameOf(folder)
    return [
      ...(one.link ? [`${folder} is a folder of this machine, not a package of the registry`] : []),
      ...(sha512.test(one.integrity ?? '')
        ? []
        : [`${folder} has no SHA-512, so that anything could come in its place`]),
      ...(one.resolved === undefined
        ? []
        : [
            `${folder} names the address ${one.resolved}; .npmrc leaves addresses out, so that all come from one registry`,
          ]),
      // What only builds is installed by whoever builds, who has been asked by npm; an installation asks nobody.
      ...(one.hasInstallScript && !one.dev && !allowScripts[name]
        ? [`${folder} runs a script when it is installed, and allowScripts in package.json does not name it`]
        : []),
    ]
  })
  const named = new Set(found.map(([folder]) => nameOf(folder)))
  return [
    ...(lock.lockfileVersion === 3
      ? []
      : [`package-lock.json is of version ${lock.lockfileVersion}, and 3 is known here`]),
    ...faults,
    ...Object.keys(allowScripts).flatMap(name =>
      named.has(name) ? [] : [`allowScripts names ${name}, which package-lock.json does not have`],
    ),
  ]
}

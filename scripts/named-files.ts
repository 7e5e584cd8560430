// Finds what the documents name or link to and what is not there, such as files that were moved.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Files that a reader or a server is to make. */
const examples = /\binductions?\b|\btsv-format\b|\bNAME\b|^\.muster\//

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Each with the page that names it. Paths in docs/architecture.md are within src. */
export const missingFiles = (): string[] =>
  globSync(['*.md', 'bench/README.md', 'docs/**/*.md'], { cwd: root }).flatMap(page => [
    ...(page === 'CHANGELOG.md' ? [] : missingNames(page)),
    ...missingTargets(page),
  ])

const missingNames = (page: string) =>
  [...textOf(page).matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|js|mjs|json|sql|md))`/g)]
    .map(([, path]) => path!)
    .filter(path => !examples.test(path))
    .filter(path => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))
    .map(path => `${page} names ${path}, which is not there`)

/** Links to other pages and to headings; those from the root of a server are of the reference, whose test follows them. */
const missingTargets = (page: string) =>
  [...textOf(page).matchAll(/\]\((?!\/|\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, path, heading]) => {
    const target = path ? join(dirname(page), path) : page
    if (!existsSync(join(root, target))) return [`${page} links to ${path}, which is not there`]
    if (heading === undefined || headingsOf(target).includes(heading)) return []
    return [`${page} links to #${heading} of ${target}, which has no such heading`]
  })

/** As the sites that show a repository call them. */
const headingsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

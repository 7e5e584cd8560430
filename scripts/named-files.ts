// Finds files that the documents name and that are not there, such as those that were moved.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Files that a reader is to make. */
const examples = /\binductions?\b|\btsv-format\b|\bNAME\b/

/** Each with the page that names it. Paths in docs/architecture.md are within src. */
export function missingFiles(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
  return ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...docs.map(name => `docs/${name}`)].flatMap(
    page =>
      [
        ...readFileSync(join(root, page), 'utf8').matchAll(
          /`([\w.-]+\/[\w./-]+\.(?:ts|tsx|js|mjs|json|sql|md))`/g,
        ),
      ]
        .map(([, path]) => path!)
        .filter(path => !examples.test(path))
        .filter(path => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))
        .map(path => `${page} names ${path}, which is not there`),
  )
}

// Versions of before, taken from the history of the repository: real servers of theirs run beside those of this one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkOut } from '../../scripts/compare/versions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the promise of docs/operating.md is proven with, and the schema of each. */
export const earlierVersions = [
  { commit: '75491a63058e', schema: 15 },
  { commit: 'fa35e94a9eec', schema: 8 },
] as const

/** Undefined where their files can be had. */
export function whyNoHistory(): string | undefined {
  try {
    for (const { commit } of earlierVersions)
      execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'pipe' })
    return undefined
  } catch {
    return 'it takes earlier versions from the history of the repository, which is not here: run it in a clone with all of its history'
  }
}

/** The files of an earlier version, with its packages; removed when the tests are over. */
export function earlierVersion(commit: string): string {
  const folder = mkdtempSync(join(process.env.MUSTER_TEST_CLUSTER!, '..', 'muster-earlier-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  checkOut(root, commit, join(folder, 'version'))
  return join(folder, 'version')
}

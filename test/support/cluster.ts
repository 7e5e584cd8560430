// One embedded PostgreSQL for a whole test run; each test file has a database of its own in it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase, stopDatabase } from '../../src/store/embedded.ts'

let folder: string

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  await startDatabase(folder, () => {})
  process.env.MUSTER_TEST_CLUSTER = folder
}

export async function globalTeardown(): Promise<void> {
  await stopDatabase(folder)
  for (const made of [folder, `${folder}-demo`]) await rm(made, { recursive: true, force: true })
}

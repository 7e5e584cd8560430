// `muster backup` and `muster restore`: everything in one file, between any two databases.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recordTypes } from '../api/index.ts'
import { fingerprints } from '../sealing.ts'
import { readSecrets } from '../secret.ts'
import { BackupProblem, backup, restore } from '../store/backup.ts'
import type { Transaction } from '../store/database.ts'
import { borrowHome, prepare, serverPid } from '../store/home.ts'
import { noteSealedWith, sealedWith } from '../store/sealed-with.ts'
import { CliProblem, type Command, type CommandCall, count, exit, usage } from './command.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write all data and files into one file, while the server runs or not',
  synopsis: 'backup FILE [--data FOLDER]',
  examples: ['./muster backup muster-2026-11-15.backup'],
  run: runBackup,
}

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty database from a backup',
  synopsis: 'restore FILE [--replace] [--new-secret] [--data FOLDER]',
  details:
    'Works between embedded and external databases and to newer PostgreSQL versions. Stop the server first.\n--replace throws away what is there now.\nThe master secret that the backup was made with is needed: MUSTER_SECRET, or the file "secret" in the data folder.\n--new-secret goes on with another one where it is lost: identity numbers, share codes and credentials can then not\nbe read or matched until they are loaded again.',
  examples: [
    './muster restore muster-2026-11-15.backup',
    'DATABASE_URL=postgres://… ./muster restore old.backup',
  ],
  options: { replace: { type: 'boolean' }, 'new-secret': { type: 'boolean' } },
  run: runRestore,
}

const describe = (state: { rows: number; files: number }) =>
  `${count(state.rows)} rows, ${count(state.files)} files`

function fileOf(call: CommandCall): string {
  const [file, ...more] = call.arguments
  if (!file || more.length > 0) throw usage('Give one file name')
  return file
}

async function runBackup(call: CommandCall): Promise<number> {
  const file = fileOf(call)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  const partial = `${file}.partial`
  try {
    await prepare(home.database, recordTypes)
    const out = createWriteStream(partial, { mode: 0o600, flush: true })
    const summary = await backup(home.database, join(call.settings.data, 'files'), out, state =>
      call.output.progress(`Backing up ${state.table ?? 'files'}: ${describe(state)}`),
    )
    await rename(partial, file)
    const { size } = await stat(file)
    call.output.result(
      { file, bytes: size, ...summary },
      () => `Wrote ${file}: ${describe(summary)}, ${count(Math.ceil(size / 1024))} kB.`,
    )
    return exit.ok
  } catch (error) {
    throw error instanceof BackupProblem ? new CliProblem(error.message) : error
  } finally {
    await rm(partial, { force: true })
    await home.close()
  }
}

async function runRestore(call: CommandCall): Promise<number> {
  const file = fileOf(call)
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new CliProblem(`There is no file ${file}`, exit.notFound)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    if (home.embedded && (await serverPid(home.database)))
      throw new CliProblem(
        'A server runs on this data folder; stop it with ./muster down first',
        exit.notAllowed,
      )
    const summary = await restore(
      home.database,
      recordTypes,
      join(call.settings.data, 'files'),
      createReadStream(file),
      { replace: call.flag('replace'), accept: tx => acceptSecret(call, tx) },
      state => call.output.progress(`Restoring ${state.table ?? 'files'}: ${describe(state)}`),
    )
    await prepare(home.database, recordTypes)
    call.output.result({ file, ...summary }, () => `Restored ${file}: ${describe(summary)}.`)
    return exit.ok
  } catch (error) {
    throw error instanceof BackupProblem ? new CliProblem(error.message) : error
  } finally {
    await home.close()
  }
}

/** What is sealed in a backup is of use only with the secret it was sealed with, which is not in the file. */
async function acceptSecret(call: CommandCall, tx: Transaction): Promise<void> {
  const noted = await sealedWith(tx)
  if (noted === undefined) return
  const known = fingerprints(await readSecrets(call.settings))
  if (known.includes(noted)) return
  if (call.flag('new-secret')) return noteSealedWith(tx, known[0]!)
  throw new BackupProblem(
    `This backup was made with another master secret; give that one (MUSTER_SECRET, or the file "secret" in ${call.settings.data}), or go on without it with --new-secret. Nothing was changed.`,
  )
}

// `muster backup` and `muster restore`: everything in one file, between any two databases.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { recordTypes } from '../../api/index.ts'
import { BackupProblem, type BackupSummary } from '../../backup-file/format.ts'
import type { Transaction } from '../../database/database.ts'
import { borrowHome } from '../../database/home.ts'
import { isServed } from '../../database/servers.ts'
import { secretFingerprints } from '../../encryption/sealing.ts'
import { readSecrets } from '../../encryption/secret.ts'
import { backup } from '../../store/backup/backup.ts'
import { type BackupRun, noteBackupRun } from '../../store/backup/backup-runs.ts'
import { restore } from '../../store/backup/restore.ts'
import { prepareDatabase } from '../../store/schema/prepare.ts'
import { noteSealedWith, sealedWith, secretInUse } from '../../store/writing/sealed-with.ts'
import { CliProblem, type CommandCall, exitCodes, readableCount, usageProblem } from '../command.ts'
import { withDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { systemUser } from '../operator.ts'
import { writeWhole } from '../targets.ts'

export const backupCommand: Command = {
  arguments: {
    FILE: {
      writes: 'file',
      meaning: 'the file to write, or - for standard output, which then has nothing else',
    },
  },
  examples: [
    './muster backup muster-2026-11-15.backup',
    './muster backup - | ssh vault "cat > muster.backup"',
  ],
  run: runBackup,
}

export const restoreCommand: Command = {
  arguments: { FILE: { meaning: 'a backup, or - for standard input' } },
  options: {
    replace: { meaning: 'discard what is there now' },
    try: {
      meaning:
        'restore into a database of its own in a temporary folder, which is removed again, and note that it was tried; the server may run',
    },
    'new-secret': {
      meaning:
        'go on with another master secret: what was encrypted can then not be read until it is loaded again',
    },
  },
  notes:
    'It works between embedded and external databases and to newer PostgreSQL versions. Stop the server first.\nThe master secret that the backup was made with is needed: MUSTER_SECRET, or the file "secret" in the data folder.\nIf it is lost, --new-secret goes on without identity numbers, share codes and credentials.',
  examples: [
    './muster restore muster-2026-11-15.backup',
    './muster restore muster-2026-11-15.backup --try',
    'DATABASE_URL=postgres://… ./muster restore old.backup',
  ],
  run: runRestore,
}

const describe = (state: { rows: number; files: number }) =>
  `${readableCount(state.rows)} rows, ${readableCount(state.files)} files`

async function runBackup(call: CommandCall): Promise<undefined> {
  const file = call.argument('FILE')
  const out = file === '-' ? standardOutput(call) : undefined
  await withDatabase(call, async database => {
    const beganAt = new Date()
    const write = (to: Writable) =>
      backup(database, join(call.settings.data, 'files'), to, state =>
        call.output.progress(`Backing up ${state.table ?? 'files'}: ${describe(state)}`),
      )
    const run = { kind: 'backup', file: basename(file), who: systemUser().name, beganAt } as const
    try {
      const summary = out ? await write(out) : await writeFileWith(call, file, write)
      await noteBackupRun(database, { ...run, ...summary })
      if (out) call.output.say(`Wrote a backup: ${describe(summary)}.`)
    } catch (error) {
      await noteBackupRun(database, { ...run, error: reasonOf(error) }).catch(() => {})
      throw error
    }
  })
}

/** Messages of others may quote what they were about. */
const reasonOf = (error: unknown): string => {
  if (error instanceof CliProblem || error instanceof BackupProblem) return error.message
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `It ended with the error ${code}` : 'It ended with an error'
}

type Write = (to: Writable) => Promise<BackupSummary>

async function writeFileWith(
  call: CommandCall,
  file: string,
  write: Write,
): Promise<BackupSummary & { bytes: number }> {
  const summary = await writeWhole(file, write)
  const { size } = await stat(file)
  call.output.result(
    { file, bytes: size, ...summary },
    () => `Wrote ${file}: ${describe(summary)}, ${readableCount(Math.ceil(size / 1024))} kB.`,
  )
  return { ...summary, bytes: size }
}

/** A reader that goes away makes a backup fail; other commands take it that the reader has had enough. */
function standardOutput({ json, terminal: { stdout } }: CommandCall): Writable {
  if (stdout.isTTY) throw usageProblem('A backup is not for a terminal; send it on: ./muster backup - > FILE')
  if (json) throw usageProblem('Standard output has the backup alone; leave --json out')
  stdout.removeAllListeners('error').on('error', () => {})
  return new Writable({
    write: (chunk, _, done) => void stdout.write(chunk, error => done(error && goneAway())),
  })
}

const goneAway = () => new CliProblem('Standard output was closed before the backup was whole')

async function runRestore(call: CommandCall): Promise<undefined> {
  const file = call.argument('FILE')
  const input = file === '-' ? standardInput(call) : await streamOf(file)
  if (call.flag('try')) return tryRestore(call, file, input)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    // A restore locks the tables for as long as the backup takes to arrive.
    if (await isServed(home.database))
      throw new CliProblem(
        home.embedded
          ? 'A server runs on this data folder; stop it with ./muster down first'
          : 'A server uses this database; stop every one that does first',
        exitCodes.notAllowed,
      )
    const summary = await restore(
      home.database,
      recordTypes,
      join(call.settings.data, 'files'),
      input,
      { replace: call.flag('replace'), accept: tx => acceptSecret(call, tx) },
      state => call.output.progress(`Restoring ${state.table ?? 'files'}: ${describe(state)}`),
    )
    await prepareDatabase(home.database, recordTypes)
    call.output.result(
      { file, ...summary },
      () => `Restored ${file === '-' ? 'the backup' : file}: ${describe(summary)}.`,
    )
  } finally {
    await home.close()
  }
}

/** As much as a restore can be tried without taking anything away: the backup is whole, its secret is known, and its rows
 * and files come into a database that this version reads. */
async function tryRestore(call: CommandCall, file: string, input: Readable): Promise<undefined> {
  if (call.flag('replace')) throw usageProblem('--try discards nothing; leave --replace out')
  const run = { kind: 'restore', file: basename(file), who: systemUser().name, beganAt: new Date() } as const
  const note = (how: Pick<BackupRun, 'rows' | 'files' | 'error'>) =>
    withDatabase(call, database => noteBackupRun(database, { ...run, ...how }))
  const data = await mkdtemp(join(tmpdir(), 'muster-restore-'))
  const settings = { ...call.settings, data, databaseUrl: undefined }
  try {
    const home = await borrowHome(settings, line => call.output.say(line))
    try {
      const summary = await restore(
        home.database,
        recordTypes,
        join(data, 'files'),
        input,
        { accept: tx => acceptSecret(call, tx) },
        state => call.output.progress(`Trying ${state.table ?? 'files'}: ${describe(state)}`),
      )
      await prepareDatabase(home.database, recordTypes)
      await note(summary)
      call.output.result(
        { file, tried: true, ...summary },
        () =>
          `${file === '-' ? 'The backup' : file} can be restored: ${describe(summary)}. Nothing was kept.`,
      )
    } finally {
      await home.close()
    }
  } catch (error) {
    await note({ error: reasonOf(error) }).catch(() => {})
    throw error
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function streamOf(file: string): Promise<Readable> {
  if ((await stat(file).catch(() => undefined))?.isFile()) return createReadStream(file)
  throw new CliProblem(`There is no file ${file}`, exitCodes.notFound)
}

function standardInput({ terminal: { stdin } }: CommandCall): Readable {
  if (!stdin.isTTY) return stdin
  throw usageProblem('A backup does not come from a terminal; send it in: ./muster restore - < FILE')
}

/** Sealed values can be read only with the secret that they were sealed with, which is not in the backup. */
async function acceptSecret(call: CommandCall, tx: Transaction): Promise<void> {
  const noted = await sealedWith(tx)
  if (noted === undefined) return
  const known = secretFingerprints(await readSecrets(call.settings))
  const inUse = (await secretInUse(tx))?.fingerprint ?? noted
  if (known.includes(noted) && known.includes(inUse)) return
  if (call.flag('new-secret')) return noteSealedWith(tx, known[0]!)
  throw new BackupProblem(
    `This backup was made with another master secret; give that one (MUSTER_SECRET, or the file "secret" in ${call.settings.data}), or go on without it with --new-secret. Nothing was changed.`,
  )
}

// `muster map list`, `show`, `history`, `save` and `remove`: mappings that are saved under a name, for nightly loads.
import { readFile } from 'node:fs/promises'
import { recordTypes } from '../../api/index.ts'
import type { Database } from '../../database/database.ts'
import { readMapping } from '../../mapping/mapping.ts'
import { mappingSubject } from '../../operator/audit.ts'
import { mappings, mappingVersions, savedMapping, saveMapping } from '../../store/writing/mappings.ts'
import { CliProblem, type CommandCall, exitCodes, listTable, usageProblem } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Subcommand } from '../declaration.ts'
import { changeAsSystem, systemUser } from '../operator.ts'

const NAME = { meaning: 'the name that it was saved under' }

async function list(call: CommandCall, database: Database): Promise<undefined> {
  const found = await mappings.rows(database)
  call.output.result(found, () => listTable(mappings, found))
}

async function show(call: CommandCall, database: Database): Promise<undefined> {
  const name = call.argument('NAME')
  const wanted = call.option('version')
  const found =
    wanted === undefined ? await savedMapping(database, name) : await versionOf(database, name, wanted)
  call.output.result(found, () => found.text.trimEnd())
}

async function versionOf(database: Database, name: string, wanted: string) {
  const all = await versionsOf(database, name)
  const found = all.find(({ version }) => String(version) === wanted)
  if (!found) throw usageProblem(`--version ${wanted}: there are 1 to ${all[0]!.version}`)
  if (found.text === '')
    throw new CliProblem(`With version ${wanted} the mapping was removed`, exitCodes.notFound)
  return { name, ...found }
}

async function versionsOf(database: Database, name: string) {
  const all = await mappingVersions.rows(database, { name })
  if (all.length > 0) return all
  // Says which there are.
  await savedMapping(database, name)
  return all
}

async function history(call: CommandCall, database: Database): Promise<undefined> {
  const all = await versionsOf(database, call.argument('NAME'))
  const shown = all.map(({ text, ...version }) => ({ ...version, removed: text === '' }))
  call.output.result(shown, () => listTable(mappingVersions, all))
}

async function save(call: CommandCall, database: Database): Promise<undefined> {
  const [name, file] = [call.argument('NAME'), call.argument('FILE')]
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CliProblem(`There is no file ${file}`, exitCodes.notFound)
  })
  readMapping(text, recordTypes)
  const saved = await changeAsSystem(database, 'map save', mappingSubject, name, db =>
    saveMapping(db, { name, text, who: systemUser().name }),
  )
  call.output.result(saved, () => `Saved ${name}, version ${saved.version}.`)
}

async function remove(call: CommandCall, database: Database): Promise<undefined> {
  const name = call.argument('NAME')
  await savedMapping(database, name)
  await changeAsSystem(database, 'map remove', mappingSubject, name, db =>
    saveMapping(db, { name, text: null, who: systemUser().name }),
  )
  call.output.result(
    { name, removed: true },
    () => `Removed ${name}; ./muster map history ${name} has its versions.`,
  )
}

export const savedMappings: Readonly<Record<string, Subcommand>> = {
  list: { summary: 'the mappings that were saved, here or in the portal', run: onDatabase(list) },
  show: {
    summary: 'print a mapping that was saved',
    arguments: { NAME },
    options: { version: { value: 'N', meaning: 'as it was in this version; the last one unless given' } },
    run: onDatabase(show),
  },
  history: {
    summary: 'every version of a mapping, with who saved it',
    arguments: { NAME },
    run: onDatabase(history),
  },
  save: {
    summary: 'save a mapping under a name, as its next version, for load --mapping',
    arguments: {
      NAME: { meaning: 'letters, digits, ".", "_" and "-"' },
      FILE: { meaning: 'the mapping, as map init wrote it' },
    },
    run: onDatabase(save),
  },
  remove: {
    summary: 'remove a mapping; its versions stay in its history',
    arguments: { NAME },
    run: onDatabase(remove),
  },
}

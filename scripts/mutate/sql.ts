// Mutants of a database function's SQL, by its tokens: comparisons, arithmetic, numbers, words, and whole statements.
import type { Database } from '../../src/database/database.ts'
import { createTablesAt, migrationFiles } from '../../src/store/schema/migrate.ts'
import { distinct, type Edit, type Mutant, mutantOf } from './mutant.ts'

const swaps: readonly (readonly [RegExp, readonly string[]])[] = [
  [/<<=/g, ['<<']],
  [/(?<![<>:])<=/g, ['<']],
  [/(?<![<>:])>=/g, ['>']],
  [/(?<![<>-])<(?![<=>])/g, ['<=', '>']],
  [/(?<![<>-])>(?![>=])/g, ['>=', '<']],
  [/ \+ /g, [' - ']],
  [/ - /g, [' + ']],
  [/\band\b/g, ['or']],
  [/\bor\b/g, ['and']],
  [/\btrue\b/g, ['false']],
  [/\bfalse\b/g, ['true']],
  [/\bis not null\b/g, ['is null']],
  [/\bnot (?=coalesce)/g, ['']],
  [/\bleast\b/g, ['greatest']],
  [/\bgreatest\b/g, ['least']],
  [/\bmin\(/g, ['max(']],
  [/\bsum\(/g, ['max(']],
  [/\bany \(/g, ['all (']],
  [/\bleft join\b/g, ['join']],
]

/** Comments, settings, and the version of a key, of which the tests aimed here see only that it moves. */
const left = /--.*$|^set .*$|^#.*$|\(\s*select string_agg\(o\.owner[\s\S]*? as version/gm

export function sqlMutants(file: string, source: string): Mutant[] {
  const code = source.replace(left, text => text.replace(/./g, ' '))
  const edits = [...wordEdits(code), ...numberEdits(code), ...statementEdits(code)]
  return distinct(edits.map(edit => mutantOf(file, source, edit, functionAt(code, edit.start))))
}

const wordEdits = (code: string): Edit[] =>
  swaps.flatMap(([pattern, others]) =>
    [...code.matchAll(pattern)].flatMap(({ index, 0: found }) =>
      others.map(text => ({ start: index, end: index + found.length, text })),
    ),
  )

/** Not what `exists` selects, nor the largest integer. */
const numberEdits = (code: string): Edit[] =>
  [...code.matchAll(/(?<![\w.$]|select )\d{1,6}(?:\.\d+)?(?!\w)/g)].flatMap(({ index, 0: found }) =>
    [1, -1].map(by => ({
      start: index,
      end: index + found.length,
      text: found.includes('.') ? String(Number(found) * (by > 0 ? 10 : 0.1)) : String(Number(found) + by),
    })),
  )

/** Statements of one line inside the functions, and the changes of several. */
const statementEdits = (code: string): Edit[] =>
  [
    ...code.matchAll(/^ +(?:\w+ :=|perform|update|delete|insert)[^;]*;/gm),
    ...code.matchAll(/^ +if exists[^;]*; end if;/gm),
  ].map(({ index, 0: found }) => {
    const indent = found.length - found.trimStart().length
    return { start: index + indent, end: index + found.length, text: 'null;' }
  })

function functionAt(code: string, at: number): string {
  const names = [...code.slice(0, at).matchAll(/create (?:or replace )?function (\w+)/g)]
  return names.at(-1)?.[1] ?? ''
}

/** Whether PostgreSQL takes it for functions at all; leaves nothing behind. */
export async function sqlIsAccepted(database: Database, text: string): Promise<boolean> {
  const taken = Symbol('taken')
  try {
    return await database.transaction(async tx => {
      await createTablesAt(tx, migrationFiles)
      await tx.script(text)
      throw taken
    })
  } catch (error) {
    return error === taken
  }
}

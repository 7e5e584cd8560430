// The rules of `npm run check` besides types and style: scripts/imports.ts and scripts/contract.ts name the one that is
// broken, and CONTRIBUTING.md lists them.

const rules = {
  rooms: 'A file of `src`, `demo` or `portal` imports only what `scripts/rooms.ts` allows its room.',
  circles: 'No files of `src`, `demo` or `portal` import one another in a circle, types included.',
  environment: 'Only `settings/`, `cli/` and `postgres/` (what libpq reads) read `process.env`.',
  reach: 'Only `access/reach.ts` makes a Reach.',
  'file-names': 'No file is called util, helper or common: it is named after what it holds.',
  'first-sentence':
    'A file of `src`, `demo`, `portal` or `test` begins with a sentence that says what it is for.',
  'function-lengths':
    'No function of `src`, `demo` or `portal` has more than 70 lines, and none of `test` more than 120.',
  'type-names': 'No two files of `src` export a type of the same name: a word has one meaning.',
  'function-names': 'No two files of `src`, and no two of `portal`, export a function of the same name.',
  sql: 'SQL is written in `store/`, `database/`, `postgres/` and `embedded/` only.',
  'record-names': 'Rooms that are about records of any type name none (`scripts/record-names.ts`).',
  listed:
    'No file of `src` is imported by nobody: resources are listed in `src/api/index.ts`, in a chapter and in a set of tools, and formats in `src/tables/export-formats.ts`.',
  exports: 'What a file of `src`, `demo` or `portal` exports is imported by another file.',
  meaning: 'Every property, parameter, event, scope and error says what it means.',
  samples: 'Every record type has a sample that can be loaded.',
  'named-files': 'Files that the documents name exist.',
  generated: '`contract/` and the generated parts of the docs are what the declarations say.',
} as const

export type Rule = keyof typeof rules

/** A fault, with the rule that it breaks. */
export const broken = (rule: Rule, fault: string) => `${fault} [${rule}]`

/** The list of CONTRIBUTING.md. */
export const rulesList = () =>
  Object.entries(rules)
    .map(([name, sentence]) => `- \`${name}\`: ${sentence}`)
    .join('\n')

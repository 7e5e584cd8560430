// The page on loading: every type that can be loaded, its properties and one example line, from the Shapes.
import { type SampleRecord, sampleOf } from '../api/samples.ts'
import { namedShapes } from '../api/shapes.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import type { ForbiddenTransition, ForbiddenTransitions, NamedProperties } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { defaultOf, hasDefault, type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'
import type { WarningCode } from '../shape/warning-codes.ts'
import { wordMeanings } from './schema.ts'

export const loadingDocument = (types: readonly RecordType[]): string =>
  `${[introduction, sharedIntroduction, ...sharedSections, ...loadableTypes(types).map(sectionFor)].join('\n\n')}\n`

const sharedIntroduction = `## What several records have

*required* says that an object of this kind has to have it; *worked out*, that what a line gives for it is ignored.`

/** What each warning says. */
const warnings: Record<WarningCode, string> = {
  SUM: 'a total or the net hours differ from the sum of their parts by half a penny or more',
  VAT: 'VAT is not the subtotal times its rate',
  CIS: 'more is held back than the subtotal times its rate',
  CHARGE: 'a charge is not the sum of pay, employer’s costs and margin',
  UPLIFT: 'a rate is not its base with the uplift, to the penny',
  NEGATIVE_HOURS: 'hours are negative',
  HOURS_IN_DAY: 'a day has more than 24 hours: in a log, in all logs of it, or in the whole period',
  END_BEFORE_START: 'a period ends before it starts',
  UPDATED_BEFORE_CREATED: '`updatedAt` is before `createdAt`',
  NO_DATE: 'what is approved or confirmed does not say when',
  WEEK_ENDING: 'a week does not end on a Sunday',
  EMPTY_TEXT: 'a text that must be there is empty',
  NAME: 'a worker’s name is not first and last name',
  EMAIL: 'a text is no e-mail address',
  PHONE: 'a telephone number has its leading 0',
  OTHER_COMPANY:
    'a record that is named, such as a project, site, trade or requisition, belongs to another company',
  OTHER_AGENCY:
    'a timesheet’s assignment, an expense’s or invoice’s timesheet or a credit note’s invoice is another agency’s',
  NOT_CONNECTED:
    'work or a bill of an agency that has no connection to the company, active or not, when the load ends',
  SAME_CONNECTION: 'an agency has two active connections to one company or project',
  SAME_REFERENCE: 'two workers, or two timesheets of a company, have one reference',
  NI_NUMBER: 'a National Insurance number is not valid',
  SAME_NI_NUMBER: 'two workers have one National Insurance number',
  NAMED_TWICE:
    'a list names one record twice, such as an agency of a worker or a requisition; also where both say different things of it',
  FILE_NAME:
    'a file is kept under another name: without a path, invisible characters or the ending of another type',
  NO_DOCUMENT: '`documentOwners` names a document that the worker does not have',
  KEYS_LEFT: 'a company or agency that is deleted has API keys or webhook endpoints',
}

const warningRows = Object.entries(warnings)
  .map(([code, says]) => `  | \`${code}\` | ${says} |`)
  .join('\n')

const introduction = `# Loading records

Generated from the declarations by \`npm run contract\`.

\`./muster load FILE…\` (or a folder, or \`-\` for standard input) takes NDJSON, plain or gzip: one JSON object a line. Tables
(CSV, TSV, JSON, or a PostgreSQL) are loaded by a mapping: \`docs/guides/first-load.md\`. What a line may have is also in
\`contract/load.schema.json\`, and \`./muster schema TYPE\` prints it.

\`\`\`
{"type": "site", "record": {…}, "facts": {…}, "nanoid": "…"}   writes a record
{"type": "site", "record": {"id": "…", …}, "patch": true}       changes what it names
{"type": "site", "record": {…}, "facts": {…}, "replace": true}  is all there is of it
{"type": "site", "id": "…", "deleted": true}                    deletes one
\`\`\`

- \`record\` is the public shape of the API with everything inline, Parts such as \`timelogs\` too. \`facts\` holds what is
  stored and used but never shown. \`nanoid\` is a short id; one is made, and kept, where none is given.
- A record is found by its \`id\`. A line that changes nothing counts as unchanged, so the same file can be loaded again.
- A line replaces the record. What it leaves out of \`facts\` stays, and \`null\` clears it. Whatever the line does not
  name of a worker stays: the source knows some things, and \`POST /workers\` brought others. A worker’s documents are merged
  by id; \`null\` in place of a list removes them all. What a person decided here stays, too. The report counts what a load
  removed of workers (\`losses\`: people who were erased, identity numbers, documents, their files and results of checks, agencies and their
  identifiers), and says what stays because it was decided here (\`kept\`).
- A patch changes the properties it names and nothing else: \`null\` clears what may be absent, and lists are replaced
  whole, but for what was decided here. It is checked, stored and told as the whole line would be. \`--patch\` makes every line one. A record that does
  not exist cannot be patched.
- A line with \`"replace": true\` is the whole record, as exports write it: nothing that it does not name stays,
  not even facts or, of a worker, anything else; no change of status is refused, and no \`updatedAt\` is too old. Only
  encrypted facts that it does not name stay, unless the line says that the worker was erased. It cannot be a patch,
  and \`--patch\` does not make it one.
- A line whose \`updatedAt\` is older than what is stored is left out and counted; \`--allow-older\` takes it.
- A reference is \`{"id": "…"}\`; names in it are filled in from the record it names, and follow it when it is renamed.
  Where a stored record names what is not there, as versions before this rule allowed, the rest of it follows all the same; the
  report counts it (\`unresolved\`), and \`./muster status\` says which.
  A reference to a record that comes later in the file is resolved at the end, records that name each other together;
  one that never comes is rejected. A short id that another record has waits in the same way until that one is deleted or
  gets another.
- Dates may be \`YYYY-MM-DD\` or ISO 8601 with an offset, with a space in place of the T as databases write them; they are
  stored in UTC with milliseconds. \`--timezone Europe/London\` gives the time zone of times without an offset, such
  as \`2021-03-01 09:00:00\`; of an hour that occurred twice, the first is meant. A property that is not in the Shape is refused.
  Lists that are left out are empty.
- Files are UTF-8, with or without a byte order mark, or UTF-16 with one; \`--encoding\` names another, such as
  windows-1252. A line has at most 64 MB, a text 2,000 characters, and descriptions, comments, notes and reasons 50,000.
- A line that cannot be right is set aside in \`FILE.rejects.ndjson\` with its line and everything that is wrong with it,
  each with path, reason and a hint that shows the right form of this very value; the rest goes on, and the exit code
  is 3. The report, its JSON (\`reasons\`) and the last lines of that file group them by reason, the most frequent first,
  with count and first lines. Lines are written in batches of up to 1,000, each whole or not at all.
- What can hardly be right is taken as it is given and told with a code, once for each record until it changes
  (\`warnedOf\`); \`--strict\` sets it aside, too:

  | code | what it says |
  |---|---|
${warningRows}

  Two companies with one prefix are always rejected, and so are users, tags, roles and rules that name a company, project,
  role, user or permission that is not there, and workers whose \`documentOwners\` or \`linkedAgencies\` name an agency that is
  not there, or not theirs.
- \`--dry-run\` reports what the load would: the same counts, rejected lines and removals, and it lists the events that would
  fire. It works in temporary tables of a connection of its own: nothing is stored, nothing is locked, and nobody waits
  for it, however slowly its lines come. It sees what others load meanwhile from batch to batch.
- What a load changes becomes events for webhooks and feeds; \`--no-events\` loads a backfill silently.
- A record that others mention can be deleted with them, not before them.
- \`--snapshot TYPE[,TYPE]\` says that the file holds every record of these types, or with \`--company ID\` every record of
  that company alone: what another company has too, such as a user or a worker of both, stays. What existed when the load
  began and has no line in the file is deleted at the end, in an order that references allow; what others mention is rejected. Workers that came by \`POST /workers\` are in the file or go;
  workers that were erased stay as they are. Nothing is deleted if more than 10 % of a type would go, unless
  \`--delete-at-most N\` allows N in all, nor if a line could not be read or has a type that does not exist, nor if
  neither the database nor the file has the company; the other lines are loaded all the same, and the exit code is 3. A rejected line keeps its
  record. \`--dry-run\` lists what would go.

## What is decided or written here, and loaded too

| what, and where it comes from | what a line does to it |
|---|---|
| an agency that a decision on a match assigned to a worker (\`link\`) | It stays where a line, or a patch, leaves it out of \`agencies\` or still has it as inactive, every time, and the report says so (\`kept\`). An \`agencyId\` that a line gives for it while active is taken. \`"agencies": null\`, \`"facts": {"linkedAgencies": null}\` and \`"replace": true\` end it, and it is counted as taken away. Exports have it in \`facts.linkedAgencies\`. The agency cannot be deleted before that. |
| \`agencyId\`, from \`POST /workers\` or a link | It stays where a line names the agency and no \`agencyId\`; another one replaces it, and \`null\` clears it. |
| documents and their files, from \`POST /workers\` or a link | They are merged by id: what a line does not name stays. A patch replaces the list; \`null\` removes it. Files of a document stay where a line names the document and no \`files\`, as long as its type and number are the same. |
| whose a document is (\`documentOwners\`) | It stays where a line does not name that document in \`documentOwners\`, and changes to the agency that is named. \`null\` ends it for no document that is still there, and the report says so (\`kept\`); \`"replace": true\` does. A document of a kind that is an agency’s own (\`agencySpecific\` in its master qualification) is rejected where nothing says whose it is; one that an earlier version stored so, or whose kind becomes an agency’s own later, is shown to nobody, and \`./muster status\` tells of its worker until a line says whose it is. Links, and lines and patches that do not name that document, leave it so; a line that names it is rejected with the entry that is missing. |
| results of checks: \`verification\`, \`systemValidation\`, \`rightToWorkCheck\` in a document | They stay where a line names the document and not the result, as long as its type and number are the same; \`null\` clears one. The \`expiration\` that a check gave is replaced by the one in a line. |
| saved Home Office checks (\`rightToWorkCheck\`) | They come by loads alone. The result in a document is a copy of the check that counted when the document came, and later checks do not change it. |
| identity numbers, from \`POST /workers\` | They stay where a line does not name them; \`null\` clears them. Numbers that stand in documents go with these. |
| everything else of a worker that came by \`POST /workers\`, or by the decision \`different\` | What a line names replaces it, the rest stays. The line needs the worker’s id; one that is older than the post is left out and counted. A snapshot of workers deletes those that are not in the file. |
| the same person posted here, and loaded under another id | Both are stored. \`SAME_NI_NUMBER\` warns where they have one number, \`./muster matches scan\` finds the others, and nothing is merged. |
| open submissions, decisions on matches and pairs, with who decided | No line changes them. They are in backups and not in exports. A pair is asked about again once a line changes what one of the two is known by. |
| erasures | A line cannot bring back somebody who was erased, nor their files; it is rejected. A line with \`"facts": {"erased": true}\`, also a patch, erases somebody who is stored as \`./muster people erase\` does, for good: what was sent and answered about them goes, too, and the report counts them (\`losses\`). It needs the master secret, and is rejected without it. Their record stays, empty. |
| references given out here (\`WK-000243\`) | A line may give another one. The next one that is given out is above all that were loaded. |
| short ids (\`nanoid\`) | They stay unless a line gives one that no other record has. |
| \`updatedAt\` | It is the source’s: neither decisions nor values that are worked out move it. |
| values that are worked out, and names in references | What a line gives for them is ignored. |
| content of files, from \`POST /workers\` too | A line of type \`file\` with the same id replaces it, and counts as updated. |
| encrypted facts, such as \`credentials\` of a smart check | They stay where a line does not name them, also where it says \`"replace": true\`. |
| API keys and webhook endpoints of companies and agencies | No line changes them. Where a line deletes the company or agency, they are left without an owner: that is warned of (\`KEYS_LEFT\`). |
| answers under an Idempotency-Key | They stay as they were given, also where the worker was changed or deleted since. |

## Exporting

\`./muster export TYPE…\` (or \`all\`) writes the lines that load these records, with facts, nanoids and files, as of one
moment; loaded into an empty database they give the same answers, byte for byte. \`--company ID\` takes what is that
company's or open to it. Every export ends with a cursor: \`--since CURSOR\` writes what was written after it, records
whose files were replaced, and deletions, as long as feeds are kept (\`KEEP_FEEDS_DAYS\`, 30 days unless set). Each line
replaces its record, so a copy that loads it is the same database again. Encrypted facts are left out;
\`--with-identity\` writes them in plain text, and \`./muster audit worker ID\` then shows that it did. Without it no \`rightToWorkCheck\` is written,
since none can be loaded without its share code. The numbers of documents (\`documentNumber\`), which the API shows, are in
every export. The lines are whole records, for the operator's own use: what a company or an
agency may see is what its key shows.

## file

\`\`\`json
{"type":"file","id":"f1","fileName":"card.pdf","contentType":"application/pdf","path":"cards/card.pdf"}
\`\`\`

The content is a file beside the load file (\`path\`, which may not leave its folder; the working folder for standard
input), or \`base64\`; at most 20 MiB. PDF, JPEG and PNG must be what they say, from the first byte to the last, and pictures
have at most 250 million pixels. Of \`fileName\`, invisible characters go, \`/\`, \`\\\`, \`:\` and the like become \`_\`, and an ending of
another type is replaced: a PNG called \`x.html\` becomes \`x.png\`. Control characters are refused. Records write \`"file:<id>"\` where a link
is shown, or an https address, which is shown as it is. A file that records mention cannot be deleted.

The records below name this one:

\`\`\`json
${JSON.stringify(sampleOf('file'))}
\`\`\``

/** A function, so that shared shapes can be written before it is reached. */
function tableOf(rows: readonly string[]): string {
  return ['| property | takes | | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function sectionFor(type: RecordType): string {
  const facts = rowsFor(type.facts, 'facts.', Object.keys(type.sealed))
  const sample = sampleOf(type.type)
  const least = withWhatRulesAsk(type, sample, {
    type: sample.type,
    record: leastOf(nodeOf(type.record), sample.record) as SampleRecord['record'],
    ...(type.needsSealed && sample.facts && { facts: sample.facts }),
  })
  return [
    `## ${type.type}`,
    tableOf([...rowsFor(type.record, ''), ...facts]),
    ...(type.forbiddenTransitions
      ? [`Status can never go ${transitionsText(type.forbiddenTransitions)}.`]
      : []),
    `The least, and all:`,
    `\`\`\`json\n${JSON.stringify(least)}\n${JSON.stringify(sample)}\n\`\`\``,
  ].join('\n\n')
}

const namesNothing: NamedProperties = {
  record: new Set(),
  facts: new Set(),
  cleared: new Set(),
  items: new Map(),
  isPatch: false,
}

/** A line with what is refused as missing by the rules of its type, and not by its Shape. */
function withWhatRulesAsk(type: RecordType, sample: SampleRecord, line: SampleRecord): SampleRecord {
  try {
    const lists = Object.entries(nodeOf(type.record).properties ?? {}).filter(([, node]) => hasDefault(node))
    const empty = Object.fromEntries(lists.map(([name, node]) => [name, defaultOf(node)]))
    const record = { ...empty, ...structuredClone(line.record) }
    type.complete?.({ record, facts: { ...line.facts } }, namesNothing, { loopback: false })
    return line
  } catch (error) {
    const [, name = ''] = /^record\.(\w+)$/.exec(error instanceof InvalidValue ? error.path : '') ?? []
    if (name in line.record || sample.record[name] === undefined) return line
    const record = { ...line.record, [name]: sample.record[name] }
    return withWhatRulesAsk(type, sample, { ...line, record })
  }
}

/** A sample with only what must be there; what may be null is. */
function leastOf(given: Node, value: unknown): unknown {
  const { node, nullable } = withoutNull(given)
  if (nullable) return null
  if (value === null || typeof value !== 'object' || !node.properties) return value
  if (node['x-reference']) return { id: (value as { id: unknown }).id }
  const held = value as Record<string, unknown>
  const needed = (node.required ?? []).filter(name => isNeeded(node, name) && held[name] !== undefined)
  return Object.fromEntries(needed.map(name => [name, leastOf(node.properties![name]!, held[name])]))
}

/** Lists that are left out are empty, and what is worked out is never given. */
const isNeeded = (node: Node, name: string) =>
  node.required?.includes(name) === true &&
  !hasDefault(node.properties![name]!) &&
  !node.properties![name]!['x-derived']

const transitionsText = (forbidden: ForbiddenTransitions) =>
  Object.entries(forbidden)
    .map(([from, rules]) => `from ${from} to ${rules.map(ruleText).join(', ')}`)
    .join('; ')

const ruleText = (rule: ForbiddenTransition) =>
  typeof rule === 'string' ? rule : `${rule.to} while ${rule.while}`

/** Every property at any depth that a line may have, and those that are worked out whatever it has. */
function rowsFor(
  schema: TSchema,
  prefix: string,
  sealed: readonly string[] = [],
  told: Map<unknown, string> = new Map(),
): string[] {
  const node = nodeOf(schema)
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const isWorkedOut = child['x-derived'] === true
    if (isWorkedOut && child['x-hidden']) return []
    const needed = node.required?.includes(name) && !hasDefault(child) ? 'required' : ''
    const kept = sealed.includes(name) ? ', kept encrypted' : ''
    const path = `${prefix}${name}`
    const { inside, many } = objectHeld(child)
    // An object that stands in several places is told at the first of them.
    const before = inside && told.get(inside.properties)
    if (inside && !before) told.set(inside.properties, path)
    const orNull = withoutNull(child).nullable ? ' or null' : ''
    const kind = before ? `${many ? 'list, ' : ''}as \`${before}\`${orNull}` : `${kindOf(child)}${kept}`
    return [
      `| \`${path}\` | ${kind} | ${isWorkedOut ? 'worked out' : needed} | ${meaningOf(child)} |`,
      ...(inside && !before && !isWorkedOut ? rowsFor(inside, `${path}${many ? '[]' : ''}.`, [], told) : []),
    ]
  })
}

const meaningOf = (node: Node) =>
  [node.description, ...wordMeanings(node)].filter(Boolean).join(' ').replaceAll('|', '\\|')

/** The object that a property holds, or a list of them, where it is explained here and not under a name of its own. */
function objectHeld(given: Node): { inside?: Node; many: boolean } {
  let { node } = withoutNull(given)
  const many = node.type === 'array'
  while (node.type === 'array' && node.items) node = withoutNull(node.items).node
  const isElsewhere = node['x-copied'] !== undefined && isPlainReference(node)
  return { ...(node.properties && !isElsewhere && !sharedName(node) && { inside: node }), many }
}

/** One of which a line gives the id and no more. */
const isPlainReference = ({ properties = {}, 'x-copied': copied = [] }: Node) =>
  Object.entries(properties).every(
    ([name, child]) => name === 'id' || copied.includes(name) || child['x-hidden'],
  )

/** What several records share is explained once. */
const shared = Object.entries(namedShapes).filter(([, shape]) => !nodeOf(shape)['x-copied'])
const sharedName = ({ properties }: Node) =>
  shared.find(([, shape]) => nodeOf(shape).properties === properties)?.[0]

const sharedSections = shared.map(([name, shape]) =>
  [
    `### ${name}`,
    ...(nodeOf(shape).description ? [nodeOf(shape).description] : []),
    tableOf(rowsFor(shape, '')),
  ].join('\n\n'),
)

function kindOf(given: Node): string {
  const { node, nullable } = withoutNull(given)
  const kind = plainKind(node)
  return nullable ? `${kind} or null` : kind
}

function plainKind(node: Node): string {
  if (node['x-reference'])
    return `${/^[aeio]/.test(node['x-reference']) ? 'an' : 'a'} ${node['x-reference']}: \`{"id"}\``
  if (node['x-instant']) return 'date'
  if (node['x-file']) return 'file'
  if (node.enum) return node.enum.map(word => `\`${word}\``).join(', ')
  if (node.type === 'array') return `list of ${kindOf(node.items!)}`
  if (node.type === 'object' && sharedName(node)) return sharedName(node)!
  if (node.type === 'object')
    return node.properties ? `{${Object.keys(node.properties).join(', ')}}` : 'object'
  if (node.type === 'string') return 'text'
  if (node.type === 'integer') return 'whole number'
  if (node.type === 'boolean') return 'true or false'
  return node.type ?? 'anything'
}

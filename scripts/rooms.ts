// The rooms of the house: what each folder of src and of portal is for and which others it may import. scripts/imports.ts
// holds the code to these lists, and docs/architecture.md prints them.

type Room = {
  purpose: string
  /** Rooms above this one, with a space between them; "all" is every room above. */
  imports: string
  /** What its folders are for. */
  folders?: Readonly<Record<string, string>>
  /** Each of its folders imports only folders above it. */
  foldersInOrder?: true
  /** It is about records of any type, so it names none. */
  anyRecord?: true
}

/** From the ground up; demo lies beside src. */
export const rooms: Readonly<Record<string, Room>> = {
  formats: {
    purpose: 'ids, days, decimals, addresses, file types; knows nothing of Muster',
    imports: '',
    anyRecord: true,
  },
  errors: {
    purpose: 'every way a call can fail, with its status; the word that was probably meant',
    imports: '',
    anyRecord: true,
  },
  postgres: {
    purpose: "a client for PostgreSQL's protocol: statements, COPY, cursors, a pool; knows nothing of Muster",
    imports: '',
  },
  embedded: {
    purpose: 'the PostgreSQL that comes along: its programs, its folder, its process',
    imports: 'postgres',
    anyRecord: true,
  },
  outbound: {
    purpose: 'posts to addresses that others chose, and the guard that checks them',
    imports: 'formats',
  },
  shape: {
    purpose:
      'Shapes and their marks, paths, stored records; what is wrong with a value, and what would be right',
    imports: 'formats errors',
    anyRecord: true,
  },
  access: {
    purpose:
      'who may see what: ownership, Reach, audiences, redaction, permission; the only room that decides',
    imports: 'shape formats errors',
    anyRecord: true,
  },
  matching: {
    purpose: 'whether two people are one: numbers, names, contacts, the score',
    imports: 'shape formats',
  },
  settings: {
    purpose: 'every setting: name, type, default, meaning; the data folder; the version',
    imports: 'access postgres formats',
  },
  telemetry: {
    purpose: 'the log; the trace that the current work is part of, told to OpenTelemetry',
    imports: 'settings',
  },
  database: {
    purpose:
      "the database of an installation: how it is reached, statements, transactions, SQL values, COPY, locks, the servers on it; knows none of Muster's tables",
    imports: 'embedded postgres settings telemetry errors',
    anyRecord: true,
  },
  sharing: {
    purpose:
      'what the requests of a process share: turns of heavy queries, places of exports, what was counted and where pages ended',
    imports: 'access errors',
    anyRecord: true,
  },
  'backup-file': {
    purpose: "a backup as a file: its form, written and read; the installation's files in it",
    imports: 'shape',
    anyRecord: true,
  },
  tables: {
    purpose: 'records as tables: columns from Shapes, CSV, workbooks; the formats of exports',
    imports: 'shape access formats errors',
    anyRecord: true,
  },
  'record-types': {
    purpose: 'kinds of records as they are stored: filters, columns, indexes, child rows, sealed facts',
    imports: 'shape access formats errors',
    anyRecord: true,
  },
  kernel: {
    purpose: 'how a declaration becomes operations',
    imports: 'tables record-types shape access formats errors settings',
    folders: {
      operation: 'operations, parameters, answers, exports, feeds',
      call: 'the life of a call: admit, find, permit, parse, run; answers kept in memory',
      query: 'plans, filters, pages, fields, views, figures',
      resource:
        'collections: the words of a declaration, list, get, totals, and the checks that refuse a mistake',
    },
    anyRecord: true,
  },
  api: {
    purpose: 'what the API is: one declaration a resource, the special operations, events, scopes',
    imports: 'kernel record-types access shape formats errors matching',
    folders: {
      'billing-checks': 'whether bills are right: the codes, and the rules as pure functions over records',
      clearances: 'who may be on site on a day, and until when: the rules as pure functions over records',
      'create-worker': 'the body of POST /workers, checked',
      'recruitment-metrics': 'the metrics of requisitions',
      rules: 'rules of the trade that several resources need',
      samples: 'a sample record of each type',
      shapes: 'Shapes of records that rules look into',
    },
  },
  store: {
    purpose: "everything that knows Muster's tables, in SQL",
    imports:
      'database sharing backup-file postgres embedded kernel record-types access shape formats errors matching settings telemetry',
    folders: {
      replicas:
        'where records are read: by the primary, or a replica that has what its caller was let in with',
      lists: 'how a list that operators look at is declared; the SQL that reads it',
      records: 'the tables of record types; rows read to compare and written in bulk; grants',
      schema:
        'the hand-written tables and the functions of the database; record tables brought up to the declarations; what is not filled yet',
      reading: 'Plans as SQL: pages, totals, searches',
      operators: 'who operates, signed in or by a token, what they keep, and the audit of what they changed',
      keys: 'keys, callers and their links, the gate, sign-ins with assistants, the ledger of what each key did',
      requests: 'the log of requests, and its sums',
      feeds: 'the step that ends every write; changes and events',
      exports: 'whole lists as of one moment',
      webhooks: 'endpoints and deliveries',
      writing: 'what a load needs: references, loads and sources, refresh jobs, files, dry runs',
      checks: 'what has to be worked out again from many records, and what that needs',
      figures: 'sums over many records',
      people: 'rows of matches and erasures',
      scrub: 'deleted data gone from the disk, too',
      backup: 'everything in one file, and back',
    },
    foldersInOrder: true,
    anyRecord: true,
  },
  encryption: {
    purpose: "the installation's secret and the keys derived from it; how values are encrypted",
    imports: 'record-types errors settings database store',
  },
  body: {
    purpose: 'bytes that come in: JSON bodies, large ones in a thread, and the lines of a load',
    imports: 'kernel shape formats errors',
    anyRecord: true,
  },
  http: {
    purpose: 'sockets, envelopes, routes, sending and streaming',
    imports: 'kernel access formats errors telemetry',
    anyRecord: true,
  },
  mcp: {
    purpose: 'operations as tools for assistants',
    imports: 'kernel access shape formats errors api settings',
    anyRecord: true,
  },
  files: {
    purpose: 'files on disk or in S3: links, serving, sweeping',
    imports: 'kernel record-types access shape formats errors database store http settings',
  },
  export: {
    purpose: 'stored records as the lines that load them',
    imports: 'record-types shape errors database store files',
  },
  load: {
    purpose: 'lines in: read, check, compare, write, refresh, tell',
    imports: 'body record-types access shape formats errors database store api files export telemetry',
    anyRecord: true,
  },
  mapping: {
    purpose: 'tables as the lines of a load: rows of CSV and JSON, mappings, proposals; no SQL',
    imports: 'body record-types shape formats errors',
  },
  webhooks: {
    purpose: 'what changed, signed and delivered',
    imports: 'record-types access formats errors database store api outbound telemetry',
    anyRecord: true,
  },
  keys: {
    purpose:
      'what an operator does with API keys, by command or interface: what a key may have, keys for common tasks, why a request is refused',
    imports: 'kernel access shape formats errors api database store http',
  },
  workers: {
    purpose: 'creating a worker: match, check, files, write, review, undo, erase',
    imports:
      'kernel record-types shape formats errors matching database store api load export files outbound encryption',
  },
  checks: {
    purpose: 'what is worked out from many records and kept: billing checks and clearances',
    imports: 'record-types access shape formats errors database store api load',
  },
  describe: {
    purpose: 'OpenAPI, reference pages, sources of the SDKs, generated documents',
    imports: 'kernel tables record-types access shape formats errors api store http mapping settings',
    folders: { reference: 'the pages at /docs' },
    anyRecord: true,
  },
  operator: {
    purpose: "the operator's interface, and what the holder of a key may look up about it",
    imports:
      'kernel record-types access shape formats errors api body database store load mapping webhooks keys workers checks http settings',
  },
  oauth: {
    purpose:
      'signing in with an assistant: clients, what somebody is asked to agree to, codes, tokens, and the tools that they open',
    imports: 'kernel access formats errors database store http mcp outbound encryption',
    anyRecord: true,
  },
  portal: {
    purpose: "signing in, sessions, and the operator's interface for whoever is signed in",
    imports: 'access shape errors api database store formats http operator oauth encryption settings',
  },
  server: {
    purpose: 'a running server, put together from the other rooms, and what it does besides answering',
    imports: 'all',
    folders: {
      metrics: 'what Prometheus is told of a server and its database',
      processes: 'several processes that share a port, and the one that looks after them',
      upkeep: 'what a server does besides answering: rounds of tasks, a file a subject',
    },
  },
  demo: {
    purpose: 'the demo programme, beside `src`',
    imports: 'record-types api database store load files',
  },
  cli: {
    purpose: 'the `muster` command: how commands are declared, parsed and run',
    imports: 'all',
    folders: {
      server: 'running and looking after a server: up, down, status, backup, tokens, portal, mcp',
      load: 'records in and out: load, map, export',
      people: 'matches, erasures, what is held on a person',
      keys: 'API keys',
      billing: 'findings of the billing checks, and marks on them',
      webhooks: 'endpoints, deliveries, listening to events',
    },
  },
}

/** The room that a file is in, by its path from src. */
export const roomOf = (path: string): string => path.split('/')[0]!

/** Whether a file may import another, both by their paths from src. */
export function mayImport(path: string, otherPath: string): boolean {
  const [room, other] = [roomOf(path), roomOf(otherPath)]
  const { imports, folders = {}, foldersInOrder } = rooms[room]!
  if (room !== other) return imports === 'all' ? isAbove(other, room) : imports.split(' ').includes(other)
  const [own, theirs] = [path, otherPath].map(each => Object.keys(folders).indexOf(each.split('/')[1]!))
  return !foldersInOrder || theirs! <= own!
}

const order = Object.keys(rooms)
const isAbove = (other: string, room: string) =>
  order.includes(other) && order.indexOf(other) < order.indexOf(room)

/** What is wrong with the list itself. */
export const misplacedRooms: readonly string[] = order.flatMap(room =>
  rooms[room]!.imports.split(' ')
    .filter(other => other !== '' && other !== 'all' && !isAbove(other, room))
    .map(other => `scripts/rooms.ts: ${room} imports ${other}, which is not above it`),
)

type PortalRoom = {
  purpose: string
  /** Rooms of the portal above this one. */
  imports: string
  /** None of its folders imports another. */
  foldersApart?: true
}

/** The rooms of the web app in portal/, from the ground up. What lies beside them puts them together. */
export const portalRooms: Readonly<Record<string, PortalRoom>> = {
  client: {
    purpose: 'requests to the server, who is signed in, the address, what was loaded',
    imports: '',
  },
  components: { purpose: 'what pages are made of', imports: 'client' },
  charts: { purpose: 'figures, and their pictures', imports: 'components' },
  pages: {
    purpose: 'the pages, a folder a subject; no subject imports another',
    imports: 'client components charts',
    foldersApart: true,
  },
}

/** Rooms of src that run in a browser too, files of others that do, and rooms that the portal has only types of. */
export const portalImports = {
  values: 'formats errors tables',
  files: 'api/clearances/lacking.ts',
  types: 'shape api operator portal',
} as const

/** Whether it is one of the files that run in a browser too: each comes with nothing else of its room. */
export const isPortalFile = (path: string): boolean => portalImports.files.split(' ').includes(path)

/** Whether a file of the portal may import another file, both by their paths from the root. */
export function portalMayImport(path: string, otherPath: string, isType: boolean): boolean {
  const [[, room, folder], [top, other, otherFolder]] = [path, otherPath].map(each => each.split('/')) as [
    string[],
    string[],
  ]
  const { values, types } = portalImports
  if (top === 'src')
    return (
      `${values} ${isType ? types : ''}`.split(' ').includes(other!) ||
      isPortalFile(otherPath.slice('src/'.length))
    )
  const own = portalRooms[room!]
  if (!own) return true
  if (room !== other) return own.imports.split(' ').includes(other!)
  const isLoose = path.split('/').length < 4
  return !own.foldersApart || isLoose || folder === otherFolder
}

/** The tables of docs/architecture.md. */
export function roomsTables(): string {
  const all = Object.entries(rooms).flatMap(([name, { purpose, imports, folders = {} }]) => [
    [`\`${name}/\``, purpose, imports === 'all' ? 'all above' : listed(imports)],
    ...Object.entries(folders).map(([folder, use]) => [`\`${name}/${folder}\``, use, '']),
  ])
  const portal = Object.entries(portalRooms).map(([name, { purpose, imports }]) => [
    `\`portal/${name}\``,
    purpose,
    listed(imports),
  ])
  const { values, files, types } = portalImports
  return [
    tableOf(all),
    'The web app in `portal/`, beside `src`, has rooms of its own, and `portal/app.tsx` puts them together. Of `src` it',
    `imports what runs in a browser too (${listed(`${values} ${files}`)}), and types of what the server answers (${listed(types)}).`,
    '',
    tableOf(portal),
  ].join('\n')
}

const listed = (names: string) => names.split(' ').join(', ')

const tableOf = (rows: readonly (readonly string[])[]) =>
  [
    '| room | what it is for | may import |',
    '|---|---|---|',
    ...rows.map(([name, purpose, imports]) => `| ${name} | ${purpose} | ${imports ? `${imports} ` : ''}|`),
    '',
  ].join('\n')

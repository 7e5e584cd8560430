// What operators and holders of keys see and do: the operator's interface, webhooks, the portal and the commands.
import type { Dice } from '../../test/access/dice.ts'
import { randomChange } from '../../test/access/world-changes.ts'
import type { World } from '../../test/access/worlds.ts'
import { type Both, bare } from './alike.ts'
import { type Base, load, operator } from './loads.ts'
import type { Json, Pair, Side } from './pair.ts'
import { randomQuery } from './reads.ts'
import { follow, type Known, type Who } from './steps.ts'

const same = (text: string): Both<string> => [text, text]

export async function operate(pair: Pair, base: Base, dice: Dice, world: World): Promise<void> {
  const one = (type: string) => same(dice.pick(world.lines.filter(line => line.type === type)).record.id)
  const known: Known = { company: one('company'), agency: one('agency'), people: one('worker') }
  for (const [side, { url }] of pair.receivers.entries())
    known.url = side === 0 ? same(url) : [known.url![0], url]
  const owner: Who = { name: 'owner', at: '/operator', secrets: base.tokens }
  await follow(pair, known, owner, endpoints)
  await hearEvents(pair, base, dice, world, known)
  await follow(pair, known, owner, afterEvents)
  await follow(pair, known, owner, keys)
  for (const role of ['operator', 'read-only', 'matches', 'nonsense']) {
    await follow(
      pair,
      known,
      owner,
      `POST /tokens {"name":"${role}","role":"${role}"} token=secret tokens=token.id`,
    )
    await follow(pair, known, { ...owner, name: role, secrets: known.token! }, looks)
  }
  await follow(
    pair,
    known,
    owner,
    'POST /tokens/<tokens>/revoke\nGET /loads?limit=3 loads=0.id\nGET /matches?state=dismissed matches=0.id',
  )
  await readAll(pair, base, dice, world, known)
  await usePortal(pair, base, known)
  await follow(pair, known, owner, erasing)
  await runCommands(pair, dice, world, known)
}

const endpoints = `
  POST /webhooks {"kind":"company","owners":["<company>"],"url":"<url>/all","description":"all of it"} webhooks=endpoint.id
  POST /webhooks {"kind":"agency","owners":["<agency>"],"url":"<url>/gone","types":["*"]}
  POST /webhooks {"kind":"company","owners":["<company>"],"url":"<url>/some","types":["nonsense"]}
  POST /webhooks {"kind":"company","owners":["none"],"url":"nowhere"}`

const afterEvents = `
  GET /webhooks/<webhooks>/samples type=0.type object=0.objectId
  POST /webhooks/<webhooks>/test {}
  POST /webhooks/<webhooks>/trigger {"type":"<type>","objectId":"<object>"}
  POST /webhooks/<webhooks>/trigger {"type":"nonsense","objectId":"<object>"}
  POST /webhooks/<webhooks>/rotate {"overlapSeconds":60}
  POST /webhooks/<webhooks>/rotate {"overlapSeconds":-1}
  PATCH /webhooks/<webhooks> {"description":null,"state":"disabled"}
  PATCH /webhooks/<webhooks> {"state":"active","types":["worker_created","assignment_ended"]}
  POST /webhooks/<webhooks>/recover {"since":"2026-01-01T00:00:00.000Z"}
  GET /webhooks/<webhooks>/deliveries deliveries=0.id
  POST /deliveries/<deliveries>/replay
  POST /signatures/check {"headers":{},"body":"x","secret":"whsec_x"}`

const keys = `
  POST /keys {"kind":"company","owners":["<company>"],"scopes":["read:timesheets","read:workers"],"name":"one"} keys=key.id secret=secret
  PATCH /keys/<keys> {"name":"renamed","perDay":700,"allowedIps":["127.0.0.0/8","::1"],"description":"x"}
  PATCH /keys/<keys> {"scopes":["nonsense"]}
  PATCH /keys/<keys> {"owners":["none"]}
  PATCH /keys/<keys> {"name":7}
  PATCH /keys/<keys> {"expiresAt":"2020-01-01T00:00:00Z"}
  POST /keys/<keys>/rotate {"overlapSeconds":3600} secret=secret
  GET /keys/<keys>/explain?method=GET&path=/timesheets
  GET /keys/<keys>/explain?method=GET&path=/workers/x&ip=10.0.0.1
  GET /keys/<keys>/explain?method=GET&path=/rates
  GET /keys/<keys>/explain?method=GET&path=/nothing
  POST /keys {"kind":"agency","owners":["<agency>"],"scopes":["read:projects"]} spare=key.id
  POST /keys/<spare>/revoke
  POST /keys/<spare>/rotate {}
  POST /keys {"kind":"company","owners":["none"],"scopes":["read:projects"]}
  POST /keys {"kind":"company","owners":["<company>"],"scopes":["write:workers"]}`

const looks = ['/tokens', '/matches', '/keys', '/audit', '/people/none'].map(path => `GET ${path}`).join('\n')

const erasing = `
  GET /people/<people>
  POST /people/<people>/erase {"dryRun":true}
  POST /people/<people>/erase {"dryRun":false}
  POST /people/<people>/erase {"dryRun":false}
  GET /people/<people>
  GET /nothing
  GET /deliveries/x
  GET /webhooks/none
  GET /keys/none`

/** Numbers of the machine. */
const volatileIn: Record<string, RegExp> = { '/metrics': /^nodejs_gc.*\n|(?<=[ }])[\d.eE+-]+$|NaN$/gm }

/** Every GET of the operator's interface. */
async function readAll(pair: Pair, base: Base, dice: Dice, world: World, known: Known): Promise<void> {
  const [, { json: document }] = await operator(pair, base, { path: '/openapi.json' })
  for (const [path, { get: operation }] of Object.entries<Json>(document.paths)) {
    if (!operation || path === '/openapi.json') continue
    const { type, record } = dice.pick(world.lines)
    const own = path.split('/')[1]!
    const volatile = volatileIn[path]
    for (const query of new Set(['', randomQuery(dice, world, operation.parameters ?? [], 0.2)])) {
      const id = (side: Side) => (own === 'records' ? record.id : (known[own]?.[side] ?? 'none'))
      const place = (side: Side) => path.replace('{type}', type).replace('{id}', id(side)) + query
      await operator(pair, base, side => ({ path: place(side) }), {
        settles: true,
        ...(volatile && { volatile }),
      })
    }
  }
}

/** Changes that endpoints are told of, and what comes there. */
async function hearEvents(pair: Pair, base: Base, dice: Dice, world: World, known: Known): Promise<void> {
  for (const { received } of pair.receivers) received.length = 0
  for (let left = 12; left > 0; left--) {
    const { line } = randomChange(dice, world)
    line.record.updatedAt = `2026-10-${10 + left}T00:00:00.000Z`
    if ('status' in line.record) line.record.status = dice.pick(['approved', 'confirmed', 'pending'])
    await load(pair, base, [line])
  }
  const isOver = (json: Json) => json?.data?.deliveries?.waiting === 0
  await operator(pair, base, side => ({ path: `/webhooks/${known.webhooks![side]}` }), { settles: isOver })
  const came = pair.receivers.map(({ received }) => received.map(bare).sort().join('\n'))
  pair.check('what webhooks receive', [came[0]!, came[1]!])
}

/** Signs in with a token and with a key, and looks at what each may. */
async function usePortal(pair: Pair, base: Base, known: Known): Promise<void> {
  const nobody: Who = { name: 'nobody', at: '/portal', cookies: same('') }
  const signedIn = async (name: string, secrets: Both<string>): Promise<Who> => {
    const answers = await pair.ask(name, side => ({
      method: 'POST',
      path: '/portal/session',
      headers: { 'X-Muster-Portal': '1' },
      body: { [name]: secrets[side] },
    }))
    const cookie = (side: Side) =>
      /muster_session=([^;]*)/.exec(answers[side].headers.get('set-cookie') ?? '')?.[1] ?? ''
    return { name, at: '/portal', cookies: [cookie(0), cookie(1)] }
  }
  await follow(
    pair,
    known,
    nobody,
    'GET /sign-in\nGET /session\nPOST /session {"token":"wfo_x"}\nGET /own/usage',
  )
  const operating = await signedIn('token', base.tokens)
  const asKey = ['timesheets?limit=3', 'workers', 'rates', 'nothing'].map(path => `GET /as/<keys>/${path}`)
  const seen = ['session', 'operator/keys', 'operator/today', 'own/usage', 'api/me'].map(
    path => `GET /${path}`,
  )
  await follow(pair, known, operating, [...seen, ...asKey, 'DELETE /session', 'GET /session'].join('\n'))
  const own = [
    'usage',
    'requests',
    'requests/summary',
    'webhooks',
    'event-types',
    'events',
    'matches',
    'nothing',
  ]
  const open = [
    'session',
    'api/me',
    'api/timesheets?limit=3',
    'operator/keys',
    ...own.map(path => `own/${path}`),
  ]
  await follow(pair, known, await signedIn('key', known.secret!), open.map(path => `GET /${path}`).join('\n'))
}
/** Some of the commands in each world, in text and JSON. */
async function runCommands(pair: Pair, dice: Dice, world: World, known: Known): Promise<void> {
  const one = (name: string) => dice.pick(world.of(name)).record.id
  const company = one('company')
  const commands = [
    ...['keys list --json', 'keys show <keys>', 'keys usage <keys>', 'keys explain <keys> GET /timesheets'],
    ...['keys rotate <keys> --overlap 1h', 'keys revoke none', 'tokens list', 'status', 'portal link'],
    ...['bi', 'payroll', 'reports'].map(task => `keys create --company ${company} --for ${task}`),
    ...['list', 'show <webhooks>', 'deliveries <webhooks>', 'deliveries <webhooks> <deliveries>'].map(
      rest => `webhooks ${rest}`,
    ),
    ...['webhooks update <webhooks> --disable', 'webhooks test <webhooks>', 'load --snapshot nonsense'],
    ...['matches list --state all', 'matches show <matches>', `audit worker ${one('worker')}`],
    ...[`people erase ${one('worker')} --dry-run`, `people export ${one('worker')}`],
    ...['worker', 'timesheet', 'company', 'rate', 'invoice'].map(
      type => `export ${type} --company ${company}`,
    ),
    'export worker --with-identity',
  ]
  // In the table of attempts how long each took stands alone, after its status.
  const volatile =
    /\d[\d.,]* (?:ms|s|MB|kB|connections)\b|(?<=process )\d+| ms +(?=Answer)|(?<=Z {2}\S+ +)\d+(?!\S) */g
  for (const command of commands) {
    if (!dice.chance(0.25)) continue
    const words = [...new Set(`${command}${dice.chance(0.4) ? ' --json' : ''}`.split(' '))]
    await pair.run(side => words.map(word => word.replace(/^<(\w+)>$/, (_, name) => known[name]![side])), {
      volatile,
    })
  }
}

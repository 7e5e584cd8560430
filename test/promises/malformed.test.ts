// Malformed requests, generated over every operation and parameter that is declared: each is refused with the
// right code, and none is an error of the server.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { allowsKind } from '../../src/access/permit.ts'
import { operations } from '../../src/api/index.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { Parameter } from '../../src/kernel/operation/parameter.ts'
import { checkAnswer } from '../support/answer-check.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { everyNth } from '../support/long.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
])
const keys: Record<CallerKind, string> = {
  company: await server.key('company', ['c1', 'c2']),
  agency: await server.key('agency', ['a1']),
}
const { hostname, port } = new URL(server.origin)

/** A request whose address is sent as it is written here: `fetch` would tidy it first. */
async function ask(path: string, kind: CallerKind, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>()
  const read = async (response: import('node:http').IncomingMessage) => {
    const headers = new Headers(Object.entries(response.headers) as [string, string][])
    return { status: response.statusCode!, headers, text: await text(response) }
  }
  const json = method === 'POST' ? { 'Content-Type': 'application/json' } : {}
  const headers = { Authorization: `Bearer ${keys[kind]}`, ...json }
  request({ hostname, port, method, path: apiPrefix + path, headers }, response =>
    read(response).then(resolve, reject),
  )
    .on('error', reject)
    .end(method === 'POST' ? '{}' : undefined)
  const answer = await promise
  const body = answer.text === '' ? undefined : JSON.parse(answer.text)
  checkAnswer(undefined, `${server.origin}${apiPrefix}${path}`, answer.status, answer.headers, body)
  return { status: answer.status, code: body.error.code as string }
}

const kindOf = (operation: Operation): CallerKind => (allowsKind(operation, 'company') ? 'company' : 'agency')
const pathOf = (operation: Operation) => operation.path.replace('{id}', 'c1')

const hostile = [
  "' or 1=1 --",
  '1; drop table timesheet',
  '") union select hash from api_key --',
  '../../etc/passwd',
  '{{7*7}}<script>',
  'naïve ☂ 𝟙',
  '\u202eabc',
  'a\tb\r\nSet-Cookie: x=1',
  '\u0001id\u0001',
  '__proto__',
  'null',
  '{"$gt":""}',
  '%25%30%30',
]

/** Values that are wrong for a parameter, whatever the operation. */
function wrongFor({ schema }: Parameter): string[] {
  const { type, enum: words, format, pattern, minLength, minimum } = schema as Record<string, unknown>
  const long = 'x'.repeat(3000)
  if (words) return ['', 'nonsense', String((words as string[])[0]).toUpperCase(), long, ...hostile]
  if (type === 'integer')
    return [
      ...(minimum === 0 ? [] : ['0']),
      ...['', '-1', '1.5', '1e3', '0x10', '٣', ' 1', '1 ', 'NaN', '9'.repeat(40)],
      ...hostile,
    ]
  if (type === 'number')
    return ['', '-1', '-0', '1e3', ' 1', 'NaN', 'Infinity', '1,5', '9'.repeat(40), ...hostile]
  if (type === 'boolean') return ['', '1', '0', 'yes', 'TRUE', 'true,false', ...hostile]
  if (format === 'date')
    return [
      '',
      '2026-02-30',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      'today',
      '2026-01-01T00:00:00Z',
      ...hostile,
    ]
  if (pattern) return ['', ',', 'c1,', ',c1', 'c1,,c2', 'c 1', 'x'.repeat(65), ...hostile.filter(isNoId)]
  if (minLength) return ['', '   ', long]
  throw new Error('A parameter of a kind that this test does not know; say here what is wrong for it')
}

const isNoId = (value: string) => !/^[\w-]+$/.test(value)

type Wrong = { path: string; operation?: Operation; status: number; code: string; method?: string }
const bad = { status: 400, code: 'BAD_REQUEST' }
const missing = { status: 404, code: 'NOT_FOUND' }

function wrongParameters(operation: Operation): Wrong[] {
  const own = operation.parameters.filter(one => !one.callers || one.callers === kindOf(operation))
  const queries = own.flatMap(parameter => [
    ...wrongFor(parameter).map(value => `${parameter.name}=${encodeURIComponent(value)}`),
    `${parameter.name}=%00`,
    `${parameter.name}=%ED%A0%80`,
    `${parameter.name}=%`,
    `${parameter.name}=%zz`,
    parameter.name,
    `${parameter.name}[]=c1`,
    `${parameter.name}[$ne]=c1`,
    `${parameter.name}.x=c1`,
    `${parameter.name.toUpperCase()}=c1`,
    ...(parameter.repeats ? [] : [`${parameter.name}=c1&${parameter.name}=c1`]),
  ])
  return queries.map(query => ({ path: `${pathOf(operation)}?${query}`, operation, ...bad }))
}

const wrongNames = (operation: Operation): Wrong[] =>
  [
    'zzz=1',
    '=1',
    '__proto__=1',
    'constructor=1',
    'toString',
    '%F0%9F%8C%82=1',
    '%00=1',
    '%=1',
    'a%2=1',
    'x;y=1',
  ]
    .map(query => `${pathOf(operation)}?${query}`)
    .map(path => ({ path, operation, ...bad }))

function wrongIds(operation: Operation): Wrong[] {
  if (!operation.path.includes('{id}')) return []
  const refused = operation.badId === 400 ? bad : missing
  return [
    '',
    '%',
    '%zz',
    '%00',
    '%2e%2e%2f',
    'a%20b',
    'x'.repeat(65),
    '%F0%9F%8C%82',
    '%ED%A0%80',
    "'--",
    '{id}',
    'a+b',
  ]
    .map(id => operation.path.replace('{id}', id))
    .map(path => ({ path, operation, ...refused }))
}

const wrongPaths = (operation: Operation): Wrong[] => [
  ...['/', '//', '/nowhere/at/all', '/..', '/%2e%2e', ';v=1', '.json', '%00'].flatMap(end =>
    operation.path.includes('{id}') && !end.startsWith('/') ? [] : leadsNowhere(`${pathOf(operation)}${end}`),
  ),
  { path: pathOf(operation), operation, method: 'DELETE', status: 405, code: 'METHOD_NOT_ALLOWED' },
]

/** An empty or odd last segment of a list's path may be a bad id of a single record; then that says so. */
function leadsNowhere(path: string): Wrong[] {
  const single = operations.find(
    ({ path: known }) =>
      known.endsWith('/{id}') && path.startsWith(known.slice(0, -4)) && onlySegment(path, known),
  )
  return [{ path, ...(single?.badId === 400 ? bad : missing) }]
}
const onlySegment = (path: string, known: string) => path.split('/').length === known.split('/').length

test('every malformed request is refused with the right code, and none with 500', async t => {
  const wrong = operations.flatMap(operation => [
    ...wrongParameters(operation),
    ...wrongNames(operation),
    ...wrongIds(operation),
    ...wrongPaths(operation),
  ])
  assert.ok(wrong.length > 3000, `${wrong.length} were generated`)
  const sent = everyNth(wrong, 5)
  t.diagnostic(`${sent.length} of ${wrong.length} requests`)
  const failures: string[] = []
  for (let from = 0; from < sent.length; from += 16) {
    const some = sent.slice(from, from + 16).map(async ({ path, operation, method, status, code }) => {
      const answer = await ask(path, operation ? kindOf(operation) : 'company', method ?? operation?.method)
      if (answer.status !== status || answer.code !== code)
        failures.push(
          `${method ?? 'GET'} ${path.slice(0, 120)}: ${answer.status} ${answer.code}, not ${status} ${code}`,
        )
    })
    await Promise.all(some)
  }
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length} of ${sent.length}`)
  assert.deepEqual(
    server.seen.filter(({ status }) => status >= 500),
    [],
  )
})

test('bytes that no address may have are refused before they are read', async () => {
  for (const path of [
    '/time sheets',
    '/sites\u0000',
    '/sites\u0001',
    '/sites?query=\u007f',
    '/sites\u00e9',
    'sites',
    '*',
  ]) {
    const socket = connect(Number(port), hostname)
    socket.end(
      Buffer.from(
        `GET ${path.startsWith('/') ? apiPrefix : ''}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.company}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    )
    const answer = await text(socket)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const status = Number(head.split(' ')[1])
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(path)}: ${status}`)
    assert.equal(JSON.parse(body).success, false)
  }
})

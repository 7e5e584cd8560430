// A call as somebody would write it, in each language. The server writes the pages with it, and the pages themselves
// write anew with it what is typed into their forms.

const json = value => JSON.stringify(value, null, 2)
const entriesOf = given => Object.entries(given ?? {}).filter(([, value]) => value !== '')

/** @type {(call: import('./samples.js').Call, given: import('./samples.js').Given) => import('./samples.js').Written[]} */
export const samplesOf = (call, given) => [
  { language: 'sh', title: 'curl', text: curl(call, given) },
  { language: 'ts', title: 'TypeScript', text: typeScript(call, given) },
  { language: 'python', title: 'Python', text: python(call, given) },
  { language: 'cs', title: 'C#', text: cSharp(call, given) },
  { language: 'powershell', title: 'PowerShell', text: powerShell(call, given) },
  { language: 'json', title: 'Assistant', text: assistant(call, given) },
]

/** With nothing in it that a shell would read as its own; commas and colons stay as people write them. */
const encoded = text =>
  encodeURIComponent(text)
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/['!*()]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

export function addressOf({ path }, given) {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => encoded(given.path?.[name] || whole))
  const query = entriesOf(given.query).map(([name, value]) => `${name}=${encoded(value)}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

function curl(call, given) {
  const single = text => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl -s "$MUSTER_URL${addressOf(call, given)}"`,
    '-H "Authorization: Bearer $MUSTER_API_KEY"',
    ...(given.body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...entriesOf(given.headers).map(([name, value]) => `-H ${single(`${name}: ${value}`)}`),
    ...(given.body === undefined ? [] : [`--data @- <<'JSON'\n${json(given.body)}\nJSON`]),
  ].join(' \\\n  ')
}

const kindOf = ({ kinds }, name) => kinds[name] ?? 'text'

/** A value of the query as a literal; lists of one are written as the one. */
function literal(call, name, text, { quote, yes, no }) {
  const kind = kindOf(call, name)
  if (kind === 'number' && /^\d+(\.\d+)?$/.test(text)) return text
  if (kind === 'boolean') return text === 'true' ? yes : no
  const several = kind === 'several' && text.includes(',')
  return several ? `[${text.split(',').map(quote).join(', ')}]` : quote(text)
}

const inTypeScript = {
  quote: text => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  yes: 'true',
  no: 'false',
}

function typeScript(call, given) {
  const { query = {} } = given
  const key = given.headers?.['Idempotency-Key']
  const options = entriesOf(query)
    .filter(([name]) => name !== 'format' && name !== 'explode')
    .map(([name, value]) => `${name}: ${literal(call, name, value, inTypeScript)}`)
  if (key) options.push(`idempotencyKey: ${inTypeScript.quote(key)}`)
  const args = [
    ...pathArguments(call, given, inTypeScript.quote),
    ...(given.body === undefined ? [] : [json(given.body)]),
    ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : []),
  ].join(', ')
  const called = `muster.${call.client}(${args})`
  const begin = "import { createMuster } from 'muster-sdk'\n\nconst muster = createMuster()\n"
  if (call.shape !== 'list') return `${begin}console.log(await ${called})`
  if (query.format) return `${begin}const file = await ${called}.export('${query.format}')`
  return `${begin}const { data, meta } = await ${called}.page()\nconsole.log(data, meta)`
}

const pathArguments = ({ path }, given, quote) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([whole, name]) => quote(given.path?.[name] || whole))

const inPython = { quote: text => JSON.stringify(text), yes: 'True', no: 'False' }
const pythonWord = name => (['from', 'in', 'is', 'not', 'class'].includes(name) ? `${name}_` : name)
const inPythonWords = text =>
  text.replace(/("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g, (_, quoted, word) =>
    quoted ? quoted : { true: 'True', false: 'False', null: 'None' }[word],
  )

function python(call, given) {
  const { limit, page, format, explode, ...rest } = given.query ?? {}
  const key = given.headers?.['Idempotency-Key']
  const options = [
    ...entriesOf(rest).map(([name, value]) => `${pythonWord(name)}=${literal(call, name, value, inPython)}`),
    ...(key ? [`idempotency_key=${inPython.quote(key)}`] : []),
  ]
  const args = [
    ...pathArguments(call, given, inPython.quote),
    ...(given.body === undefined ? [] : [inPythonWords(json(given.body))]),
  ]
  const begin = 'from muster import Muster\n\nmuster = Muster()\n'
  const called = (name, more = []) => `muster.${name}(${[...args, ...more, ...options].join(', ')})`
  if (call.shape === 'single') return `${begin}print(${called(call.python)})`
  if (format && call.python.endsWith('.list')) {
    const exported = called(call.python.replace(/list$/, 'export'), [
      `"${format}"`,
      ...(explode ? [`explode="${explode}"`] : []),
    ])
    return `${begin}${exported}.save("export.${format}")`
  }
  const which = [
    ...(page ? [literal(call, 'page', page, inPython)] : []),
    ...(limit ? [`limit=${literal(call, 'limit', limit, inPython)}`] : []),
  ].join(', ')
  return `${begin}page = ${called(call.python)}.page(${which})\nprint(page.data, page.meta)`
}

function cSharp(call, given) {
  const { method } = call
  const headers = entriesOf(given.headers).map(
    ([name, value]) => `request.Headers.TryAddWithoutValidation("${name}", ${JSON.stringify(value)});`,
  )
  const lines = [
    ...(given.body === undefined ? [] : ['using System.Text;', '']),
    'var http = new HttpClient();',
    `var address = Environment.GetEnvironmentVariable("MUSTER_URL") + "${addressOf(call, given)}";`,
    `var request = new HttpRequestMessage(HttpMethod.${method === 'POST' ? 'Post' : 'Get'}, address);`,
    'request.Headers.Authorization = new("Bearer", Environment.GetEnvironmentVariable("MUSTER_API_KEY"));',
    ...headers,
    ...(given.body === undefined
      ? []
      : [
          `request.Content = new StringContent("""\n${json(given.body)}\n""", Encoding.UTF8, "application/json");`,
        ]),
    'var answer = await http.SendAsync(request);',
    'Console.WriteLine(await answer.Content.ReadAsStringAsync());',
  ]
  return lines.join('\n')
}

function powerShell(call, given) {
  const single = text => `'${text.replaceAll("'", "''")}'`
  const headers = [
    'Authorization = "Bearer $env:MUSTER_API_KEY"',
    ...entriesOf(given.headers).map(([name, value]) => `${single(name)} = ${single(value)}`),
  ]
  const asked = `Invoke-RestMethod "$env:MUSTER_URL${addressOf(call, given)}" -Headers $headers`
  return [
    `$headers = @{ ${headers.join('; ')} }`,
    ...(given.body === undefined ? [] : [`$body = @'\n${json(given.body)}\n'@`]),
    given.body === undefined
      ? asked
      : `${asked} -Method Post -ContentType 'application/json; charset=utf-8' -Body $body`,
  ].join('\n')
}

/** What an assistant sends over MCP; it takes fewer rows than a program unless it is told. */
function assistant(call, given) {
  if (call.topic) return json({ name: 'open_api_describe_metadata', arguments: { topic: call.topic } })
  const typed = entriesOf(given.query).map(([name, text]) => [
    name,
    kindOf(call, name) === 'number'
      ? Number(text)
      : kindOf(call, name) === 'boolean'
        ? text === 'true'
        : text,
  ])
  const list = call.list ? { list: call.list } : {}
  return json({
    name: call.tool,
    arguments: { ...list, ...given.path, ...Object.fromEntries(typed), ...given.body },
  })
}

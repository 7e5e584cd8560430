// The reference of operations as Markdown: a page for each chapter, from the declarations alone.
import { type Group, groupOf } from '../../api/groups.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { type Parameter, saidOf as saidOfParameter } from '../../kernel/operation/parameter.ts'
import { defaultLimit } from '../../mcp/arguments.ts'
import { isTool } from '../../mcp/tool.ts'
import { meaningOf, statusOf } from '../../problem.ts'
import { type Node, nodeOf, withoutNull } from '../../shape/shape.ts'
import { type Example, examples } from '../examples.ts'
import { clientNameOf } from '../names.ts'
import { problemsOf } from '../problems.ts'
import { saidOf } from '../schema.ts'

export const keyOf = ({ method, path }: Operation) => `${method} ${path}`

export function chapterPage(group: Group, operations: readonly Operation[]): string {
  const own = operations.filter(operation => groupOf(operation).name === group.name)
  return [
    `# ${group.name}`,
    group.description,
    own.map(one => `- [\`${keyOf(one)}\`](#${anchorOf(one)}) ${one.summary}`).join('\n'),
    ...own.map(section),
  ].join('\n\n')
}

export const anchorOf = (operation: Operation) =>
  keyOf(operation)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

function section(operation: Operation): string {
  const example = examples.get(keyOf(operation))
  const shapes = recordsOf(operation)
  return [
    `## ${keyOf(operation)} ∙ ${operation.scope ?? 'no scope'}`,
    `${operation.summary}. ${whoMay(operation)}`,
    `<!-- operation ${keyOf(operation)} -->`,
    ...(operation.parameters.length > 0 ? [parameterTable(operation)] : []),
    ...(operation.body ? ['### Body', fieldTable(nodeOf(operation.body.schema), false)] : []),
    callExamples(operation, example),
    ...(example?.body ? [fence('json Body', JSON.stringify(example.body, null, 2))] : []),
    ...(example ? [fence('json Answer', JSON.stringify(example.answer, null, 2))] : []),
    `<!-- fold Fields of the answer, ${shapes.reduce((sum, node) => sum + countOf(node), 0)} -->`,
    ...shapes.map(node => fieldTable(node, true)),
    '<!-- end -->',
    '<!-- fold Errors -->',
    errorTable(operation),
    '<!-- end -->',
  ].join('\n\n')
}

function whoMay({ callers, scope, feature }: Operation): string {
  const who = callers ? `For ${callers}-scoped keys` : 'For company- and agency-scoped keys'
  const with_ = scope ? `with the scope \`${scope}\`` : 'with any scope'
  return `${who} ${with_}.${feature ? ` Needs a company with \`${feature}\`.` : ''}`
}

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')

function parameterTable(operation: Operation): string {
  const rows = operation.parameters.map(parameter => [
    `\`${parameter.name}\``,
    takes(parameter),
    `${saidOfParameter(parameter)}${narrowed(parameter)}`,
  ])
  return table(['Parameter', 'Takes', 'Meaning'], rows)
}

function narrowed({ callers, choices }: Parameter): string {
  if (callers) return ` For ${callers}-scoped keys only.`
  return choices ? ` Agency-scoped keys may use ${choices.agency.map(word => `\`${word}\``).join(' ')}.` : ''
}

function takes({ schema, several, repeats }: Parameter): string {
  const {
    type,
    enum: values,
    format,
    default: usual,
  } = nodeOf(schema) as Node & { default?: unknown; format?: string }
  const standard = usual === undefined ? '' : `, ${usual} unless given`
  const comma = several ? ', separated by commas' : ''
  if (values) return `${values.map(value => `\`${value}\``).join(' ')}${comma}`
  if (several) return `ids, separated by commas${repeats ? ' or repeated' : ''}`
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `whole number${standard}`
  if (type === 'number') return `number${standard}`
  return format === 'date' ? 'date, `YYYY-MM-DD`' : 'text'
}

const recordsOf = (operation: Operation): Node[] => {
  const node = nodeOf(operation.answers)
  const record = operation.shape === 'single' ? node : node.items!
  return record.anyOf ?? [record]
}

const shownIn = (node: Node) =>
  Object.entries(node.properties ?? {}).filter(([, child]) => !child['x-hidden'])
const countOf = (node: Node) => shownIn(node).length

function fieldTable(node: Node, answers: boolean): string {
  const rows = shownIn(node).map(([name, child]) => [
    `\`${name}\``,
    kindOf(child),
    ...(answers ? [] : [node.required?.includes(name) ? 'required' : '']),
    [child.description, ...saidOf(child)].filter(Boolean).join(' '),
  ])
  return table(['Field', 'Type', ...(answers ? [] : ['Needed']), 'Meaning'], rows)
}

function kindOf(given: Node): string {
  const { node, nullable } = withoutNull(given)
  return `${plainKind(node)}${nullable ? ' or null' : ''}`
}

function plainKind(node: Node): string {
  if (node.enum) return node.enum.map(word => `\`${word}\``).join(' ')
  if (node['x-instant']) return 'time'
  if ((node as { format?: string }).format === 'date') return 'date, `YYYY-MM-DD`'
  if (node['x-file']) return 'link, for five minutes'
  if (node.type === 'array') return `list of ${kindOf(node.items!)}`
  if (node.properties)
    return `{ ${shownIn(node)
      .map(([name]) => name)
      .join(', ')} }`
  if (node.anyOf) return 'a record, as its list shows it'
  if (node.type === 'string') return 'text'
  return node.type === 'boolean' ? 'true or false' : (node.type ?? 'anything')
}

function callExamples(operation: Operation, example: Example | undefined): string {
  const path = operation.path.replace('{id}', example?.path?.id ?? '65f0c0ffee00000000001234')
  const query = Object.entries(example?.query ?? {})
  const search = query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : ''
  const lines = [
    `curl -s "$MUSTER_URL${path}${search}"`,
    '-H "Authorization: Bearer $MUSTER_API_KEY"',
    ...(operation.body ? ['-H "Content-Type: application/json"', `--data @${operation.noun}.json`] : []),
  ]
  const curl = lines.join(' \\\n  ')
  return [
    fence('sh curl', curl),
    fence('ts TypeScript', clientExample(operation, example)),
    fence('json Assistant', toolExample(operation, example)),
  ].join('\n\n')
}

export function clientExample(operation: Operation, example: Example | undefined): string {
  const { resource, method } = clientNameOf(operation)
  const given = [
    ...Object.values(
      example?.path ?? (operation.path.includes('{') ? { id: '65f0c0ffee00000000001234' } : {}),
    ).map(id => `'${id}'`),
    ...(operation.body ? [operation.noun] : []),
  ].join(', ')
  const name = `muster.${resource}${method ? `.${method}` : ''}`
  if (operation.shape === 'feed') return `const { data, meta } = await ${name}({ after: 'now' })`
  if (operation.shape === 'single') return `const found = await ${name}(${given})`
  return `for await (const one of ${name}(${given})) {\n  console.log(one)\n}`
}

function toolExample(operation: Operation, example: Example | undefined): string {
  if (!isTool(operation))
    return JSON.stringify({
      name: 'open_api_describe_metadata',
      arguments: { topic: operation.tool.slice(10) },
    })
  const limit = operation.parameters.some(({ name }) => name === 'limit') ? { limit: defaultLimit } : {}
  const list = operation.list ? { list: operation.list } : {}
  return JSON.stringify({ name: operation.tool, arguments: { ...list, ...example?.path, ...limit } })
}

function errorTable(operation: Operation): string {
  const rows = problemsOf(operation).map(code => [String(statusOf[code]), `\`${code}\``, meaningOf[code]])
  return table(['Status', 'Code', 'Meaning'], rows)
}

export const errorsPage = () =>
  [
    '# Errors',
    'Every failure is `{success: false, error: {code, message}}` with the status below. `code` is for programs and stays as it is; `message` is for people and may change. `X-Request-Id` names the request in the logs.',
    table(
      ['Status', 'Code', 'Meaning and what to do'],
      Object.entries(statusOf).map(([code, status]) => [
        String(status),
        `\`${code}\``,
        meaningOf[code as keyof typeof meaningOf],
      ]),
    ),
    'Retry only 429 and 503, after the seconds that `Retry-After` says, and a GET that got 500 or no answer. Everything else stays as it is until the request, the key or the company’s settings change.',
  ].join('\n\n')

// The reference of operations as Markdown: a page for each chapter, for assistants and for those who read in a terminal.
import type { Chapter } from '../../api/chapters.ts'
import { meaningOf, statusOf } from '../../errors/problem.ts'
import type { OperationDescription } from './operations.ts'
import { samplesOf } from './samples.js'
import { allFields, type ReferenceField } from './tree.ts'

export function chapterMarkdown(group: Chapter, own: readonly OperationDescription[]): string {
  return [
    `# ${group.name}`,
    group.description,
    own.map(({ key, anchor, summary }) => `- [\`${key}\`](#${anchor}) ${summary}`).join('\n'),
    ...own.map((one, index) => section(one, own.slice(0, index))),
  ].join('\n\n')
}

function section(one: OperationDescription, before: readonly OperationDescription[]): string {
  const { key, scope, summary, who, parameters, body, call, cases, headers, problems } = one
  return [
    `## ${key} ∙ ${scope ?? 'no scope'}`,
    `${summary}. ${who}`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body ? ['### Body', fieldTable(body, 'required', '')] : []),
    ...cases.flatMap(({ title, given, answer }, index) => [
      ...(title ? [`### Example: ${title}`] : []),
      // How it is called is told once; the other examples differ in what they send.
      ...(index === 0
        ? samplesOf(call, given).map(({ language, title, text }) => fence(`${language} ${title}`, text))
        : [fence('json Body', JSON.stringify(given.body, null, 2))]),
      ...(answer === undefined ? [] : [fence('json Answer', JSON.stringify(answer, null, 2))]),
    ]),
    '### Fields of the answer',
    ...answers(one, before),
    '### Headers of the answer',
    headers.map(({ name, said }) => `- \`${name}\`: ${said}`).join('\n'),
    '### Errors',
    table(
      ['Status', 'Code', 'Meaning'],
      problems.map(({ status, code, meaning }) => [String(status), `\`${code}\``, meaning]),
    ),
  ].join('\n\n')
}

/** A list and its single record often have the same fields: they are told once a chapter. */
function answers({ answers }: OperationDescription, before: readonly OperationDescription[]): string[] {
  return answers.flatMap(({ title, fields }) => {
    const same = before.find(other => other.answers.some(one => isSame(one.fields, fields)))
    if (same && fields.length > 3) return [`${title}: the same fields as with \`${same.key}\`.`]
    return [`${title}:`, fieldTable(fields, '', 'may be absent')]
  })
}

const isSame = (one: readonly ReferenceField[], other: readonly ReferenceField[]) =>
  JSON.stringify(one) === JSON.stringify(other)

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')

const parameterTable = (parameters: OperationDescription['parameters']) =>
  table(
    ['Parameter', 'In', 'Takes', 'Meaning'],
    parameters.map(one => [
      `\`${one.name}\``,
      one.required ? `${one.in}, required` : one.in,
      one.kind,
      one.said,
    ]),
  )

const fieldTable = (fields: readonly ReferenceField[], required: string, optional: string) =>
  table(
    ['Field', 'Type', 'Meaning'],
    allFields(fields).map(field => [
      `\`${field.path}\``,
      [field.kind, field.required ? required : optional].filter(Boolean).join(', '),
      [field.said, field.shown].filter(Boolean).join(' '),
    ]),
  )

export const problemRows = Object.entries(statusOf).map(([code, status]) => ({
  code,
  status,
  meaning: meaningOf[code as keyof typeof meaningOf],
}))

export const aboutErrors = {
  form: 'Every failure is `{success: false, error: {code, message}}` with the status below. `code` is for programs and stays as it is; `message` is for people and may change. `X-Request-Id` names the request in the logs. With `Accept: application/problem+json` the same comes as problem details (RFC 9457): `type`, `title`, `status`, `detail`, `code` and `requestId`.',
  retrying:
    'Retry only 429 and 503, after the seconds that `Retry-After` says, and a GET that got 500 or no answer. Everything else stays as it is until the request, the key or the company’s settings change.',
}

export const errorsMarkdown = () =>
  [
    '# Errors',
    aboutErrors.form,
    table(
      ['Status', 'Code', 'Meaning and what to do'],
      problemRows.map(({ status, code, meaning }) => [String(status), `\`${code}\``, meaning]),
    ),
    aboutErrors.retrying,
  ].join('\n\n')

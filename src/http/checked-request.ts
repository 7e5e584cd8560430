// The body and the query of a request held to their schemas, for what is answered beside the API; every refusal says what
// would be right.
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { TSchema } from 'typebox'
import type { Compile } from 'typebox/compile'
import { badRequest, Problem } from '../errors/problem.ts'
import { splitQuery } from './query-string.ts'
import type { TakeBody } from './surface.ts'

/** What a body may have. */
const mostBytes = 1024 * 1024

export async function readCheckedBody(
  { headers }: IncomingMessage,
  take: TakeBody,
  schema: TSchema,
): Promise<unknown> {
  const type = headers['content-type']?.split(';')[0]?.trim()
  if (type !== undefined && type !== 'application/json')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')
  const { bytes, release } = await take(mostBytes, `The body is larger than ${mostBytes} bytes`)
  try {
    return checked(schema, parsed(bytes.toString()), 'body')
  } finally {
    release()
  }
}

function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text, (name, value) => (typeof value === 'string' ? storableText(value, name) : value))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('INVALID_JSON', 'The body is not valid JSON')
  }
}

/** Refuses text that PostgreSQL cannot store. */
export function storableText(text: string, where: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  throw new Problem('VALIDATION_ERROR', `${where}: has a character that no text may have; remove it`)
}

/** Loaded when something is checked for the first time, as it would slow every start down. */
const compile: typeof Compile = (schema: TSchema) =>
  createRequire(import.meta.url)('typebox/compile').Compile(schema)

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function checked(schema: TSchema, value: unknown, where: string): unknown {
  const check = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, check)
  if (check.Check(value)) return value
  const wrong = check.Errors(value)[0] as Wrong
  throw new Problem(
    'VALIDATION_ERROR',
    `${where}${wrong.instancePath.replaceAll('/', '.')}: ${said(schema, wrong)}`,
  )
}

type Wrong = { keyword: string; instancePath: string; message: string; params: { allowedValues?: string[] } }

/** Says what is allowed, where the checker only says that the value is not. */
function said(schema: TSchema, { keyword, instancePath, message, params }: Wrong): string {
  const { properties, description } = schema as { properties?: object; description?: string }
  if (keyword === 'boolean') {
    const names = instancePath.lastIndexOf('/') === 0 ? Object.keys(properties ?? {}) : []
    return `is not known here${names.length > 0 ? `; there are ${names.join(', ')}` : ''}`
  }
  if (keyword === 'enum' && params.allowedValues) return `must be one of ${params.allowedValues.join(', ')}`
  return keyword === 'pattern' && description ? `must be ${description}` : message
}

/** Refuses parameters that are unknown, repeated or invalid. */
export function readCheckedQuery(
  schemas: Readonly<Record<string, TSchema>>,
  search: string,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, texts] of splitQuery(search)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!schema) {
      const known = Object.keys(schemas)
      const right = known.length > 0 ? `there are ${known.join(', ')}` : 'there are none here'
      throw badRequest(`Unknown parameter "${name.slice(0, 80)}"; ${right}`)
    }
    if (texts.length !== 1) throw badRequest(`${name} was given ${texts.length} times`)
    values[name] = checked(schema, storableText(texts[0]!, name), name) as string
  }
  return values
}

// Documents for a new worker as paths of files: what the tool's inputs look like, and what is sent for them.
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { badRequest } from '../errors/problem.ts'
import type { ToolDefinition } from './protocol.ts'

const mostBytes = 20 * 1024 * 1024
const kinds: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
}

// biome-ignore lint/suspicious/noExplicitAny: schemas and bodies, walked freely
type Any = any

/** The definition of a tool with the path of a file in the place of its content, and nothing that is for a bridge. */
export function takingPaths({ _meta, ...tool }: ToolDefinition): ToolDefinition {
  return { ...tool, inputSchema: withPaths(tool.inputSchema) }
}

function withPaths(node: Any): Any {
  if (Array.isArray(node)) return node.map(withPaths)
  if (node === null || typeof node !== 'object') return node
  if (node.content && node.fileName) {
    const { content: _, fileName: __, ...rest } = node
    return { path: { type: 'string', description: 'A PDF, JPEG or PNG on this machine' }, ...rest }
  }
  const entries = Object.entries(node).map(([key, value]) =>
    key === 'required' && (value as string[]).includes('content') ? [key, ['path']] : [key, withPaths(value)],
  )
  return Object.fromEntries(entries)
}

/** A body with each file that is given by its path read and put in. */
export async function withContents(value: Any): Promise<Any> {
  if (Array.isArray(value)) return Promise.all(value.map(withContents))
  if (value === null || typeof value !== 'object') return value
  if (typeof value.path === 'string' && value.content === undefined) {
    const { path, ...rest } = value
    return { fileName: basename(path), ...rest, content: await dataUrl(path) }
  }
  if (Array.isArray(value.files) && value.files.some(isPathless))
    throw badRequest('Every one of files needs a path: where the PDF, JPEG or PNG lies on this machine')
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => [key, await withContents(inner)]),
  )
  return Object.fromEntries(entries)
}

const isPathless = (file: Any) => file?.path === undefined && file?.content === undefined

async function dataUrl(path: string): Promise<string> {
  const kind = kinds[extname(path).toLowerCase()]
  if (!kind) throw badRequest(`${path} is not a PDF, JPEG or PNG by its name`)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw badRequest(`There is no file at ${path}`)
  if (found.size > mostBytes) throw badRequest(`${path} is larger than 20 MB`)
  return `data:${kind};base64,${(await readFile(path)).toString('base64')}`
}

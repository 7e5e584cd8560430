// Assistants for tests: real clients of the protocol, of the new and of the old kind, against a real server.
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Json } from './server.ts'

export type Assistant = {
  tools(): Promise<Json[]>
  call(name: string, args?: Record<string, unknown>): Promise<Json>
  instructions(): string | undefined
  close(): Promise<void>
}

const withKey = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })
const me = { name: 'test', version: '1.0.0' }

export async function assistant(origin: string, key: string, path = '/mcp'): Promise<Assistant> {
  const client = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(origin + path), withKey(key)))
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CallToolResult,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}

export async function oldAssistant(origin: string, key: string, path = '/mcp'): Promise<Assistant> {
  const client = new OldClient(me)
  await client.connect(new OldTransport(new URL(origin + path), withKey(key)) as never)
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => client.callTool({ name, arguments: args }),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}

// `muster mcp`: the tools over standard input and output, for assistants that start a command.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveBridge } from '../../mcp/bridge.ts'
import { originIn } from '../../mcp/remote-server.ts'
import { toolsetAt, toolsetNames } from '../../mcp/toolsets.ts'
import { type CommandCall, usageProblem } from '../command.ts'
import type { Command } from '../declaration.ts'

export const mcpCommand: Command = {
  options: { set: { value: 'NAME', meaning: `only these tools: readonly, ${toolsetNames.join(', ')}` } },
  notes: `MUSTER_URL is the address of the API with /api/open/v1 (the demo's, or this machine's, unless set) and\nMUSTER_API_KEY the key (the demo's company key unless set).`,
  examples: [
    'MUSTER_URL=https://muster.example/api/open/v1 MUSTER_API_KEY=wfc_… ./muster mcp',
    './muster mcp --set finance',
  ],
  run,
}

const variables = { address: 'MUSTER_URL', key: 'MUSTER_API_KEY' }

async function run({ settings, option, terminal: { env } }: CommandCall): Promise<undefined> {
  const demo = await demoOf(settings.data)
  const url = env.MUSTER_URL ?? demo?.baseUrl ?? `http://${settings.host}:${settings.port}`
  const key = env.MUSTER_API_KEY ?? demo?.companyKey
  if (!originIn(url)) throw usageProblem(`MUSTER_URL is not an address: ${url}`)
  if (!key) throw usageProblem('MUSTER_API_KEY is not set; ./muster keys create makes a key')
  const set = option('set')
  const path = set === undefined ? '/mcp' : set === 'readonly' ? '/mcp/readonly' : `/mcp/x/${set}`
  if (!toolsetAt(path))
    throw usageProblem(`There is no set "${set}"; there are readonly, ${toolsetNames.join(', ')}`)
  await serveBridge({ address: url, key, path, settings: variables })
}

async function demoOf(data: string): Promise<{ baseUrl: string; companyKey: string } | undefined> {
  try {
    return JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))
  } catch {
    return undefined
  }
}

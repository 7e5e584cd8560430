// Makes the bundle that a desktop assistant installs with one click (MCPB): the bridge to a server as one file of plain
// JavaScript for the assistant's own Node, and a manifest that asks the user for address and key. In dist/, or in the folder
// that is named.
//   npm run bundle
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { version } from '../src/settings/version.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const entry = fileURLToPath(new URL('../src/cli/desktop.ts', import.meta.url))
const tool = join(root, 'test/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
const output = resolve(process.argv[2] ?? join(root, 'dist'))
/** The oldest Node that assistants bring along. */
const oldestNode = 20

/** What the assistant puts there. */
const filled = (name: string) => `\${${name}}`

const manifest = {
  manifest_version: '0.3',
  name: 'muster',
  display_name: 'Muster',
  version,
  description: 'Ask about construction workforce and programme data on your Muster server.',
  long_description:
    'Projects, requisitions, workers, assignments, timesheets, expenses and invoices: your API key decides what can be seen. Questions go from this machine to your own Muster server and nowhere else.',
  author: { name: 'Muster' },
  icon: 'icon.png',
  server: {
    type: 'node',
    entry_point: 'server/main.mjs',
    mcp_config: {
      command: 'node',
      args: [`${filled('__dirname')}/server/main.mjs`],
      env: { MUSTER_URL: filled('user_config.address'), MUSTER_API_KEY: filled('user_config.key') },
    },
  },
  // Which there are depends on the key.
  tools_generated: true,
  compatibility: {
    platforms: ['darwin', 'win32', 'linux'],
    runtimes: { node: `>=${oldestNode}.0.0` },
  },
  user_config: {
    address: {
      type: 'string',
      title: 'Address of the server',
      description: 'Where you open the portal, such as https://muster.example.com',
      required: true,
    },
    key: {
      type: 'string',
      title: 'API key',
      description: 'Begins with wfc_ or wfa_; whoever runs the server makes one for you',
      sensitive: true,
      required: true,
    },
  },
}

/** There is no package.json beside the bundle to read it from. */
const ownVersion: Plugin = {
  name: 'version',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]settings[/\\]version\.ts$/ }, () => ({
      contents: `export const version = ${JSON.stringify(version)}`,
    })),
}

/** What the packages that went in say of their licences. */
async function licences(files: readonly string[]): Promise<string> {
  const named = files.flatMap(file => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const texts = [...new Set(named)].sort().map(async folder => {
    const {
      name,
      version: own,
      license,
    } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
    const text = (await readdir(join(root, folder))).find(file => /^licen[cs]e/i.test(file))
    const whole = text ? await readFile(join(root, folder, text), 'utf8') : ''
    return `${name} ${own} (${license})\n\n${whole}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

const folder = await mkdtemp(join(tmpdir(), 'muster-bundle-'))
try {
  const { metafile } = await build({
    entryPoints: [entry],
    outfile: join(folder, 'server/main.mjs'),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${oldestNode}`,
    plugins: [ownVersion],
    metafile: true,
  })
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(join(root, 'deploy/extension-icon.png'), join(folder, 'icon.png'))
  await writeFile(join(folder, 'licences.txt'), await licences(Object.keys(metafile.inputs)))
  await mkdir(output, { recursive: true })
  const bundle = join(output, `muster-${version}.mcpb`)
  // It validates the manifest before it packs.
  await promisify(execFile)(process.execPath, [tool, 'pack', folder, bundle]).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
  process.stdout.write(`${bundle}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

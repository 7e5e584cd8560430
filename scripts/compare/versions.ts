// Two versions of Muster as real servers, each on a data folder of its own, and their commands.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Version = {
  root: string
  data: string
  origin: string
  /** Runs a command on this version's data folder. */
  run(args: readonly string[], input?: string): Promise<Finished>
  stop(): Promise<void>
}
export type Finished = { code: number; stdout: string; stderr: string }

/** Nothing that can be fixed is left to differ. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|MUSTER_|PORT$)/.test(name))),
  NO_COLOR: '1',
  NODE_OPTIONS: `--import=${new URL('ordered-ids.mjs', import.meta.url)}`,
  TZ: 'UTC',
  LOG_LEVEL: 'warn',
  MUSTER_SECRET: 'the master secret of both versions',
  PUBLIC_URL: 'https://muster.example',
  WEBHOOK_LOOPBACK: 'yes',
}

/** The files of a commit; its packages are ours where its package-lock.json is the same, else `muster` installs them. */
export function checkOut(root: string, commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  const lock = 'package-lock.json'
  if (readFileSync(join(root, lock), 'utf8') === readFileSync(join(folder, lock), 'utf8'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  if (!existsSync(join(folder, 'muster'))) throw new Error(`${commit} is no version of Muster`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export async function start(root: string, data: string): Promise<Version> {
  const muster = join(root, 'muster')
  const port = await freePort()
  const child = spawn(muster, ['up', '--json', '--port', String(port), '--data', data], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Whoever ends the comparison ends the servers.
  process.on('exit', () => child.kill())
  const ended = once(child, 'close')
  const failed = ended.then(() =>
    Promise.reject(new Error(`The server in ${root} ended before it was ready`)),
  )
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string]
  failed.catch(() => {})
  const { pid, error } = JSON.parse(line)
  if (error) throw new Error(error.message)
  return {
    root,
    data,
    origin: `http://127.0.0.1:${port}`,
    run: async (args, input = '') => {
      const command = spawn(muster, [...args, '--data', data], { env: environment, cwd: data })
      const [stdout, stderr] = [command.stdout.toArray(), command.stderr.toArray()]
      command.stdin.on('error', () => {})
      command.stdin.end(input)
      const [code] = await once(command, 'close')
      const text = async (chunks: Promise<Buffer[]>) => Buffer.concat(await chunks).toString()
      return { code, stdout: await text(stdout), stderr: await text(stderr) }
    },
    async stop() {
      if (child.exitCode === null) process.kill(pid, 'SIGTERM')
      await ended
    },
  }
}

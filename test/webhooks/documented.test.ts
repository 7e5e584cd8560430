// The scripts that the documentation shows verify what we sign, and nothing else.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSigningSecret, signedHeaders, signingKey } from '../../src/webhooks/sign.ts'

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'muster-docs-'))
after(() => rm(folder, { recursive: true, force: true }))

async function script(name: string): Promise<string> {
  const text = new RegExp(`<!-- ${name.replace('.', '\\.')} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(
    page,
  )?.[1]
  assert.ok(text, `${name} is not in the documentation`)
  assert.ok(text.trim().split('\n').length <= 10, 'ten lines are promised')
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function runs(command: string, args: string[], input: string): Promise<number | null> {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return code
}

const body = '{"id":"evt_1","type":"assignment_ended","createdAt":"x","data":{"assignment":{"id":"é"}}}'
const [secret, other] = [newSigningSecret(), newSigningSecret()]
const signed = (at: Date, ...secrets: string[]) => {
  const headers = signedHeaders({ id: 'evt_1', type: 'assignment_ended', body }, secrets.map(signingKey), at)
  return [headers['X-Service-Timestamp']!, headers['X-Service-Signature']!]
}

for (const [name, command] of [
  ['verify.mjs', process.execPath],
  ...(spawnSync('python3', ['--version']).status === 0 ? ([['verify.py', 'python3']] as const) : []),
] as const) {
  test(`${name} accepts what is ours, whole and recent`, async () => {
    const path = await script(name)
    const verify = (given: string, parts: string[], text = body) =>
      runs(command, [path, given, ...parts], text)
    const now = new Date()
    assert.equal(await verify(secret, signed(now, secret)), 0)
    assert.equal(await verify(secret, signed(now, other, secret)), 0)
    assert.equal(await verify(other, signed(now, secret)), 1)
    assert.equal(await verify(secret, signed(now, secret), `${body} `), 1)
    assert.equal(await verify(secret, signed(new Date(now.getTime() - 400_000), secret)), 1)
  })
}

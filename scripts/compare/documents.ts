// What both versions say of themselves: generated files, every page of the reference, and some commands.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Both } from './alike.ts'
import { type Pair, prefix } from './pair.ts'
import type { Version } from './versions.ts'

export async function documents(pair: Pair, versions: Both<Version>): Promise<void> {
  for (const file of globSync('{contract,docs/commands,docs/records}/*', { cwd: versions[1].root })) {
    const [one, other] = versions.map(({ root }) => readFileSync(join(root, file), 'utf8'))
    pair.check(file, [one!, other!])
  }
  await crawl(pair)
  for (const args of [
    ['openapi'],
    ['schema'],
    ['schema', 'worker'],
    ['settings', '--json'],
    ['keys', '--help'],
    ['nonsense'],
  ])
    await pair.run(args)
}

const known = ['openapi.json', 'openapi.yaml', 'postman.json'].map(name => `${prefix}/${name}`)

/** Every page that leads on from the first. */
async function crawl(pair: Pair): Promise<void> {
  const paths = new Set([
    '/',
    '/docs',
    '/docs/nothing',
    '/llms.txt',
    '/favicon.ico',
    '/health',
    '/ready',
    ...known,
  ])
  for (const path of paths) {
    const [, { text }] = await pair.ask('anybody', { path })
    for (const [, found] of text.matchAll(/\b(?:href|src)="(\/[^"#?]*)/g))
      if (!found!.startsWith('/portal')) paths.add(found!)
  }
}

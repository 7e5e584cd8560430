// What the tools cost an assistant, counted by a real tokenizer, on the lists that are committed.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer'
import { examples } from '../../src/describe/examples.ts'
import { instructions } from '../../src/mcp/instructions.ts'
import { mostCharacters } from '../../src/mcp/result.ts'

const committed = JSON.parse(await readFile(new URL('../../contract/tools.json', import.meta.url), 'utf8'))
const tokens = (value: unknown) => encode(typeof value === 'string' ? value : JSON.stringify(value)).length

const expectWithin = (what: string, count: number, most: number) =>
  assert.ok(
    count <= most,
    `${what}: ${count} tokens, of ${most}; say less, or raise the budget here and say why it is worth it`,
  )

test('the whole list is at most 8,000 tokens, 10,000 with output schemas, for either kind of key', t => {
  for (const kind of ['company', 'agency']) {
    const bare = committed[kind].map(({ outputSchema: _, ...rest }: { outputSchema: unknown }) => rest)
    t.diagnostic(
      `${kind}: ${committed[kind].length} tools, ${tokens(bare)} and ${tokens(committed[kind])} tokens`,
    )
    expectWithin(`${kind} keys, tools without output schemas`, tokens(bare), 8_000)
    expectWithin(`${kind} keys, tools`, tokens(committed[kind]), 10_000)
  }
  assert.ok(tokens(instructions) <= 500, `instructions: ${tokens(instructions)}`)
})

test('a result is cut at about 8,000 tokens, whatever its records are', t => {
  const rates = [...examples].map(([name, { answer }]) => {
    const text = JSON.stringify(answer)
    return { name, rate: text.length / tokens(text), length: text.length }
  })
  const long = rates.filter(({ length }) => length > 800)
  const densest = long.reduce((least, one) => (one.rate < least.rate ? one : least))
  t.diagnostic(`the densest is ${densest.name}: ${densest.rate.toFixed(2)} characters a token`)
  assert.ok(mostCharacters / densest.rate <= 8_100)
})

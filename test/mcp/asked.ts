// Asks all questions of a server that has the demo programme, and writes down what each takes.
import assert from 'node:assert/strict'
import { encode } from 'gpt-tokenizer'
import { exampleDay } from '../../scripts/examples/capture.ts'
import { meaningOf } from '../../src/errors/problem.ts'
import type { Assistant } from '../support/assistants.ts'
import type { Json } from '../support/server.ts'
import { type Make, nextOf } from './literal-reader.ts'
import { type Call, Facts, type Question, week } from './question-facts.ts'
import { questions } from './questions.ts'

export type Asked = { question: Question; calls: number; tokens: number; led: readonly string[] }

type Took = { calls: number; tokens: number; texts: string[] }

const tokensOf = (text: string) => encode(text).length

/** Calls as a client makes them, and keeps count. */
function counting(one: Assistant): { make: Make; took: Took } {
  const took: Took = { calls: 0, tokens: 0, texts: [] }
  const make: Make = async ([name, given]) => {
    const called = { name, arguments: given }
    const {
      content,
      structuredContent = {},
      isError,
    } = await one
      .call(name, given)
      .catch((error): Json => ({ content: [{ text: (error as Error).message }], isError: true }))
    const text: string = content[0].text
    took.calls++
    took.tokens += tokensOf(JSON.stringify(called)) + tokensOf(text)
    const { data, meta, note } = structuredContent
    const refused = isError === true || /^Nothing matches/.test(note ?? '')
    if (refused) took.texts.push(isError ? text : note)
    return { data, meta, text: isError ? text : (note ?? text), refused }
  }
  return { make, took }
}

/** Of the first record; of what a key is, of the company that the question names. */
const idIn = (data: Json, question: string): string =>
  Array.isArray(data)
    ? data[0].id
    : data.companies.find(({ name }: Json) => question.includes(name.split(' ')[0])).id

async function answered({ question, calls, read }: Question, make: Make): Promise<unknown> {
  const ids: string[] = []
  let last: Awaited<ReturnType<Make>> | undefined
  for (const [tool, given] of calls) {
    const filled = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        { $1: ids[0], $2: ids[1] }[String(value)] ?? value,
      ]),
    )
    last = await make([tool, filled])
    assert.ok(!last.refused, `${tool} ${JSON.stringify(filled)}: ${last.text}`)
    if (ids.length < calls.length - 1) ids.push(idIn(last.data, question))
  }
  return read(last!.data, last!.meta)
}

const dayMs = 86_400_000
/** From the last week of now to that of the day the demo is of. */
function shift(day: string): string {
  const now = Math.floor(Date.now() / dayMs)
  const sunday = now - (((now + 3) % 7) + 1)
  return new Date(Date.parse(day) - sunday * dayMs + Date.parse(week.to)).toISOString().slice(0, 10)
}

/** No more wrong turns than this lead to an answer. */
const mostTurns = 4

async function misled({ wrong, read }: Question, make: Make): Promise<unknown> {
  let call: Call = wrong!.call
  for (let turn = 0; turn <= mostTurns; turn++) {
    const said = await make(call)
    if (!said.refused) {
      assert.ok(turn > 0, `${JSON.stringify(call)} is not refused`)
      return read(said.data, said.meta)
    }
    call = await nextOf(call, said.text, wrong!.picks ?? [], make, shift)
  }
  return assert.fail(`${JSON.stringify(call)} is still refused`)
}

export async function ask(
  assistants: Readonly<Record<'company' | 'agency', Assistant>>,
  check: (question: string, ask: () => Promise<void>) => Promise<void> = (_, ask) => ask(),
): Promise<Asked[]> {
  const facts = new Facts()
  const all: Asked[] = []
  for (const question of questions) {
    const one = assistants[question.asks === 'agency' ? 'agency' : 'company']
    await check(question.question, async () => {
      const expected = question.expected(facts)
      assert.ok(!isNothing(expected), 'the demo has nothing to answer with')
      const right = counting(one)
      assert.deepEqual(await answered(question, right.make), expected)
      const guessed = counting(one)
      if (question.wrong) assert.deepEqual(await misled(question, guessed.make), expected)
      const { calls, tokens } = right.took
      all.push({ question, calls, tokens, led: guessed.took.texts })
    })
  }
  return all
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === 0 || (typeof value === 'object' && Object.keys(value!).length === 0)

const shown = ([tool, given]: Call) => `\`${tool} ${JSON.stringify(given)}\``

/** What an error says, without what changes from day to day and what every error of its kind says. */
const steady = (text: string) =>
  text
    .replace(`\nNext step: ${meaningOf.BAD_REQUEST}`, '')
    .replace('\n', '. ')
    .replace(/today is .*/, 'today is …')

export function pageOf(asked: readonly Asked[]): string {
  const average = Math.round(asked.reduce((sum, { tokens }) => sum + tokens, 0) / asked.length)
  const led = asked.filter(one => one.led.length > 0)
  const lines = asked.flatMap(
    ({ question: { asks, question, calls, wrong }, calls: count, tokens, led }, at) => [
      `${at + 1}. **${question}** (${asks}; ${count} ${count === 1 ? 'call' : 'calls'}, ${tokens} tokens)`,
      ...calls.map(call => `   - ${shown(call)}`),
      ...(wrong ? [`   - a wrong guess: ${shown(wrong.call)}`] : []),
      ...led.map(text => `     - ${steady(text)}`),
    ],
  )
  return [
    '# Sixty-one questions',
    '',
    'What a site manager, a payroll clerk, a recruiter and a compliance officer (company key) and an agency (agency key) ask an',
    `assistant, and the shortest calls that answer it, with the demo programme of ${exampleDay.toISOString().slice(0, 10)}, a Sunday. \`$1\` is the id of`,
    'the first record that the first call found, `$2` that of the second. The tokens are those of the calls and their results,',
    'counted by the o200k tokenizer; the list of tools comes on top of that, once a conversation. On average a question takes',
    `${average} tokens.`,
    '',
    `${led.length} questions have a wrong first guess too, with what the server answers to it: those texts alone lead to the right`,
    'call. A test (`test/mcp/questions.ts`) asks all of this of a server, makes each next call from nothing but the text, and',
    'compares the answers with the lines that were loaded. `npm run examples` writes this page.',
    '',
    ...lines,
    '',
  ].join('\n')
}

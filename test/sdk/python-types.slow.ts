// The Python client is typed to the last: checked by Pyright in strict mode, with a program whose mistakes it must name.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pyright = `${root}/test/node_modules/pyright/index.js`
const program = 'test/sdk/python/types_promised.py'

type Found = { file: string; message: string; range: { start: { line: number } } }

test('Pyright finds the mistakes of a program that has some, and none in the package or its tests', async () => {
  const printed = await new Promise<string>(resolve => {
    const args = [pyright, '-p', `${root}/test/sdk/python`, '--outputjson']
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout))
  })
  const { generalDiagnostics, summary } = JSON.parse(printed)
  assert.ok(summary.filesAnalyzed > 10)
  const lines = (await readFile(`${root}/${program}`, 'utf8')).split('\n')
  const expected = lines.flatMap((line, index) =>
    line.endsWith('# refused') ? [`${program}:${index + 1}`] : [],
  )
  const told = (generalDiagnostics as Found[]).map(({ file, message, range }) => ({
    at: `${relative(root, file)}:${range.start.line + 1}`,
    message,
  }))
  assert.deepEqual(
    told.filter(({ at }) => !expected.includes(at)),
    [],
  )
  assert.deepEqual([...new Set(told.map(({ at }) => at))], expected)
})

// Reads what is told to Prometheus: the type of every family, and each value by its name and labels as they are written.
import assert from 'node:assert/strict'

export type Metrics = { types: Map<string, string>; values: Map<string, number> }

/** Refuses what is no exposition: a value of no family, a family or a value twice, a label that is not escaped. */
export function metricsIn(text: string): Metrics {
  const [types, values] = [new Map<string, string>(), new Map<string, number>()]
  assert.ok(text.endsWith('\n'))
  for (const line of text.slice(0, -1).split('\n')) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line)
    if (type) {
      assert.ok(!types.has(type[1]!), line)
      types.set(type[1]!, type[2]!)
    } else if (line !== '' && !line.startsWith('# HELP ')) {
      const found =
        /^([a-z_]\w*)(\{\w+="(?:[^"\\]|\\["\\n])*"(?:,\w+="(?:[^"\\]|\\["\\n])*")*\})? (\S+)$/.exec(line)
      assert.ok(found, line)
      const [, name, labels = '', value] = found
      const family = name!.replace(/_(bucket|sum|count)$/, '')
      assert.ok(types.has(name!) || types.has(family), `${line} is of no family`)
      assert.ok(!values.has(name! + labels), `${line} is there twice`)
      values.set(name! + labels, Number(value))
    }
  }
  return { types, values }
}

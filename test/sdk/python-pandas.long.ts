// A DataFrame of the Python client, with the pandas that is installed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals, timesheet } from '../support/lines.ts'
import { python } from '../support/python.ts'
import { testServer } from '../support/server.ts'

test('to_dataframe has a column a field, and a row a record', async () => {
  const server = await testServer()
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await server.load([...rivals(), ...['t1', 't2', 't3'].map(id => timesheet(id, of))])
  const program = `
from muster import Muster
frame = Muster().timesheets.to_dataframe(fields=["id", "worker.name", "netHours", "submissionAnswers"])
print(sorted(frame.columns), frame["netHours"].sum(), sorted(frame["id"]), frame["worker.name"].unique())`
  const env = { MUSTER_URL: server.origin, MUSTER_API_KEY: await server.key('company', ['c1']) }
  const withPandas = async (bin: string) => {
    await python(['-c', 'import pandas'], { bin })
    return bin
  }
  const bin = await Promise.any(['python3', '/usr/bin/python3'].map(withPandas)).catch(() =>
    assert.fail('pandas was not found: apt-get install -y --no-install-recommends python3-pandas'),
  )
  assert.equal(
    await python(['-c', program], { env, bin }),
    "['id', 'netHours', 'submissionAnswers', 'worker.name'] 120 ['t1', 't2', 't3'] ['Ada w1']\n",
  )
})

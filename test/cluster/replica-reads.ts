// What became of the reads that replicas might answer, as a server counts them.
import { metricsIn } from '../support/exposition.ts'
import type { Up } from '../support/process.ts'

export type Counted = Record<'answered' | 'behind' | 'ahead' | 'failed' | 'unasked', number>

export async function replicaReads(server: Up, token: string): Promise<Counted> {
  const response = await fetch(`${new URL(server.baseUrl).origin}/operator/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { values } = metricsIn(await response.text())
  const count = (outcome: string) => {
    const value = values.get(`muster_replica_reads_total{outcome="${outcome}"}`)
    if (value === undefined) throw new Error(`The server does not count reads that are ${outcome}`)
    return value
  }
  return {
    answered: count('answered'),
    behind: count('behind'),
    ahead: count('ahead'),
    failed: count('failed'),
    unasked: count('unasked'),
  }
}

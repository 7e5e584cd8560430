// Asks a server in a process of its own each question several times, one after the other, with nothing from memory, and prints
// how long it says that they took.
import { Agent } from 'node:http'
import { answer } from './pages.ts'
import { startServer } from './server.ts'
import { median, progress, table } from './table.ts'

export type Question = {
  name: string
  key: string
  /** What is asked the first time, the second, and so on, where asking the same again would be answered by what is kept. */
  path(time: number): string
  /** None where it may take its time. */
  mostMs?: number
}

/** Each so often after once that counts as cold. Gives back which took longer than they may. */
export async function askEach(
  data: string,
  questions: readonly Question[],
  requests: number,
): Promise<string[]> {
  const server = await startServer(data, [], { ANSWER_MEMORY_MB: '0' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const lines: string[][] = []
  const misses: string[] = []
  try {
    for (const { name, key, path, mostMs = Infinity } of questions) {
      progress(`Asking: ${name}`)
      const ask = async (time: number) =>
        server.tookMs((await answer(agent, `${server.baseUrl}${path(time)}`, key)).requestId)
      const coldMs = await ask(0)
      const times: number[] = []
      for (let time = 1; time <= requests; time++) times.push(await ask(time))
      const middle = median(times)
      lines.push([name, ...[middle, Math.min(...times), coldMs].map(ms => ms.toFixed(1))])
      if (middle > mostMs) misses.push(`${name}: ${middle.toFixed(0)} ms, wanted ${mostMs}`)
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
  table(['ms', 'median', 'least', 'cold'], lines)
  return misses
}

// Waiting until all billing checks of a running server are worked out.
import { command } from './command.ts'
import { eventually } from './eventually.ts'

export const checksAreDone = (data: string): Promise<unknown> =>
  eventually(
    'all billing checks are worked out',
    async () => JSON.parse((await command(['status', '--json', '--data', data])).stdout).queue.checks === 0,
    300_000,
  )

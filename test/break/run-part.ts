// One part in a process of its own, told by its parent what to play: whatever breaks the process breaks it alone.
import { parts } from './parts.ts'
import { type Given, play } from './play.ts'

type Order = Given & { part: string }

process.once('message', async (order: Order) => {
  const { part, ...given } = order
  const { rounds, tally, failures } = await play(await parts[part]!(), given)
  process.send!({ rounds, tally: [...tally], failures }, () => process.exit(0))
})

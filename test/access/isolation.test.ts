// Isolation over two random worlds, of which one is changed as well: what each key sees is what the specification says, and no more.
import { testServer } from '../support/server.ts'
import { isolation, manyExports } from './isolation.ts'

/** The same worlds every time, so that a failure is the change's; the long run draws new ones. */
const usualSeed = 322_275

isolation(
  await testServer(manyExports),
  Number(process.env.MUSTER_WORLDS ?? 2),
  Number(process.env.MUSTER_CHANGED ?? 1),
  usualSeed,
)

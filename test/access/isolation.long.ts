// Isolation over five hundred random worlds.
import { testServer } from '../support/server.ts'
import { isolation, manyExports } from './isolation.ts'

isolation(await testServer(manyExports), 500, 500, Date.now() % 1_000_000)

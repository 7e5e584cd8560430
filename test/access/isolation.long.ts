// Isolation over five hundred random worlds.
import { testServer } from '../support/server.ts'
import { isolation } from './isolation.ts'

isolation(await testServer(), 500, 500, Date.now() % 1_000_000)

// Isolation over fifty random worlds: what each key sees is what the specification says, and no more.
import { testServer } from '../support/server.ts'
import { isolation } from './isolation.ts'

isolation(await testServer(), Number(process.env.MUSTER_WORLDS ?? 50))

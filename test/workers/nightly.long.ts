// A whole programme of a hundred thousand workers, or as many as MUSTER_WORKERS says.
import { promiseNightly } from './nightly.ts'

promiseNightly(Number(process.env.MUSTER_WORKERS ?? 100_000), { posts: 400 })

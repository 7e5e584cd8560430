// A small programme, loaded night after night until everybody is posted; the long test has a hundred thousand.
import { promiseNightly } from './nightly.ts'

promiseNightly(Number(process.env.MUSTER_WORKERS ?? 300), { posts: 8, nights: true })

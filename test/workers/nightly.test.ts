// A small programme, loaded night after night until everybody is posted; the long test has a hundred thousand.
import { promiseNightly } from './nightly.ts'

promiseNightly(Number(process.env.MUSTER_WORKERS ?? 600), { posts: 12, nights: true })

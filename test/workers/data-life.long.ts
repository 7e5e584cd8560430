// The same over many more sequences, other ones each time.
import { promiseDataLife } from './data-life.ts'

await promiseDataLife({
  runs: Number(process.env.MUSTER_RUNS ?? 1000),
  seed: Number(process.env.MUSTER_SEED ?? Date.now() % 1_000_000_000),
})

// Whatever happens to people's data in whichever order, what is left is what the rules say. With MUSTER_SEED and
// MUSTER_RUNS other sequences; a failure prints the seed and the shortest sequence that fails.
import { promiseDataLife } from './data-life.ts'

await promiseDataLife({
  runs: Number(process.env.MUSTER_RUNS ?? 2),
  seed: Number(process.env.MUSTER_SEED ?? 2207),
})

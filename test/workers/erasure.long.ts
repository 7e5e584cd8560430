// An erasure is killed before each of its statements in turn.
process.env.MUSTER_KILL_STRIDE = '1'
await import('./erasure.slow.ts')

// The same with a key of every owner.
await import('./canary.test.ts')

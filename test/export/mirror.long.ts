// The same with many more rounds.
await import('./mirror.test.ts')

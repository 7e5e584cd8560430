// The same with many more rounds.
await import('./dry-run.test.ts')

// The same with many more rounds.
await import('./side-channel.test.ts')

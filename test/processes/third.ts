import '../support/current-test.ts'

await import('../support/run-files.ts')

// The other of the two processes of the suite.
import '../support/current-test.ts'

await import('../support/run-files.ts')

// One of the two processes of the suite; they take one file after another.
import '../support/current-test.ts'

await import('../support/run-files.ts')

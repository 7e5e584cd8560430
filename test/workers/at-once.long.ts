// The same with a hundred rounds, and over two processes.
import './at-once.test.ts'
import './two-processes.slow.ts'

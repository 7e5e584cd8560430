// The same with every case, and those that the short suite leaves out.
import './backup.slow.ts'
import './command-line.slow.ts'
import './crashes.slow.ts'
import './embedded.slow.ts'
import './server.slow.ts'

// The same with every case, and those that the short suite leaves out.
import './backup.test.ts'
import './command-line.test.ts'
import './crashes.test.ts'
import './embedded.test.ts'
import './server.test.ts'

// The same with all their rounds.
import './access/limits.test.ts'
import './access/remembered-answers.test.ts'
import './clearances/served.test.ts'
import './clearances/worlds.test.ts'
import './load/as-text.test.ts'
import './load/tally.test.ts'
import './mcp/params.test.ts'
import './promises/fields-text.test.ts'

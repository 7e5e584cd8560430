// The tools as a desktop assistant starts them from the bundle that `npm run bundle` makes of this file: no command line,
// and the two settings that the user fills in.
import { serveBridge } from '../mcp/bridge.ts'

const { MUSTER_URL: address = '', MUSTER_API_KEY: key = '' } = process.env
const where = 'in the settings of the Muster extension of your assistant'

await serveBridge({
  address,
  key,
  path: '/mcp',
  settings: { address: `the address ${where}`, key: `the API key ${where}` },
})

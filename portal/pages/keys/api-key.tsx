// An API key as the server tells of it, and how to use one.

import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { apiOrigin } from '../../client/session.ts'
import type { StatusKind } from '../../components/layout.tsx'
import { Code } from '../../components/text.tsx'

export type Key = OperatorAnswer<'GET /operator/keys/{id}'>

/** The shape that stands beside each state. */
export const stateKinds: Record<Key['state'], StatusKind> = {
  active: 'ok',
  revoked: 'off',
  expired: 'off',
  ownerless: 'alert',
}

/** Nobody has ended it. */
export const isOpen = ({ state }: Key) => state === 'active' || state === 'ownerless'
/** How to use a key, ready to paste. */
function snippets(secret: string, origin: string): Record<string, string> {
  const url = `${origin}/api/open/v1`
  const server = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } }
  return {
    curl: `curl -s '${url}/me' \\\n  -H 'Authorization: Bearer ${secret}'`,
    TypeScript: `import { createMuster } from 'muster-sdk'

const muster = createMuster({ url: '${url}', key: '${secret}' })
console.log(await muster.me())`,
    Python: `from muster import Muster

with Muster("${url}", "${secret}") as muster:
    print(muster.me()["name"])`,
    'An assistant, over MCP': JSON.stringify({ mcpServers: { muster: server } }, null, 2),
  }
}

export function Snippets({ secret }: { secret: string }) {
  return (
    <>
      {Object.entries(snippets(secret, apiOrigin())).map(([label, text]) => (
        <Code key={label} label={label} text={text} />
      ))}
    </>
  )
}

// How to use a key, ready to paste.

export function snippets(secret: string, origin: string): Record<string, string> {
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

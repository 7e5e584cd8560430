// The tools for those who signed in: the same as at /mcp, opened by access tokens alone. Refusals say where to sign in and
// for what (RFC 6750, RFC 9728).
import { Refusal } from '../access/refusal.ts'
import { Problem } from '../errors/problem.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Endpoint } from '../mcp/endpoint.ts'
import { type Addresses, toolsPath } from './addresses.ts'

type Challenge = { error?: 'invalid_token' | 'insufficient_scope'; description?: string; scope: string }

/** `answer` is that of the tools, with a backend that takes access tokens. */
export function toolsForTokens(
  answer: Endpoint['answer'],
  { resourceMetadata }: Addresses,
  operations: readonly Operation[],
): Endpoint['answer'] {
  const readable = [...new Set(operations.flatMap(({ method, scopes }) => (method === 'GET' ? scopes : [])))]
  const challenge = ({ error, description, scope }: Challenge) =>
    [
      `Bearer resource_metadata="${resourceMetadata}"`,
      ...(error ? [`error="${error}"`] : []),
      ...(description ? [`error_description="${description.replace(/[^\x20-\x7e]|["\\]/g, ' ')}"`] : []),
      `scope="${scope}"`,
    ].join(', ')
  const refused = (problem: unknown): never => {
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem
    const isReplaced = problem instanceof Refusal && problem.state === 'replaced'
    const message = isReplaced ? 'This access token has expired; refresh it' : problem.message
    const isMissing = problem.code === 'MISSING_API_KEY'
    throw new Problem(problem.code, message, {
      ...problem.headers,
      'WWW-Authenticate': challenge({
        scope: readable.join(' '),
        ...(!isMissing && { error: 'invalid_token', description: message }),
      }),
    })
  }
  return async asked => {
    const answered = await answer({ ...asked, path: `/mcp${asked.path.slice(toolsPath.length)}` }).catch(
      refused,
    )
    const { response, tool } = answered
    if (tool?.code !== 'INSUFFICIENT_SCOPE') return answered
    const called = operations.find(({ method, path }) => method === tool.method && path === tool.operation)
    const headers = new Headers(response.headers)
    headers.set(
      'WWW-Authenticate',
      challenge({ error: 'insufficient_scope', scope: called?.scopes.join(' ') ?? '' }),
    )
    return { ...answered, response: new Response(response.body, { status: 403, headers }) }
  }
}

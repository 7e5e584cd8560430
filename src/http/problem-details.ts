// Errors as problem details (RFC 9457), for clients that ask for them; all others get the envelope.
import { meaningOf, type Problem } from '../errors/problem.ts'
import { weightIn } from '../kernel/operation/format.ts'

export const problemDetailsType = 'application/problem+json'

/** Whether an Accept header names problem details, and likes JSON of another kind no better. */
export function asksForDetails(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(problemDetailsType)) return false
  const weights = new Map<string, number>()
  for (const entry of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = entry.split(';').map(piece => piece.trim())
    weights.set(type!, weightIn(parameters))
  }
  const weight = weights.get(problemDetailsType) ?? 0
  return weight > 0 && weight >= (weights.get('application/json') ?? 0)
}

export const detailsOf = ({ code, status, message }: Problem, requestId: string): string =>
  JSON.stringify({
    type: `/docs/errors#${code}`,
    title: meaningOf[code].split(/(?<=\.) /)[0],
    status,
    detail: message,
    code,
    requestId,
  })

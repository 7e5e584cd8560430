// Refusals in the form of OAuth (RFC 6749 §5.2, RFC 7591 §3.2.2): a word that clients understand, and a sentence.
import { withoutSecrets } from '../errors/problem.ts'
import { jsonReply, type Reply } from '../http/surface.ts'

export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'

const statusOf: Partial<Record<OauthCode, number>> = { invalid_client: 401, temporarily_unavailable: 429 }

export class OauthProblem extends Error {
  readonly code: OauthCode
  constructor(code: OauthCode, message: string) {
    super(withoutSecrets(message))
    this.code = code
  }
}

export const oauthReply = (status: number, value: object): Reply =>
  jsonReply(status, value, { Pragma: 'no-cache' })

/** Whoever tries codes, tokens or clients that are not there is answered more and more slowly. */
export function problemReply({ code, message }: OauthProblem): Reply {
  const status = statusOf[code] ?? 400
  const reply = oauthReply(status, { error: code, error_description: message })
  const isGuess = code === 'invalid_grant' || code === 'invalid_client'
  return { ...reply, ...(isGuess && { unknownSecret: true }) }
}

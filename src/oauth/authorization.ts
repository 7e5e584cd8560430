// What an assistant asks somebody to agree to: read from the query with which it sent them here, and checked before anything
// is shown and again before anything is given. Until client and address are known to belong together, nobody is sent back.
import { newSecret } from '../access/key-format.ts'
import type { Database } from '../database/database.ts'
import type { RegisteredClient } from '../store/keys/oauth.ts'
import { addCode, type SignInAgreement } from '../store/keys/oauth.ts'
import type { Addresses } from './addresses.ts'
import type { Clients } from './clients.ts'
import { type OauthCode, OauthProblem } from './errors.ts'
import { type AllowedHosts, isRegistered, placeOf, redirectFault, withParameters } from './redirects.ts'

export type AuthorizationParts = {
  database: Database
  addresses: Addresses
  clients: Clients
  hosts: AllowedHosts
  /** Every scope there is. */
  scopes: readonly string[]
}

export type AuthorizationRequest = {
  client: Pick<RegisteredClient, 'id' | 'name'>
  redirectUri: string
  /** Where it would be sent to, in words. */
  place: string
  challenge: string
  /** Those of the scopes that it asks for which there are; none where it asks for none. */
  scopes: string[]
  /** Back to the client, with this. */
  answer(parameters: { code: string } | { error: OauthCode; error_description?: string }): string
}

/** Either what is asked, or where to send the user with what is wrong. Throws where nobody may be sent anywhere. */
export async function readAuthorization(
  { clients, hosts, addresses, scopes }: AuthorizationParts,
  search: string,
): Promise<AuthorizationRequest | { redirect: string }> {
  const given = singles(new URLSearchParams(search))
  const { client_id: id, redirect_uri: redirectUri } = given
  if (!id || !redirectUri || id.length > 1024)
    throw new OauthProblem('invalid_request', 'client_id and redirect_uri are needed, once each')
  const client = await clients.find(id)
  if (!client)
    throw new OauthProblem(
      'invalid_client',
      'There is no such client; it may have been forgotten, and can register again',
    )
  const fault = redirectFault(redirectUri, hosts)
  if (fault) throw new OauthProblem('invalid_request', fault)
  if (!isRegistered(redirectUri, client.redirectUris))
    throw new OauthProblem('invalid_request', 'The client did not register this redirect_uri')
  const answer: AuthorizationRequest['answer'] = parameters =>
    withParameters(redirectUri, { ...parameters, state: given.state, iss: addresses.issuer })
  const wrong = faultIn(given, addresses)
  if (wrong) return { redirect: answer({ error: wrong.code, error_description: wrong.message }) }
  return {
    client: { id: client.id, name: client.name },
    redirectUri,
    place: placeOf(redirectUri),
    challenge: given.code_challenge!,
    scopes: (given.scope ?? '').split(' ').filter(scope => scopes.includes(scope)),
    answer,
  }
}

type Parameters = Record<string, string | undefined>

/** Of a parameter that is there twice neither counts; what needs it says that it is missing. */
function singles(query: URLSearchParams): Parameters {
  return Object.fromEntries(
    [...new Set(query.keys())].map(name => {
      const all = query.getAll(name)
      return [name, all.length === 1 ? all[0] : undefined]
    }),
  )
}

function faultIn(given: Parameters, { resource }: Addresses): OauthProblem | undefined {
  if (given.response_type !== 'code')
    return new OauthProblem('unsupported_response_type', 'response_type must be code')
  if (given.request !== undefined || given.request_uri !== undefined)
    return new OauthProblem('invalid_request', 'request and request_uri are not taken; send parameters')
  if (given.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(given.code_challenge ?? ''))
    return new OauthProblem('invalid_request', 'PKCE is needed: a code_challenge by the method S256')
  if (given.response_mode !== undefined && given.response_mode !== 'query')
    return new OauthProblem('invalid_request', 'response_mode must be query')
  if ('resource' in given && !isResource(given.resource, resource))
    return new OauthProblem('invalid_target', `The only resource here is ${resource}`)
  return undefined
}

export const isResource = (given: string | undefined, resource: string) => given === resource

const codeSeconds = 60

/** A code that the client exchanges for tokens, at the address that it was made for. */
export async function giveCode(
  { database }: Pick<AuthorizationParts, 'database'>,
  { client, redirectUri, challenge, answer }: AuthorizationRequest,
  agreement: SignInAgreement,
): Promise<string> {
  const code = newSecret('code')
  await addCode(database, { code, clientId: client.id, redirectUri, challenge, agreement }, codeSeconds)
  return answer({ code })
}

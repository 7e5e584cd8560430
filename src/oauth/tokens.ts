// Codes and refresh tokens exchanged for tokens, and tokens ended. An access token is a secret of the sign-in that lasts an
// hour, so that the gate knows it like any other; a refresh token is exchanged once, and what comes of it is worked out from
// it, so that requests of one client at the same time get the same.
import { createHash, timingSafeEqual } from 'node:crypto'
import { derivedSecret, isWellFormed, newSecret } from '../access/key-format.ts'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../encryption/secret.ts'
import {
  type ExchangeRefusal,
  endSignIn,
  exchangeCode,
  exchangeRefresh,
  type SignInGrant,
  signInOfToken,
  type Tokens,
} from '../store/keys/oauth.ts'
import type { Addresses } from './addresses.ts'
import { isResource } from './authorization.ts'
import { OauthProblem } from './errors.ts'

export type TokenParts = { database: Database; addresses: Addresses; secrets: Secrets }

type Form = Readonly<Record<string, string>>

const accessSeconds = 3600
/** How long a used refresh token is still taken: hosts of assistants refresh from several processes at once. Later it is a stolen copy. */
const graceSeconds = 120

export async function tokensFor(parts: TokenParts, clientId: string, form: Form): Promise<object> {
  const { resource } = parts.addresses
  if (form.resource !== undefined && !isResource(form.resource, resource))
    throw new OauthProblem('invalid_target', `The only resource here is ${resource}`)
  switch (form.grant_type) {
    case 'authorization_code':
      return ofCode(parts, clientId, form)
    case 'refresh_token':
      return ofRefresh(parts, clientId, form)
    default:
      throw new OauthProblem(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token',
      )
  }
}

async function ofCode({ database }: TokenParts, clientId: string, form: Form): Promise<object> {
  const { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = form
  if (!isWellFormed(code)) throw notExchanged('unknown', 'code')
  const tokens = { access: newSecret('access'), refresh: newSecret('refresh') }
  const exchanged = await exchangeCode(
    database,
    code,
    made =>
      made.clientId === clientId && made.redirectUri === redirectUri && isProof(verifier, made.challenge),
    { tokens, seconds: accessSeconds },
  )
  if (typeof exchanged === 'string') throw notExchanged(exchanged, 'code')
  return tokenResponse(exchanged, tokens)
}

/** PKCE by S256: whoever exchanges the code is who asked for it. */
function isProof(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const [given, asked] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return given.length === asked.length && timingSafeEqual(given, asked)
}

async function ofRefresh({ database, secrets }: TokenParts, clientId: string, form: Form): Promise<object> {
  const { refresh_token: refresh = '', scope } = form
  if (!isWellFormed(refresh)) throw notExchanged('unknown', 'refresh token')
  const next = secrets.acceptedFor('tokens').map(
    (key): Tokens => ({
      access: derivedSecret('access', key, refresh),
      refresh: derivedSecret('refresh', key, refresh),
    }),
  )
  const times = { seconds: accessSeconds, graceSeconds }
  const asked = { refresh, clientId, scopes: scope?.split(' ').filter(Boolean) ?? [] }
  const exchanged = await exchangeRefresh(database, asked, next, times)
  if (exchanged === 'wider')
    throw new OauthProblem(
      'invalid_scope',
      'A refresh cannot ask for a scope that was not given; refresh without it, or sign in again',
    )
  if (typeof exchanged === 'string') throw notExchanged(exchanged, 'refresh token')
  return tokenResponse(exchanged, exchanged.tokens)
}

function notExchanged(why: ExchangeRefusal, what: string): OauthProblem {
  const words = {
    unknown: `This ${what} does not exist, or is another client’s`,
    over: `This ${what} or the sign-in that it is of has ended; sign in again`,
    replayed: `This ${what} was used before, so the sign-in was ended; sign in again`,
  }
  return new OauthProblem('invalid_grant', words[why])
}

const tokenResponse = ({ key, expiresIn }: SignInGrant, { access, refresh }: Tokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refresh,
  scope: key.scopes.join(' '),
})

/** Ends the sign-in that a token is of (RFC 7009); of a token that is none, nothing is said. */
export async function revokeToken(
  { database }: TokenParts,
  clientId: string,
  { token = '' }: Form,
): Promise<void> {
  if (token === '') throw new OauthProblem('invalid_request', 'token is missing')
  const id = isWellFormed(token) ? await signInOfToken(database, token, clientId) : undefined
  if (id !== undefined) await endSignIn(database, id, 'POST /oauth/revoke', 'its client gave it back')
}

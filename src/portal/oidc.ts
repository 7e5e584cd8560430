// Signing in with an account elsewhere, by OpenID Connect: the code flow with PKCE, state and nonce, which wait in a
// signed cookie of the browser that began. Whoever comes back is given a sign-in link, so that the session's own cookie
// is set by a page of ours and can stay strict.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Configuration } from 'openid-client'
import type { OperatorRole } from '../access/operators.ts'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../encryption/secret.ts'
import type { OwnAddress } from '../http/own-address.ts'
import type { Reply } from '../http/surface.ts'
import type { OidcSettings, RoleRule } from '../settings/settings.ts'
import { createLink } from '../store/operators/sessions.ts'
import { cookieOf, setCookieText } from './requests.ts'

type Oidc = {
  name: string
  start(request: IncomingMessage): Promise<Reply>
  callback(request: IncomingMessage, search: string): Promise<Reply>
}

export type OidcParts = {
  settings: OidcSettings
  secrets: Secrets
  database: Database
  address: OwnAddress
  trouble(error: unknown, what: string): void
}

/** What is remembered of somebody who has gone to sign in. */
type Begun = { state: string; nonce: string; verifier: string; until: number }

const cookieName = 'muster_oidc'
const startedForMs = 10 * 60_000
/** The page that is redirected to uses its link at once. */
const linkMinutes = 1

export function oidcOf({ settings, secrets, database, address, trouble }: OidcParts): Oidc {
  const configured = configurationOf(settings)
  const callbackUrl = (request: IncomingMessage) => `${address(request)}/portal/oidc/callback`
  const redirect = (request: IncomingMessage, to: string, kept: string, ms: number): Reply => ({
    status: 302,
    headers: {
      Location: to,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Set-Cookie': setCookieText(cookieName, kept, {
        seconds: ms / 1000,
        isSecure: address(request).startsWith('https:'),
        path: '/portal/oidc',
        sameSite: 'Lax',
      }),
    },
    body: '',
  })
  const back = (request: IncomingMessage, fragment: string) => redirect(request, `/portal#${fragment}`, '', 0)

  return {
    name: settings.name,
    async start(request) {
      try {
        const client = await import('openid-client')
        const begun: Begun = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          until: Date.now() + startedForMs,
        }
        const url = client.buildAuthorizationUrl(await configured(), {
          redirect_uri: callbackUrl(request),
          scope: settings.scopes,
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
        })
        return redirect(request, url.href, signed(secrets, begun), startedForMs)
      } catch (error) {
        trouble(error, 'the OpenID Connect provider could not be asked')
        return back(request, 'oidc=failed')
      }
    },
    async callback(request, search) {
      const begun = opened(secrets, cookieOf(request, cookieName))
      if (!begun || begun.until < Date.now()) return back(request, 'oidc=expired')
      try {
        const claims = await claimsOf(await configured(), new URL(`${callbackUrl(request)}?${search}`), begun)
        const role = roleOf(settings.roles, claims)
        if (!role) return back(request, 'oidc=refused')
        const who = { via: 'oidc', id: `oidc:${claims.sub}`, name: nameIn(claims), role } as const
        return back(request, `link=${await createLink(database, who, linkMinutes)}`)
      } catch (error) {
        trouble(error, 'a sign-in by OpenID Connect failed')
        return back(request, 'oidc=failed')
      }
    },
  }
}

/** Asked for at the first sign-in, and again after it could not be had. */
function configurationOf({ issuer, clientId, clientSecret }: OidcSettings): () => Promise<Configuration> {
  let known: Promise<Configuration> | undefined
  const discover = async () => {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client')
    const isPlain = issuer.startsWith('http:')
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: 10,
      // By itself the library trusts the connection over which an ID token came, and checks no signature.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    })
  }
  return () => {
    known ??= discover()
    known.catch(() => {
      known = undefined
    })
    return known
  }
}

type Claims = Record<string, unknown> & { sub: string }

/** From the ID token, and from the userinfo endpoint where there is one: many providers tell groups only there. */
async function claimsOf(configuration: Configuration, url: URL, begun: Begun): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    // Where a nonce is expected, the library refuses an answer without an ID token.
    expectedNonce: begun.nonce,
  })
  const proven = tokens.claims()!
  if (!configuration.serverMetadata().userinfo_endpoint) return proven
  return { ...(await fetchUserInfo(configuration, tokens.access_token, proven.sub)), ...proven }
}

/** By the first rule that fits. An e-mail address counts where the provider says that it is verified. */
export function roleOf(rules: readonly RoleRule[], claims: Claims): OperatorRole | undefined {
  const fits = ({ claim, value }: RoleRule) => {
    const told = Object.hasOwn(claims, claim) ? claims[claim] : undefined
    if (claim === 'email')
      return claims.email_verified === true && String(told).toLowerCase() === value.toLowerCase()
    return Array.isArray(told) ? told.includes(value) : told === value
  }
  return rules.find(fits)?.role
}

const nameIn = ({ name, preferred_username, email, sub }: Claims) =>
  [name, preferred_username, email]
    .find(told => typeof told === 'string' && told !== '')
    ?.toString()
    .slice(0, 200) ?? sub

const signatureOf = (key: Parameters<typeof createHmac>[1], text: string) =>
  createHmac('sha256', key).update(`oidc ${text}`).digest()

function signed(secrets: Secrets, begun: Begun): string {
  const text = Buffer.from(JSON.stringify(begun)).toString('base64url')
  return `${text}.${signatureOf(secrets.secretFor('sign-in'), text).toString('base64url')}`
}

function opened(secrets: Secrets, given: string | undefined): Begun | undefined {
  const [text = '', signature = ''] = given?.split('.') ?? []
  const told = Buffer.from(signature, 'base64url')
  const isOurs = secrets
    .acceptedFor('sign-in')
    .map(key => signatureOf(key, text))
    .some(right => right.length === told.length && timingSafeEqual(right, told))
  return isOurs ? JSON.parse(Buffer.from(text, 'base64url').toString()) : undefined
}

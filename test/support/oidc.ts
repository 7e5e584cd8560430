// A real OpenID Connect provider with a few accounts, and the settings of a server that trusts it.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

const accounts: Record<string, object> = {
  ann: { name: 'Ann Reed', email: 'ann@example.com', email_verified: true, groups: ['staff'] },
  bob: { name: 'Bob Grey', email: 'bob@example.com', email_verified: true, groups: ['staff', 'reviewers'] },
  // Providers tell names in several ways, or not at all.
  cat: { name: '', preferred_username: 'cat99', email: 'cat@example.com', groups: ['reviewers'] },
  dan: { name: 7, email: 'dan@example.com', groups: ['reviewers'] },
  fay: { groups: ['reviewers'] },
  gus: { name: 'G'.repeat(250), groups: ['reviewers'] },
  // Anybody can claim an address that nobody verified.
  eve: { name: 'Eve', email: 'ann@example.com', email_verified: false, groups: [] },
}

/** Makes a provider's answer carry an ID token whose signature is not its own. */
function forgedTokens(response: ServerResponse): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: unknown) =>
    end(
      String(body).replace(
        /("id_token":"[^".]+\.[^".]+\.)(.)/,
        (_, token: string, first: string) => `${token}${first === 'A' ? 'B' : 'A'}`,
      ),
    )) as typeof response.end
}

/** It answers once it was told which server it signs people in to. Without userinfo, the ID token tells everything. */
export async function oidcProvider({ userinfo = true } = {}) {
  const idp = createServer().listen(0, '127.0.0.1')
  await once(idp, 'listening')
  after(() => {
    idp.closeAllConnections()
    idp.close()
  })
  const issuer = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`
  const clientSecret = 'a-secret-of-the-client-at-the-provider'
  const settings = {
    PORTAL_OIDC_ISSUER: issuer,
    PORTAL_OIDC_CLIENT_ID: 'muster',
    PORTAL_OIDC_CLIENT_SECRET: clientSecret,
    PORTAL_OIDC_NAME: 'Example ID',
    PORTAL_OIDC_SCOPES: 'openid profile email groups',
    PORTAL_OIDC_ROLES: 'groups:reviewers=matches, email:ann@example.com=operator',
  }
  // Without types of its own.
  const { Provider } = (await import('oidc-provider' as string)) as {
    Provider: new (issuer: string, options: object) => { callback(): (...args: unknown[]) => void }
  }
  const serve = (origin: string) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'muster',
          client_secret: clientSecret,
          redirect_uris: [`${origin}/portal/oidc/callback`],
        },
      ],
      pkce: { required: () => true },
      features: { userinfo: { enabled: userinfo } },
      conformIdTokenClaims: userinfo,
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups'],
      },
      scopes: ['openid', 'profile', 'email', 'groups'],
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...accounts[id] }),
      }),
      cookies: { keys: ['a key of the provider in tests'] },
    })
    const answer = provider.callback()
    idp.on('request', (request, response) => {
      if (away.on) return response.writeHead(503).end()
      if (forging.on && request.url === '/token') forgedTokens(response)
      answer(request, response)
    })
  }
  /** While it is on, the tokens are signed by nobody. */
  const forging = { on: false }
  /** While it is on, nobody is answered. */
  const away = { on: false }
  return { issuer, settings, serve, forging, away }
}

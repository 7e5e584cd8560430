// A real OpenID Connect provider with a few accounts, and the settings of a server that trusts it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

const accounts: Record<string, object> = {
  ann: { name: 'Ann Reed', email: 'ann@example.com', email_verified: true, groups: ['staff'] },
  bob: { name: 'Bob Grey', email: 'bob@example.com', email_verified: true, groups: ['staff', 'reviewers'] },
  // Anybody can claim an address that nobody verified.
  eve: { name: 'Eve', email: 'ann@example.com', email_verified: false, groups: [] },
}

/** It answers once it was told which server it signs people in to. */
export async function oidcProvider() {
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
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
      scopes: ['openid', 'profile', 'email', 'groups'],
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...accounts[id] }),
      }),
      cookies: { keys: ['a key of the provider in tests'] },
    })
    idp.on('request', provider.callback())
  }
  return { issuer, settings, serve }
}

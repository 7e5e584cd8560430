// The addresses of signing in, all under PUBLIC_URL, and the two documents that lead clients there (RFC 8414, RFC 9728). The
// resource and the issuer have paths of their own, so that a client that asks /mcp with a key finds none of it.
import type { StaticPage } from '../http/pages.ts'

export const toolsPath = '/mcp/oauth'
const issuerPath = '/oauth'

export const oauthPaths = {
  resourceMetadata: `/.well-known/oauth-protected-resource${toolsPath}`,
  serverMetadata: `/.well-known/oauth-authorization-server${issuerPath}`,
  authorize: `${issuerPath}/authorize`,
  token: `${issuerPath}/token`,
  register: `${issuerPath}/register`,
  revoke: `${issuerPath}/revoke`,
} as const

export const isForTokens = (path: string) => path === toolsPath || path.startsWith(`${toolsPath}/`)

const { authorize: _, ...asked } = oauthPaths
const askedByClients = new Set<string>(Object.values(asked))

/** What clients ask by themselves, also from a page of theirs; to `authorize` they send their user. */
export function isForClients(url: string): boolean {
  if (!/^\/(oauth|mcp\/oauth|\.well-known\/oauth-)/.test(url)) return false
  const [path] = url.split('?', 1) as [string]
  return askedByClients.has(path) || isForTokens(path)
}

/** How a client may prove who it is: the first needs no secret. */
export const clientMethods = ['none', 'client_secret_post', 'client_secret_basic']

export type Addresses = ReturnType<typeof addressesAt>

export const addressesAt = (publicUrl: string) => ({
  publicUrl,
  issuer: `${publicUrl}${issuerPath}`,
  resource: `${publicUrl}${toolsPath}`,
  resourceMetadata: `${publicUrl}${oauthPaths.resourceMetadata}`,
})

const document = (value: object): StaticPage => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value, null, 2),
})

export function metadataPages(
  { publicUrl, issuer, resource }: Addresses,
  scopes: readonly string[],
): Record<string, StaticPage> {
  return {
    [oauthPaths.resourceMetadata]: document({
      resource,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Muster',
      resource_documentation: `${publicUrl}/docs`,
    }),
    [oauthPaths.serverMetadata]: document({
      issuer,
      authorization_endpoint: `${publicUrl}${oauthPaths.authorize}`,
      token_endpoint: `${publicUrl}${oauthPaths.token}`,
      registration_endpoint: `${publicUrl}${oauthPaths.register}`,
      revocation_endpoint: `${publicUrl}${oauthPaths.revoke}`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: clientMethods,
      revocation_endpoint_auth_methods_supported: clientMethods,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: scopes,
      service_documentation: `${publicUrl}/docs`,
    }),
  }
}

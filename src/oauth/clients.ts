// Assistants that may ask somebody to sign in: those that registered here (RFC 7591), and those whose id is the address of a
// document that says who they are. Nobody vouches for either, so what counts is where the user is sent back to.

import { timingSafeEqual } from 'node:crypto'
import { hashOfSecret, newSecret } from '../access/key-format.ts'
import type { Statements } from '../database/database.ts'
import { newId } from '../formats/id.ts'
import { networkOf } from '../formats/ip-address.ts'
import { parsedObject } from '../formats/json-object.ts'
import { fetchDocument } from '../outbound/fetch-document.ts'
import type { Guard } from '../outbound/guard.ts'
import { addClient, findClient, type RegisteredClient } from '../store/keys/oauth.ts'
import { clientMethods } from './addresses.ts'
import { OauthProblem } from './errors.ts'
import { type AllowedHosts, isAllowedHost, isLoopback, placeOf, redirectFault } from './redirects.ts'

type ClientParts = { database: Statements; guard: Guard; hosts: AllowedHosts; loopback: boolean }

export type Clients = ReturnType<typeof clientsOf>

const documentLimits = { ms: 5_000, bytes: 5 * 1024 }
/** A document is asked for again after so long, and one that could not be had a little sooner. */
const [knownMs, unknownMs, mostKnown] = [10 * 60_000, 30_000, 500]
const mostReading = 8
const mostRedirects = 10
const mostUnused = 500

export function clientsOf(parts: ClientParts) {
  const documents = new Map<string, { until: number; client: Promise<RegisteredClient> }>()
  let reading = 0
  const documentOf = (id: string): Promise<RegisteredClient> => {
    const known = documents.get(id)
    if (known && known.until > Date.now()) return known.client
    // Anybody can name a document, and each is a connection.
    if (reading >= mostReading)
      throw new OauthProblem('temporarily_unavailable', 'Too many assistants ask at once; try again')
    reading++
    const client = readDocument(parts, id).finally(() => reading--)
    const held = { until: Date.now() + knownMs, client }
    client.catch(() => {
      held.until = Date.now() + unknownMs
    })
    documents.set(id, held)
    if (documents.size > mostKnown) documents.delete(documents.keys().next().value!)
    return client
  }
  return {
    /** Nothing where there is none; refuses a document that is wrong. */
    find: async (id: string): Promise<RegisteredClient | undefined> =>
      isDocument(id) ? documentOf(id) : registered(parts, id),
    register: registrar(parts),
    /** The client that these credentials are of; one with a document has none but its name. */
    async authenticated(id: string, secret: string | undefined): Promise<string> {
      const wrong = new OauthProblem(
        'invalid_client',
        'There is no such client, or its secret is wrong; register again',
      )
      if (isDocument(id)) {
        if (secret !== undefined) throw wrong
        return id
      }
      const client = await registered(parts, id)
      if (!client || !hasSecret(client, secret)) throw wrong
      return id
    },
  }
}

/** Ids are plain; others may have characters that no text of the database has. */
const registered = async ({ database }: ClientParts, id: string): Promise<RegisteredClient | undefined> =>
  /^[\w-]{1,64}$/.test(id) ? findClient(database, id) : undefined

const isDocument = (id: string) => /^https?:\/\//.test(id)

function hasSecret({ secretHash }: RegisteredClient, secret: string | undefined): boolean {
  if (!secretHash || secret === undefined) return !secretHash && secret === undefined
  return timingSafeEqual(secretHash, hashOfSecret(secret))
}

async function readDocument({ guard, hosts, loopback }: ClientParts, id: string): Promise<RegisteredClient> {
  const refused = (why: string) =>
    new OauthProblem('invalid_client', `The client ${id.slice(0, 200)}: ${why}`)
  const isLocal = loopback && isLoopback(id)
  const url =
    /^https?:\/\/[a-z0-9.[\]:-]+\/[\w.~%/-]+$/.test(id) && URL.canParse(id) ? new URL(id) : undefined
  if (!url || url.href !== id || !(isLocal || url.protocol === 'https:'))
    throw refused('its id is not the https address of a document, with a path and nothing after it')
  if (!isLocal && !isAllowedHost(url.hostname, hosts))
    throw refused('assistants of that host may not sign in here; ASSISTANT_HOSTS does not name it')
  const text = await fetchDocument(guard, url, documentLimits).catch(() => {
    throw refused('its document could not be read')
  })
  const value = parsedObject(text)
  if (value?.client_id !== id) throw refused('its document is not about this client')
  const method = value.token_endpoint_auth_method ?? 'none'
  if (method !== 'none' || value.client_secret !== undefined)
    throw refused('its document asks for a secret, which nobody could keep')
  const redirectUris = checkedRedirects(value.redirect_uris, hosts)
  return { id, name: nameIn(value, redirectUris), redirectUris, secretHash: null }
}

function checkedRedirects(given: unknown, hosts: AllowedHosts): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostRedirects)
    throw new OauthProblem('invalid_redirect_uri', `Give 1 to ${mostRedirects} redirect_uris`)
  for (const uri of given) {
    const fault = redirectFault(uri, hosts)
    if (fault) throw new OauthProblem('invalid_redirect_uri', fault)
  }
  return given as string[]
}

/** Without characters that hide or turn round what stands beside them. */
function nameIn({ client_name: given }: Record<string, unknown>, redirectUris: readonly string[]): string {
  const plain =
    typeof given === 'string'
      ? given
          .normalize('NFKC')
          .replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '')
          .trim()
      : ''
  return Array.from(plain).slice(0, 80).join('') || placeOf(redirectUris[0]!)
}

const perHour = 20

/** Anybody may register, so each address may so often, and those that nobody signs in with are soon forgotten. */
function registrar({ database, hosts }: ClientParts) {
  const registered = new Map<string, { since: number; times: number }>()
  const isTooOften = (ip: string) => {
    const network = networkOf(ip)
    const known = registered.get(network)
    const held = known && Date.now() - known.since < 3_600_000 ? known : { since: Date.now(), times: 0 }
    held.times++
    registered.delete(network)
    registered.set(network, held)
    if (registered.size > 10_000) registered.delete(registered.keys().next().value!)
    return held.times > perHour
  }
  return async (text: string, ip: string): Promise<object> => {
    const tooMany = new OauthProblem(
      'temporarily_unavailable',
      'Too many clients registered; try again in an hour',
    )
    if (isTooOften(ip)) throw tooMany
    const value = parsedObject(text)
    if (!value) throw new OauthProblem('invalid_client_metadata', 'The body must be a JSON object')
    const redirectUris = checkedRedirects(value.redirect_uris, hosts)
    const method = value.token_endpoint_auth_method ?? 'client_secret_basic'
    if (typeof method !== 'string' || !clientMethods.includes(method))
      throw new OauthProblem(
        'invalid_client_metadata',
        `token_endpoint_auth_method must be one of ${clientMethods.join(', ')}`,
      )
    const secret = method === 'none' ? undefined : newSecret('client')
    const client: RegisteredClient = {
      id: newId(),
      name: nameIn(value, redirectUris),
      redirectUris,
      secretHash: secret === undefined ? null : hashOfSecret(secret),
    }
    if (!(await addClient(database, client, mostUnused))) throw tooMany
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: client.name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    }
  }
}

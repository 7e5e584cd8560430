// Who is signed in, and which pages that opens.
import { signal } from '@preact/signals'
import type { describeSession } from '../../src/portal/sessions.ts'
import { go } from './address.ts'
import { ApiError, get, send, signedOut } from './http.ts'

/** What the server says of whoever is signed in. */
type SignedIn = Awaited<ReturnType<typeof describeSession>>
type OperatorSession = Extract<SignedIn, { kind: 'operator' }> & {
  /** Where the API is, if it is not here. */
  api?: string
}
export type KeySession = Extract<SignedIn, { kind: 'key' }>
export type Session = OperatorSession | KeySession
export type Role = OperatorSession['role']

export type WaysIn = { operator: boolean; oidc: { name: string } | null }

/** Undefined until the server has said; null where nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined)

/** Of the API, which operators may reach at another address than the portal. */
export const apiOrigin = () => (session.value?.kind === 'operator' && session.value.api) || location.origin

/** What became of a sign-in with an account elsewhere. */
const notSignedIn: Record<string, string> = {
  refused: 'This account has no role here. An owner can give it one in PORTAL_OIDC_ROLES.',
  expired: 'That took too long, or began in another browser. Try again.',
  failed: 'The sign-in failed at the provider. Try again; the server’s log says why.',
}

/** A link that signs in carries its code behind the #, which is never sent to a server by itself. */
export async function begin(): Promise<void> {
  const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1]
  if (link) {
    history.replaceState(null, '', location.pathname)
    return signIn({ link })
      .catch(error => {
        session.value = null
        signedOut.value = (error as Error).message
      })
      .then(returnToConsent)
  }
  const elsewhere = /^#oidc=(\w+)$/.exec(location.hash)?.[1]
  if (elsewhere) {
    history.replaceState(null, '', location.pathname)
    session.value = null
    signedOut.value = notSignedIn[elsewhere] ?? notSignedIn.failed
    return returnToConsent()
  }
  try {
    session.value = await get<Session>('/session')
  } catch (error) {
    session.value = null
    if (error instanceof ApiError && error.code !== 'MISSING_SESSION') signedOut.value = error.message
  }
}

const consentKey = 'muster consent'

/** Keeps what an assistant asks for while its user signs in elsewhere. */
export const keepConsent = (search: string) => sessionStorage.setItem(consentKey, search)
export const forgetConsent = () => sessionStorage.removeItem(consentKey)

function returnToConsent(): void {
  const search = sessionStorage.getItem(consentKey)
  forgetConsent()
  if (search !== null) go(`/consent${search}`, { replace: true })
}

/** After a sign-in in another tab of this browser. */
export async function goOn(): Promise<void> {
  opened(await get<Session>('/session'))
}

function opened(by: Session): void {
  signedOut.value = undefined
  session.value = by
}

export async function signIn(by: { token: string } | { key: string } | { link: string }): Promise<void> {
  opened(await send<Session>('POST', '/session', { body: by }))
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/session').catch(() => {})
  session.value = null
}

/** May whoever is signed in change things, as an operator. */
export const mayOperate = () =>
  session.value?.kind === 'operator' && (session.value.role === 'owner' || session.value.role === 'operator')
export const isOwner = () => session.value?.kind === 'operator' && session.value.role === 'owner'

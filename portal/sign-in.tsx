// Signing in: with an API key, as an operator with a token or a link, or through the organisation's own sign-in.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { get, signedOut } from './client/http.ts'
import { goOn, signIn, type WaysIn as Ways } from './client/session.ts'
import { useLoaded } from './client/use-loaded.ts'
import { useAction, Wrong } from './components/dialog.tsx'
import { TextField } from './components/form.tsx'
import { Waiting } from './components/layout.tsx'

export function SignIn() {
  return (
    <main class="door" id="content" tabIndex={-1}>
      <p class="brand">Muster</p>
      <h1>Sign in</h1>
      <WaysIn />
    </main>
  )
}

/** In front of the page that a session ended on, which stays as it is. */
export function SignInAgain() {
  const element = useRef<HTMLDialogElement>(null)
  const [busy, error, resume] = useAction(goOn)
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null
    element.current?.showModal()
    return () => before?.focus?.()
  }, [])
  return (
    <dialog
      ref={element}
      class="again"
      aria-labelledby="again"
      onCancel={event => event.preventDefault()}
      onClose={() => element.current?.showModal()}
    >
      <h1 id="again">Sign in again</h1>
      <WaysIn isAgain />
      {error && <Wrong>{error}</Wrong>}
      <p>
        What you had begun is still there behind this.{' '}
        <button type="button" disabled={busy} onClick={() => void resume()}>
          I signed in in another tab
        </button>
      </p>
    </dialog>
  )
}

export function WaysIn({ isAgain = false }: { isAgain?: boolean }) {
  const ways = useLoaded('ways in', () => get<Ways>('/sign-in'))
  const [secret, setSecret] = useState('')
  const isToken = secret.trim().startsWith('wfo_')
  const [busy, error, submit] = useAction(async () => {
    const given = secret.trim()
    await signIn(isToken ? { token: given } : { key: given })
  })
  return (
    <>
      {signedOut.value && <Wrong>{signedOut.value}</Wrong>}
      {!ways.data && !ways.error && <Waiting rows={3} />}
      {ways.data?.oidc && (
        <p>
          <a class="button main" href="/portal/oidc/start" target={isAgain ? '_blank' : '_self'}>
            Continue with {ways.data.oidc.name}
          </a>
        </p>
      )}
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={ways.data?.operator ? 'API key or operator token' : 'API key'}
          type="password"
          reference
          required
          autoFocus
          value={secret}
          onInput={setSecret}
          placeholder={ways.data?.operator ? 'wfc_…, wfa_… or wfo_…' : 'wfc_… or wfa_…'}
          hint="It is exchanged for a session and not kept in this browser."
        />
        {error && <Wrong>{error}</Wrong>}
        <div class="actions">
          <button type="submit" class="main" disabled={busy || secret.trim() === ''}>
            {busy ? 'One moment …' : 'Sign in'}
          </button>
        </div>
      </form>
      {ways.data?.operator && (
        <p class="muted">
          Operators can also make a link that signs them in: <code>./muster portal link</code>
        </p>
      )}
    </>
  )
}

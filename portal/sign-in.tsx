// Signing in: with an API key, as an operator with a token or a link, or through the organisation's own sign-in.
import { useState } from 'preact/hooks'
import { useAction, Wrong } from './components/dialog.tsx'
import { TextField } from './components/form.tsx'
import { Waiting } from './components/layout.tsx'
import { get, signedOut } from './http.ts'
import { useLoaded } from './loaded.ts'
import { signIn, type WaysIn } from './session.ts'

export function SignIn() {
  const ways = useLoaded('ways in', () => get<WaysIn>('/sign-in'))
  const [secret, setSecret] = useState('')
  const isToken = secret.trim().startsWith('wfo_')
  const [busy, error, submit] = useAction(async () => {
    const given = secret.trim()
    await signIn(isToken ? { token: given } : { key: given })
  })
  return (
    <main class="door" id="content" tabIndex={-1}>
      <p class="brand">Muster</p>
      <h1>Sign in</h1>
      {signedOut.value && <Wrong>{signedOut.value}</Wrong>}
      {!ways.data && !ways.error && <Waiting rows={3} />}
      {ways.data?.oidc && (
        <p>
          <a class="button main" href="/portal/oidc/start" target="_self">
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
    </main>
  )
}

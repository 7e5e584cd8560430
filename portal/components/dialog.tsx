// A dialog as browsers have it: focus goes in, Escape closes, focus comes back.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../client/http.ts'

type Props = { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }

export function Dialog({ title, onClose, children, wide }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  // Before the next key is heard: Escape may follow at once.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null
    element.current?.showModal()
    return () => before?.focus?.()
  }, [])
  return (
    <dialog ref={element} class={wide ? 'broad' : undefined} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}

type ConfirmProps = {
  title: string
  /** What it does, in a word or two, on the button. */
  action: string
  onClose: () => void
  run: () => Promise<unknown>
  /** What will happen, said before it does. */
  children: ComponentChildren
  isDisabled?: boolean
  /** It cannot be undone. */
  isFinal?: boolean
}

/** Asks once, does it, and stays with the server's words where it was refused. */
export function Confirm({ title, action, onClose, run, children, isDisabled, isFinal }: ConfirmProps) {
  const [busy, error, submit] = useAction(async () => {
    await run()
    onClose()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={busy ? 'One moment …' : action}
        onSubmit={submit}
        onCancel={onClose}
        error={error}
        isDisabled={busy || isDisabled}
        isFinal={isFinal}
      >
        {children}
      </Form>
    </Dialog>
  )
}

type FormProps = {
  /** What the button says. */
  action: string
  onSubmit: () => Promise<unknown>
  onCancel: () => void
  /** What the server refused. */
  error: string | undefined
  isDisabled?: boolean | undefined
  isFinal?: boolean | undefined
  children: ComponentChildren
}

/** Fields, what is wrong with them, and the two ways out. */
export function Form({ action, onSubmit, onCancel, error, isDisabled, isFinal, children }: FormProps) {
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      {error && <Wrong>{error}</Wrong>}
      <div class="actions">
        <button type="submit" class={isFinal ? 'main final' : 'main'} disabled={isDisabled}>
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

export function Wrong({ children }: { children: ComponentChildren }) {
  return (
    <p class="wrong" role="alert">
      <span class="st alert" aria-hidden="true" /> {children}
    </p>
  )
}

/** Something that is done on a click: whether it is under way, what was refused, and how to begin it. */
export function useAction<A extends unknown[]>(
  act: (...given: A) => Promise<unknown>,
): [busy: boolean, error: string | undefined, run: (...given: A) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (...given: A) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await act(...given)
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) console.error(thrown)
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    }
    setBusy(false)
  }
  return [busy, error, run]
}

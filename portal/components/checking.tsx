// Says that what is shown is still being worked out, and reads it again by itself until it is.
import { useEffect } from 'preact/hooks'
import { isLookedAt } from '../client/http.ts'
import { Status } from './layout.tsx'

const againMs = 4_000

export function Checking({ what, again }: { what: string; again: () => Promise<void> }) {
  useEffect(() => {
    const timer = setInterval(() => isLookedAt() && void again(), againMs)
    return () => clearInterval(timer)
  }, [again])
  return (
    <p>
      <Status is="wait">{what}</Status>: this may still change.{' '}
      <button type="button" class="link" onClick={() => void again()}>
        Read it again
      </button>
    </p>
  )
}

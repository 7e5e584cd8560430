// Says that what is shown is still being worked out, and reads it again by itself until it is: all of the page, as its parts are
// read one by one.
import { useEffect } from 'preact/hooks'
import { isLookedAt } from '../client/http.ts'
import { readAllAgain } from '../client/use-loaded.ts'
import { Status } from './layout.tsx'

const againMs = 4_000

export function Checking({ what }: { what: string }) {
  useEffect(() => {
    const timer = setInterval(() => isLookedAt() && readAllAgain(), againMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p>
      <Status is="wait">{what}</Status>: this may still change.{' '}
      <button type="button" class="link" onClick={readAllAgain}>
        Read it again
      </button>
    </p>
  )
}

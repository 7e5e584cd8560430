// The scrub after erasures: how far it is, how the last one ended, what it could not reach, and asking for one.

import { useEffect, useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { request } from '../../client/http.ts'
import { isOwner } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Bar, Show } from '../../components/layout.tsx'
import { number, plural, say, Time } from '../../components/text.tsx'

type ScrubState = OperatorAnswer<'POST /operator/people/scrub'>

export const askForScrub = () => request('POST /operator/people/scrub')

/** A server does it, and goes on without this page. */
export function Scrub() {
  const [isRunning, setRunning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const scrub = useLoaded('scrub', () => request('GET /operator/people/scrub'), {
    everyMs: isRunning ? 1500 : 30_000,
  })
  const state = scrub.data
  const runs = state?.state === 'under way'
  useEffect(() => setRunning(runs), [runs])
  return (
    <div class="scan">
      <h2>
        Scrub <span>after erasures</span>
      </h2>
      <div aria-live="polite">
        <Show loaded={scrub} rows={1}>
          {state =>
            state ? (
              <Progress state={state} />
            ) : (
              <p class="muted">
                No scrub has been made yet. Until one is, bytes of those who were erased lie in PostgreSQL’s
                files; nothing reads them.
              </p>
            )
          }
        </Show>
      </div>
      {isOwner() && state !== undefined && !runs && (
        <button type="button" onClick={() => setAsking(true)}>
          Scrub {state ? 'again' : 'now'}
        </button>
      )}
      {isAsking && (
        <Confirm
          title="Scrub"
          action="Rewrite every table"
          onClose={() => setAsking(false)}
          run={async () => {
            scrub.put(await askForScrub())
            say('The scrub begins within seconds.')
            setAsking(false)
          }}
        >
          <p>
            Every table is rewritten, so that no byte of those who were erased is left. While one is
            rewritten, requests for it wait, and may be answered 503: choose a quiet hour.
          </p>
        </Confirm>
      )}
    </div>
  )
}

function Progress({
  state: { state, by, step, total, done, startedAt, finishedAt, failed, ...rest },
}: {
  state: ScrubState
}) {
  if (state === 'under way')
    return (
      <p>
        <Bar share={total === 0 ? 0 : done / total} isProgress>
          {number(done)} of {number(total)} tables
        </Bar>
        <span class="muted">
          {' '}
          {step}, asked for by {by} <Time at={startedAt} />
        </span>
      </p>
    )
  return (
    <>
      <p class="muted">
        {failed === undefined ? 'The last scrub ended ' : 'The last scrub was not done: '}
        {failed === undefined ? <Time at={finishedAt ?? startedAt} /> : `${failed}.`}{' '}
        {rest.erasedSince > 0 &&
          `After it was asked for, ${plural(rest.erasedSince, 'worker')} ${rest.erasedSince === 1 ? 'was' : 'were'} erased, whom it may not have reached: repeat it for them.`}
      </p>
      {rest.unreached.length > 0 && (
        <>
          <p class="muted">It does not reach:</p>
          <ul class="muted">
            {rest.unreached.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

// What each process does for itself: writes what it has noted of requests, and holds its master secret against the database’s.
import { currentSecret } from '../../encryption/sealing.ts'
import { type Round, roundEveryMs, type UpkeepContext } from './round.ts'

/** Often, as operators watch requests come in. */
const logEveryMs = 1_000

export function eachProcessRounds({
  home: { database },
  callers,
  ledger,
  requests,
  secrets,
}: UpkeepContext): Round[] {
  return [
    {
      tasks: [
        { name: 'last_use', trouble: 'times of last use were not written', run: callers.flush },
        { name: 'ledger', trouble: 'the ledger was not written', run: ledger.flush },
      ],
      restMs: roundEveryMs,
    },
    {
      tasks: [{ name: 'request_log', trouble: 'the log of requests was not written', run: requests.flush }],
      restMs: logEveryMs,
    },
    {
      tasks: [
        {
          // Another server may take the secret into use that this one was started with.
          name: 'master_secret',
          trouble: 'the master secret of this server is not the database’s',
          run: () => currentSecret(database, secrets),
        },
      ],
      restMs: roundEveryMs,
    },
  ]
}

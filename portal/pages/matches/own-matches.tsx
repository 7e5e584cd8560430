// What became of the workers that an agency sent and that may be known already; nothing of the other record is shown.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { usePages } from '../../client/use-pages.ts'
import { Choice, Filters } from '../../components/form.tsx'
import { Empty, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { type FileColumn, More, Table } from '../../components/table.tsx'
import { plural } from '../../components/text.tsx'
import type { MatchState } from './match.ts'

const shapes: Record<MatchState, StatusKind> = {
  open: 'wait',
  linked: 'ok',
  created: 'ok',
  different: 'ok',
  dismissed: 'off',
  expired: 'off',
  closed: 'off',
}

type OwnMatch = OperatorAnswer<'GET /own/matches'>[number]

const stateOf = ({ state }: OwnMatch) => (state === 'open' ? 'waiting' : state)

const columns: readonly FileColumn<OwnMatch>[] = [
  {
    head: 'Sent as',
    reference: true,
    value: match => match.sentAs ?? match.id,
    cell: match => match.sentAs ?? <span class="muted">{match.id}</span>,
  },
  {
    head: 'State',
    value: stateOf,
    cell: match => <Status is={shapes[match.state]}>{stateOf(match)}</Status>,
  },
  {
    head: 'What became of it, and what you can do',
    long: true,
    value: match => `${match.text}. ${match.next}.${match.worker ? ` Worker ${match.worker}` : ''}`,
    cell: match => (
      <>
        {match.text}. <span class="muted">{match.next}.</span>
        {match.worker && (
          <>
            {' '}
            Worker <span class="ref">{match.worker}</span>
          </>
        )}
      </>
    ),
  },
  { head: 'Sent', time: true, value: match => match.createdAt },
  { head: 'Times', number: true, value: match => match.posts },
  { head: 'Decided', time: { never: 'not yet' }, value: match => match.decidedAt },
]

export function OwnMatches() {
  const state = parameter('state')
  const matches = usePages(`own matches ${state}`, {
    load: (after, signal) => request('GET /own/matches', { query: { state, limit: 50, after }, signal }),
    everyMs: 30_000,
  })
  return (
    <Page
      title="Worker matches"
      note="Workers you sent who may be known already. A person at the operator decides; whom they may be is not shown."
    >
      <Filters>
        <Choice
          label="State"
          value={state}
          onChange={chosen => setParameters({ state: chosen })}
          options={[
            ['', 'all'],
            ['open', 'waiting'],
            ['linked', 'linked'],
            ['created', 'created'],
            ['dismissed', 'dismissed'],
            ['expired', 'expired'],
          ]}
        />
      </Filters>
      <Show loaded={matches}>
        {all =>
          all.length === 0 ? (
            <Empty>
              {state
                ? 'None of yours is in this state.'
                : 'None of the workers you sent waits or waited for a decision. POST /workers answers WORKER_MATCH_REQUIRES_REVIEW where one does.'}
            </Empty>
          ) : (
            <Section title="Submissions" count={plural(all.length, 'submission')}>
              <Table
                label="Submissions that may be known already"
                file="worker-matches"
                stacks
                rows={all}
                keyOf={match => match.id}
                columns={columns}
              />
              <More onMore={matches.more} isLoading={matches.isLoadingMore} />
            </Section>
          )
        }
      </Show>
    </Page>
  )
}

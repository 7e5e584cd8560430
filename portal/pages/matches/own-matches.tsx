// What became of the workers that an agency sent and that may be known already; nothing of the other record is shown.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { parameter, setParameters } from '../../address.ts'
import { Choice, Filters } from '../../components/form.tsx'
import { Empty, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { type Column, More, Table } from '../../components/table.tsx'
import { number, plural, Time } from '../../components/text.tsx'
import { request } from '../../http.ts'
import { usePages } from '../../use-pages.ts'
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

const columns: readonly Column<OwnMatch>[] = [
  {
    head: 'Sent as',
    reference: true,
    cell: match => match.sentAs ?? <span class="muted">{match.id}</span>,
  },
  {
    head: 'State',
    cell: match => (
      <Status is={shapes[match.state]}>{match.state === 'open' ? 'waiting' : match.state}</Status>
    ),
  },
  {
    head: 'What became of it, and what you can do',
    long: true,
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
  { head: 'Sent', cell: match => <Time at={match.createdAt} /> },
  { head: 'Times', number: true, cell: match => number(match.posts) },
  { head: 'Decided', cell: match => <Time at={match.decidedAt} never="not yet" /> },
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

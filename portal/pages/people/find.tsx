// Finding a person by what an operator has of them. What was typed stays in this tab: it is in no address and no history.
import { signal } from '@preact/signals'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { session } from '../../client/session.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { TextField } from '../../components/form.tsx'
import { Page, Section, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { plural, Time } from '../../components/text.tsx'
import { Scrub } from './scrub.tsx'

type Found = OperatorAnswer<'POST /operator/people/find'>
type Reasons = Found['people'][number]['reasons']

type Search = { by: typeof session.value; text: string; found?: Found }

/** For whoever comes back from one of those that it found, and for nobody who signs in later. */
const last = signal<Search>({ by: null, text: '' })

export function FindPeople() {
  const by = session.value
  const { text, found }: Search = last.value.by === by ? last.value : { by, text: '' }
  const [busy, error, find] = useAction(async () => {
    last.value = { by, text }
    last.value = { by, text, found: await request('POST /operator/people/find', { body: { text } }) }
  })
  return (
    <Page
      title="People"
      note="For requests of people about themselves: everything held on one worker, to hand over or to erase."
    >
      <form
        class="filters"
        onSubmit={event => {
          event.preventDefault()
          void find()
        }}
      >
        <TextField
          label="Name, e-mail, telephone, reference, id or number"
          type="search"
          value={text}
          onInput={text => {
            last.value = { by, text, ...(found && { found }) }
          }}
          autoFocus
        />
        <div class="field">
          <button type="submit" class="main" disabled={busy || text.trim().length < 2}>
            {busy ? 'One moment …' : 'Find'}
          </button>
        </div>
      </form>
      <p class="muted">
        Names in any order and nearly right; numbers of documents, National Insurance and passports are
        compared and not shown. A search is noted with your name, and not what was typed. Opening a person is
        a reading of personal data, identity numbers included, and is noted with your name.
      </p>
      {error && <Wrong>{error}</Wrong>}
      <div aria-live="polite">{found && <Results of={found} />}</div>
      <Scrub />
    </Page>
  )
}

function Results({ of }: { of: Found }) {
  return (
    <>
      <p>{of.summary}</p>
      {of.people.length > 0 && (
        <Section title="Workers" count={plural(of.people.length, 'worker')}>
          <Table
            label="Workers that were found"
            stacks
            rows={of.people}
            keyOf={one => one.id}
            columns={[
              {
                head: 'Name',
                cell: one => <a href={href(`/people/${encodeURIComponent(one.id)}`)}>{one.name ?? one.id}</a>,
              },
              { head: 'Reference', reference: true, cell: one => one.reference ?? '' },
              { head: 'Born', cell: one => one.dob ?? 'not known' },
              { head: 'Agencies', cell: one => one.agencies.join(', ') || 'none' },
              {
                head: 'Found by',
                cell: one => (
                  <>
                    {words(one.reasons)}
                    {one.erasedAt && (
                      <>
                        {' '}
                        <Status is="off">
                          erased <Time at={one.erasedAt} />
                        </Status>
                      </>
                    )}
                  </>
                ),
              },
            ]}
          />
        </Section>
      )}
      {of.waiting.length > 0 && (
        <Section title="Sent, and not decided yet" count={plural(of.waiting.length, 'submission')}>
          <Table
            label="Submissions that were found"
            stacks
            rows={of.waiting}
            keyOf={one => one.match}
            columns={[
              { head: 'Name', cell: one => <a href={href(`/matches/${one.match}`)}>{one.name}</a> },
              { head: 'Sent by', cell: one => one.agency },
              { head: 'Found by', cell: one => words(one.reasons) },
            ]}
          />
        </Section>
      )}
      <p class="muted">{of.notSearched}</p>
    </>
  )
}

const words = (reasons: Reasons) => reasons.map(reason => reason.words).join('; ')

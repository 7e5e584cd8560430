// One person: everything that is held on a worker, to hand over, and erasing it.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { address, href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { isOwner } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Confirm } from '../../components/dialog.tsx'
import { DownloadJson } from '../../components/download.tsx'
import { TextField, Ticks } from '../../components/form.tsx'
import { Facts, Page, Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { bytesWords, dateWords, number, plural, say, Time } from '../../components/text.tsx'
import { FindPeople } from './find.tsx'
import { askForScrub } from './scrub.tsx'

type PersonExport = OperatorAnswer<'GET /operator/people/{id}'>
type Erasure = OperatorAnswer<'POST /operator/people/{id}/erase'>

export function People() {
  const id = address.value.path.split('/')[2]
  return id ? <OnePerson key={id} id={decodeURIComponent(id)} /> : <FindPeople />
}

const textIn = (person: PersonExport, name: string) => {
  const value = person.worker.record?.[name]
  return typeof value === 'string' ? value : undefined
}

function OnePerson({ id }: { id: string }) {
  const person = useLoaded(id, signal => request('GET /operator/people/{id}', { path: { id }, signal }))
  const [isErasing, setErasing] = useState(false)
  const one = person.data
  return (
    <Page
      title={(one && textIn(one, 'name')) ?? (one ? 'Nobody any more' : 'Person')}
      note={
        <>
          <a href={href('/people')}>Find another</a>
          {one && (
            <>
              {' '}
              · <span class="ref">{textIn(one, 'reference') ?? one.worker.id}</span>
            </>
          )}
        </>
      }
      actions={
        one && (
          <>
            <DownloadJson of={one} file={`person-${one.worker.id}`} />
            {isOwner() && (
              <button type="button" onClick={() => setErasing(true)}>
                Erase
              </button>
            )}
          </>
        )
      }
    >
      <Show loaded={person} rows={8}>
        {held => <Held of={held} />}
      </Show>
      {isErasing && one && (
        <Erase
          id={one.worker.id}
          // Whoever was erased before has no reference any more.
          confirmation={textIn(one, 'reference') ?? one.worker.id}
          onClose={() => setErasing(false)}
          onErased={() => void person.reload()}
        />
      )}
    </Page>
  )
}

function Held({ of }: HeldProps) {
  return (
    <>
      <Facts
        of={[
          [
            'State',
            of.worker.erasedAt ? (
              <Status is="off">
                erased <Time at={of.worker.erasedAt} />
              </Status>
            ) : (
              <Status is="ok">held</Status>
            ),
          ],
          ['Worker id', <span class="ref">{of.worker.id}</span>],
          ['Own fields', number(Object.keys(of.worker.record ?? {}).length)],
          ['Kept and shown to nobody', number(Object.keys(of.worker.facts ?? {}).length)],
          ['Submissions and pairs', number(of.attempts.length)],
          ['Kept answers', number(of.answers.length)],
        ]}
      />
      <p class="muted">
        This is what the file has. Identity numbers are open in it. <code>./muster people export</code> also
        writes the files and a page to print.
      </p>
      <RecordCounts of={of} />
      {of.files.length > 0 && <FilesOf of={of} />}
      <Readings of={of} />
      {of.deliveries.length > 0 && <DeliveriesAbout of={of} />}
    </>
  )
}

const daysRead = ({ firstDay, lastDay }: PersonExport['listReadings'][number]) =>
  firstDay === lastDay ? dateWords(firstDay) : `${dateWords(firstDay)} to ${dateWords(lastDay)}`

type HeldProps = { of: PersonExport }

function RecordCounts({ of }: HeldProps) {
  const byType = [...Map.groupBy(of.records, ({ type }) => type)]
  return (
    <Section title="Records about them" count={plural(of.records.length, 'record')}>
      {byType.length === 0 ? (
        <p class="muted">None names them.</p>
      ) : (
        <Table
          label="Records by type"
          rows={byType}
          keyOf={([type]) => type}
          columns={[
            { head: 'Type', cell: ([type]) => type },
            { head: 'Records', number: true, cell: ([, all]) => number(all.length) },
          ]}
        />
      )}
    </Section>
  )
}

function FilesOf({ of }: HeldProps) {
  return (
    <Section title="Files" count={plural(of.files.length, 'file')}>
      <Table
        label="Files"
        rows={of.files}
        keyOf={file => file.id}
        columns={[
          { head: 'File', cell: file => file.fileName },
          { head: 'Type', cell: file => file.contentType },
          { head: 'Size', number: true, cell: file => bytesWords(file.size) },
        ]}
      />
    </Section>
  )
}

function Readings({ of }: HeldProps) {
  return (
    <Section title="Who read it" count={plural(of.readings.length, 'reading')}>
      {of.readings.length === 0 ? (
        <p class="muted">Nobody, as far as readings are kept.</p>
      ) : (
        <Table
          label="Readings"
          stacks
          rows={of.readings.slice(0, 20)}
          keyOf={line => `${line.at} ${line.keyId} ${line.operation}`}
          columns={[
            { head: 'When', cell: line => <Time at={line.at} /> },
            { head: 'Who', cell: line => line.keyName ?? line.keyId },
            { head: 'By', cell: line => <code>{line.operation}</code> },
          ]}
        />
      )}
      {of.readings.length > 20 && (
        <p class="muted">{number(of.readings.length - 20)} more are in the file.</p>
      )}
      {of.listReadings.length > 0 && (
        <Table
          label="Lists and exports that may have had them in"
          stacks
          rows={of.listReadings.slice(0, 20)}
          keyOf={line => `${line.keyId} ${line.operation}`}
          columns={[
            { head: 'Lists and exports by', cell: line => line.keyName },
            { head: 'Of', cell: line => line.owner },
            { head: 'By', cell: line => <code>{line.operation}</code> },
            { head: 'Days', cell: line => daysRead(line) },
            { head: 'Times', number: true, cell: line => number(line.requests) },
          ]}
        />
      )}
      {of.listReadings.length > 20 && (
        <p class="muted">{number(of.listReadings.length - 20)} more keys are in the file.</p>
      )}
      <p class="muted">{of.notCounted}</p>
    </Section>
  )
}

function DeliveriesAbout({ of }: HeldProps) {
  return (
    <Section title="Who was told of changes" count={plural(of.deliveries.length, 'delivery', 'deliveries')}>
      <Table
        label="Deliveries"
        stacks
        rows={of.deliveries.slice(0, 20)}
        keyOf={line => `${line.at} ${line.type} ${line.url}`}
        columns={[
          { head: 'When', cell: line => <Time at={line.at} /> },
          { head: 'Event', cell: line => line.type },
          { head: 'To', cell: line => <span class="address">{line.url}</span> },
          { head: 'State', cell: line => line.state },
        ]}
      />
    </Section>
  )
}

const outcomes: Record<Erasure['outcome'], string> = {
  deleted: 'No record needs this worker: it goes whole.',
  emptied: 'Records need this worker: an id and a reference stay, and nothing of the person.',
  'erased before': 'This worker was erased before; what is left of it goes.',
}

type EraseProps = { id: string; confirmation: string; onClose: () => void; onErased: () => void }

/** First what would go, then the reference, then it goes. */
function Erase({ id, confirmation, onClose, onErased }: EraseProps) {
  const erase = (dryRun: boolean) =>
    request('POST /operator/people/{id}/erase', { path: { id }, body: { dryRun } })
  const dry = useLoaded(`erasure ${id}`, () => erase(true))
  const [typed, setTyped] = useState('')
  const [after, setAfter] = useState<string[]>([])
  return (
    <Confirm
      title="Erase this person"
      action="Erase for good"
      isFinal
      isDisabled={!dry.data || typed.trim() !== confirmation}
      onClose={onClose}
      run={async () => {
        const { outcome } = await erase(false)
        if (after.includes('scrub')) await askForScrub()
        const said = outcome === 'deleted' ? 'The worker is deleted.' : 'The worker is erased.'
        say(after.includes('scrub') ? `${said} The scrub begins within seconds.` : said)
        onErased()
      }}
    >
      <Show loaded={dry} rows={6}>
        {report => (
          <>
            <p>{outcomes[report.outcome]}</p>
            <Table
              label="What would go"
              rows={goesWith(report)}
              keyOf={([what]) => what}
              columns={[
                { head: 'What goes', cell: ([what]) => what },
                { head: 'Count', number: true, cell: ([, count]) => number(count) },
              ]}
            />
            <p>
              It cannot be undone, and no load brings the worker back. Whoever was told is told of this too.
            </p>
            <Ticks
              label="Afterwards"
              hint="It takes a while, and requests wait for tables that are being rewritten. One scrub is enough for several erasures."
              values={after}
              onChange={setAfter}
              options={[
                ['scrub', 'Rewrite every table, so that no byte of them is left in PostgreSQL’s files'],
              ]}
            />
            <TextField
              label={`Type ${confirmation} to confirm`}
              value={typed}
              onInput={setTyped}
              reference
              autoFocus
            />
          </>
        )}
      </Show>
    </Confirm>
  )
}

const goesWith = (report: Erasure): [string, number][] =>
  (
    [
      ...Object.entries(report.records).map(
        ([type, count]) =>
          [`What ${plural(count, type)} say${count === 1 ? 's' : ''} about them`, count] as [string, number],
      ),
      ['Files', report.files],
      ['Right-to-work checks', report.checks],
      ['Submissions and pairs', report.attempts],
      ['Documents in kept answers', report.answers],
      ['Receivers noted in deliveries', report.deliveries],
    ] as [string, number][]
  ).filter(([, count]) => count > 0)

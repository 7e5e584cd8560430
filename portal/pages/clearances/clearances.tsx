// Whether everybody is cleared for site: when who falls out, the list at a gate, what to chase of whom, and one worker in time.
import type { ComponentChildren } from 'preact'
import { isCalendarDay } from '../../../src/formats/day.ts'
import { address } from '../../client/address.ts'
import { KeyView, type View } from '../../components/key-view.tsx'
import { Failed, Page } from '../../components/layout.tsx'
import { dayAsked, pageHref } from './asking.ts'
import { Calendar } from './calendar.tsx'
import { Chase } from './chase.tsx'
import { Gate } from './gate.tsx'
import { OneWorker } from './one-worker.tsx'

export function Clearances() {
  const [, , part, id] = address.value.path.split('/')
  const around = (state: ComponentChildren) => <Page title="Clearances">{state}</Page>
  return (
    <KeyView calls="GET /clearances" around={around}>
      {(view, chooser) => {
        if (!isCalendarDay(dayAsked()))
          return around(<Failed message={`“${dayAsked()}” is not a day, such as 2026-11-20.`} />)
        if (part === 'gate') return <Gate key={view.base} view={view} chooser={chooser} />
        if (part === 'chase') return <Chase key={view.base} view={view} chooser={chooser} />
        if (part === 'workers' && id)
          return <OneWorker key={`${view.base} ${id}`} view={view} chooser={chooser} id={id} />
        return (
          <Page
            title="Clearances"
            note="Who may be on site, and who falls out when."
            actions={<Ways view={view} />}
          >
            <Calendar key={view.base} view={view} chooser={chooser} />
          </Page>
        )
      }}
    </KeyView>
  )
}

function Ways({ view }: { view: View }) {
  return (
    <>
      <a class="btn" href={pageHref(view, '/gate')}>
        Gate list
      </a>
      <a class="btn" href={pageHref(view, '/chase')}>
        What to chase
      </a>
    </>
  )
}

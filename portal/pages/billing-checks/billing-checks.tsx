// Whether the billing is right: what is at stake, the findings behind each number, and one finding with its records.
import type { ComponentChildren } from 'preact'
import { address } from '../../client/address.ts'
import { KeyView } from '../../components/key-view.tsx'
import { Page } from '../../components/layout.tsx'
import { BillingFilters } from './filters.tsx'
import { OneFinding } from './finding.tsx'
import { Findings } from './findings.tsx'
import { Stakes } from './stakes.tsx'

export function BillingChecks() {
  const [, , part] = address.value.path.split('/')
  const around = (state: ComponentChildren) => <Page title="Billing checks">{state}</Page>
  return (
    <KeyView calls="GET /billing-checks" around={around}>
      {(view, chooser) => {
        if (part === 'findings') return <Findings key={view.base} view={view} chooser={chooser} />
        if (part) return <OneFinding key={`${view.base} ${part}`} view={view} chooser={chooser} id={part} />
        return (
          <Page
            title="Billing checks"
            note="What does not fit between timesheets, invoices and what belongs to them. Each number opens its findings."
          >
            <BillingFilters view={view} chooser={chooser} />
            <Stakes key={view.base} view={view} />
          </Page>
        )
      }}
    </KeyView>
  )
}

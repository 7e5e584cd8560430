// How recruitment goes, for companies that track its stages: where people fall away, how long filling takes, who works
// too long, who withdraws and how suppliers answer.
import { address } from '../../client/address.ts'
import { KeyView } from '../../components/key-view.tsx'
import { Page } from '../../components/layout.tsx'
import { PeriodFilters } from '../../components/period.tsx'
import { CountedRecords } from './counted.tsx'
import { OverHours } from './over-hours.tsx'
import { Stages } from './stages.tsx'
import { SupplierResponses } from './supplier-responses.tsx'
import { TimeToFill } from './time-to-fill.tsx'

export function Recruitment() {
  if (address.value.path === '/recruitment/records')
    return (
      <KeyView kind="company" calls="GET /requisitions/recruitment-metrics">
        {view => <CountedRecords key={view.base} view={view} />}
      </KeyView>
    )
  return (
    <Page
      title="Recruitment"
      note="From requisitions, submissions and timesheets, for companies that track stages."
    >
      <KeyView kind="company" calls="GET /requisitions/recruitment-metrics">
        {(view, chooser) => (
          <>
            <PeriodFilters view={view} chooser={chooser} />
            <Stages key={`stages ${view.base}`} view={view} />
            <TimeToFill key={`fill ${view.base}`} view={view} />
            <OverHours key={`hours ${view.base}`} view={view} />
            <SupplierResponses key={`responses ${view.base}`} view={view} />
          </>
        )}
      </KeyView>
    </Page>
  )
}

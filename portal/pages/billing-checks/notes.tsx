// What billing checks say besides of findings: that weeks are being worked out, and what this key is not told of.
import type { notChecked } from '../../../src/api/billing-checks/codes.ts'
import { Checking } from '../../components/checking.tsx'
import { Status } from '../../components/layout.tsx'
import { codeWords } from './words.ts'

export type ChecksMeta = { checking: boolean; notChecked: ReturnType<typeof notChecked> }

export function CheckNotes({ of: { checking, notChecked } }: { of: ChecksMeta }) {
  const byScopes = [...Map.groupBy(notChecked, ({ scopes }) => scopes.join(' and '))]
  return (
    <>
      {checking && <Checking what="Weeks are being worked out" />}
      {byScopes.length > 0 && (
        <div class="missing-scopes">
          <p>
            <Status is="off">Not shown to this key</Status>, which lacks scopes:
          </p>
          <ul class="plain">
            {byScopes.map(([scopes, of]) => (
              <li key={scopes}>
                {of.map(({ code }) => codeWords[code]).join(', ')} <span class="muted">needs</span>{' '}
                <code>{scopes}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

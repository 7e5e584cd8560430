// Keys and their use as text.
import type { KeyInfo } from '../../store/keys/keys.ts'
import type { usage } from '../../store/keys/ledger.ts'
import type { RowIn } from '../../store/lists/list.ts'
import { alignedTable, readableCount } from '../command.ts'

export const describeKey = (key: KeyInfo) =>
  [
    `Key       ${key.hint}  (id ${key.id})`,
    ...key.oldSecrets.map(({ hint, until }) => `          ${hint}  from before, until ${until}`),
    `Name      ${key.name}${key.description ? `: ${key.description}` : ''}`,
    ...(key.parentId === null ? [] : [`Signed in with ${key.parentName}  (id ${key.parentId})`]),
    `For       ${key.kind} ${key.owners.join(', ')}`,
    `State     ${stateOf(key)}`,
    `Scopes    ${key.scopes.join(', ') || 'none'}`,
    `Limits    ${readableCount(key.perMinute)} requests a minute, ${readableCount(key.perDay)} a day`,
    `Today     ${usedToday(key)}`,
    `From      ${key.allowedIps.length > 0 ? key.allowedIps.join(', ') : 'any address'}`,
    `Last use  ${key.lastUsedAt ?? 'never'}`,
    ...(key.signIns > 0 ? [`Sign-ins  ${key.signIns}, listed by ./muster keys list`] : []),
  ].join('\n')

function stateOf(key: KeyInfo): string {
  if (key.revokedAt) return `revoked ${key.revokedAt}`
  if (key.state === 'expired') return `expired ${key.expiresAt}`
  if (key.note) return `${key.state}: ${key.note}`
  return `${key.state}${key.expiresAt ? `, expires ${key.expiresAt}` : ''}`
}

const usedToday = (key: KeyInfo) => `${readableCount(key.usedToday)} of ${readableCount(key.perDay)} used`

export function usageTable(key: KeyInfo, lines: readonly RowIn<typeof usage>[], days: number): string {
  const head = `${key.hint}  ${key.name}: today ${usedToday(key)}`
  if (lines.length === 0) return `${head}\n\nNothing in the last ${days} days.`
  const rows = lines.map(line => [
    line.day,
    line.operation || '(refused before it was looked at)',
    line.outcome,
    readableCount(line.requests),
  ])
  return `${head}\n\n${alignedTable(['Day', 'Operation', 'Outcome', 'Requests'], rows)}`
}

// The gate list as the API answers it.
import type { gateRowOf } from '../../../src/api/clearances/gate-rows.ts'
import type { ClearanceState } from '../../../src/api/clearances/words.ts'
import { get, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import type { View } from '../../components/key-view.tsx'
import { dayAsked, filters } from './asking.ts'

export type GateRow = ReturnType<typeof gateRowOf>

export type GateList = {
  day: string
  counts: Record<ClearanceState, number>
  people: GateRow[]
  more: number
  sha256: string
  checking: boolean
}

export const gatePath = (view: View, more: Record<string, string>) =>
  `${view.base}/clearances/gate-list${query({ on: dayAsked(), ...filters(), ...more })}` as const

export function useGateList(view: View, more: Record<string, string> = {}) {
  const path = gatePath(view, more) as Parameters<typeof get>[0]
  return useLoaded(path, signal => get<GateList>(path, signal), { keeps: true })
}

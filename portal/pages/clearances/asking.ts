// What the pages of clearances ask: the day and the filters from the address, and rows as the API answers them.
import type { Clearance } from '../../../src/api/clearances/shape.ts'
import { daysAfter, today } from '../../../src/formats/day.ts'
import type { Static } from '../../../src/shape/shape.ts'
import { parameter } from '../../client/address.ts'
import { type Every, every } from '../../client/every.ts'
import { query } from '../../client/http.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import { hrefAs, type View } from '../../components/key-view.tsx'

export type Row = Static<typeof Clearance>

/** Tomorrow unless the address says otherwise: today everybody is through the gate. */
export const dayAsked = (): string => parameter('on') || daysAfter(today(), 1)

const filterNames = ['company', 'project', 'site', 'agency', 'trade'] as const

export const filters = () => Object.fromEntries(filterNames.map(name => [name, parameter(name)]))

export const pageHref = (view: View, page = '', values: Record<string, string | undefined> = {}) =>
  hrefAs(view, `/clearances${page}`, { ...filters(), on: parameter('on'), ...values })

/** More than these are not drawn at once. */
const mostRows = 5000

export function useRows(
  view: View,
  asked: Record<string, string | number | undefined>,
  fields: string,
): LoadResult<Every<Row, { checking: boolean }>> {
  const path = `${view.base}/clearances${query({ ...filters(), ...asked, fields })}`
  return useLoaded(path, signal => every<Row, { checking: boolean }>(path, { signal, most: mostRows }), {
    keeps: true,
  })
}

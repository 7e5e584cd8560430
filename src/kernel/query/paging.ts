// Pages of lists: how they are asked for, and which rows they are (§8).

import { badRequest } from '../../errors/problem.ts'
import { idsParameter, numberParameter, type Parameter } from '../operation/parameter.ts'

export const defaultLimit = 50
export const maximumLimit = 200

export const pagesOf = (rows: 'Records' | 'Groups'): readonly Parameter[] => [
  numberParameter('page', 'Which page, from 1', { default: 1 }),
  numberParameter('limit', `${rows} a page; above ${maximumLimit} is read as ${maximumLimit}`, {
    default: defaultLimit,
    maximum: maximumLimit,
  }),
]
export const pageParameters = pagesOf('Records')

/** Records by their ids: as many as one page has. */
export const byIdsParameter = (ids: 'ids' | 'ids or nanoids') =>
  idsParameter(
    'id',
    `Only records with these ${ids}, comma-separated, at most ${maximumLimit}; all on one page unless limit is given`,
    { most: maximumLimit, brief: 'ids' },
  )

/** The end of a page is a row count too and must be safe; no list has so many rows, so all beyond is the same. */
const furthest = Number.MAX_SAFE_INTEGER - maximumLimit

export type PageRange = { page: number; limit: number; offset: number }

export function pageOf(query: Record<string, unknown>): PageRange {
  const page = (query.page as number | undefined) ?? 1
  const usual = query.id === undefined ? defaultLimit : maximumLimit
  const limit = Math.min((query.limit as number | undefined) ?? usual, maximumLimit)
  const offset = (page - 1) * limit
  if (Number.isSafeInteger(offset)) return { page, limit, offset: Math.min(offset, furthest) }
  const most = Math.floor(Number.MAX_SAFE_INTEGER / limit) + 1
  throw badRequest(
    `page=${page} is too far: with limit=${limit} it can be at most ${most}, so that its offset is a safe integer`,
  )
}

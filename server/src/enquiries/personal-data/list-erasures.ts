import type { ErasureDto, personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { ERASED_KIND_CODES, type ErasedKind } from '@despatch/domain/enquiries/personal-data/person-records'
import type { Selectable } from 'kysely'
import { db } from '../../database/sql.ts'
import type { PersonTables } from '../../database/tables/person-tables.ts'
import type { Context } from '../../http/context.ts'

/** Lists erasures, newest first. */
export async function listErasures(
  { transaction, clients }: Context,
  { query: { page, limit } }: RouteChecked<typeof routes.erasures>,
): Promise<RouteAnswer<typeof routes.erasures>> {
  const rows = await transaction.rows(
    db
      .selectFrom('erasures')
      .selectAll()
      .where('client_code', 'in', clients)
      .orderBy('erased_at', 'desc')
      .orderBy('client_code')
      .orderBy('erasure_id', 'desc')
      .limit(limit + 1)
      .offset((page - 1) * limit),
  )
  return { erasures: rows.slice(0, limit).map(presentErasure), hasMore: rows.length > limit }
}

export const presentErasure = (row: Selectable<PersonTables['erasures']>): ErasureDto => ({
  erasureId: String(row.erasure_id),
  clientCode: row.client_code,
  requestReference: row.request_reference,
  reason: row.reason,
  erasedAt: row.erased_at.toISOString(),
  erasedBy: row.by_name,
  orders: row.orders,
  counts: countsOf(row.counts),
})

/** Counts above zero, in display order. */
export const countsOf = (counts: Partial<Record<ErasedKind, number>>) =>
  ERASED_KIND_CODES.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? [{ kind, count }] : []
  })

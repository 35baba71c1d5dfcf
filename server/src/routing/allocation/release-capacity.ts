import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { returnCapacity } from './capacity-usage.ts'

/**
 * Ends the current consignments of orders and returns exactly the capacity that they took. domain.md: 'Suspending,
 * amending and cancelling give its capacity back; amending allocates anew.' With `isAllocatedAgain`, consignments
 * without a carrier become 'superseded'. The caller has locked the orders. A transaction that allocates afterwards must
 * lock the capacity first (`lockCapacity`).
 */
export async function releaseCapacity(
  transaction: Transaction,
  options: {
    client: string
    orderNumbers: readonly string[]
    at: Date
    isAllocatedAgain?: boolean
    /** Only the consignment with this number in each order. */
    onlyNumber?: number
  },
): Promise<void> {
  const { client, orderNumbers, at, isAllocatedAgain = false, onlyNumber } = options
  const ended = await transaction.write(
    sql<{ carrier: string | null; despatch_day: Day; parcels: number }>`
      update consignments
      set ended_at = ${at},
        state = case when ${isAllocatedAgain} and client_method_id is null then 'superseded' else 'given-back' end
      where client_code = ${client} and order_number = any (${orderNumbers}::text[]) and ended_at is null
        ${onlyNumber === undefined ? sql`` : sql`and number = ${onlyNumber}`}
      returning carrier, despatch_day, parcels`.compile(db),
  )
  await returnCapacity(
    transaction,
    client,
    ended.flatMap(({ carrier, despatch_day, parcels }) =>
      carrier === null ? [] : { carrier, day: despatch_day, parcels },
    ),
  )
}

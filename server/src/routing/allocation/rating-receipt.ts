import type { KeptChoice } from '@despatch/domain/routing/allocation/by-hand'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import type { HeldOrder } from './orders-to-allocate.ts'
import type { StandingRow } from './standing-routing.ts'

/** What carried the consignments of an order before it was rated again: undoing that goes back to it. */
export type RatedFrom = {
  readonly consignments: readonly {
    readonly number: number
    /** A choice by hand that held. */
    readonly choice: KeptChoice | null
    /** null: it had no carrier. */
    readonly clientMethodID: string | null
  }[]
}

type Rated = { readonly version: number; readonly commandId: string; readonly standing: readonly StandingRow[] }

/** The receipt of a rating, with what undoing it goes back to. */
export async function keepRatingReceipt(
  { transaction, client, now, caller }: Context,
  { orderNumber, status }: HeldOrder,
  { version, commandId, standing }: Rated,
): Promise<void> {
  const before: RatedFrom = {
    consignments: standing.map(({ number, by_hand, client_method_id }) => ({
      number,
      choice: by_hand?.ended === undefined ? by_hand : null,
      clientMethodID: client_method_id,
    })),
  }
  await transaction.write(
    db.insertInto('order_receipts').values({
      client_code: client,
      order_number: orderNumber,
      command_id: commandId,
      user_id: caller.userId,
      at: now,
      action: 'rate-again',
      outcome: 'done',
      message: `Order ${orderNumber} has been rated again.`,
      status_before: status,
      suspended_for_before: null,
      version_after: version,
      undone_at: null,
      before: JSON.stringify(before),
    }),
  )
}

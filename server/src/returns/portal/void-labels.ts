import { type AnnouncedParcel, isParcelWithdrawn } from '@despatch/domain/returns/portal/announced-parcel'
import type { AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Voids the labels of a return's parcels of which nothing is sent any more: nobody else is given them (decision 0060). */
export async function voidLabels(
  transaction: Transaction,
  to: AnnouncedReturn,
  { client, now }: { client: string; now: Date },
): Promise<void> {
  const head = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select('parcels')
      .where('client_code', '=', client)
      .where('return_reference', '=', to.reference),
  )
  const parcels: readonly AnnouncedParcel[] = head?.parcels ?? []
  const numbers = parcels.flatMap(({ label, lineNumbers }) =>
    label && isParcelWithdrawn(to.lines, lineNumbers) ? [label.number] : [],
  )
  if (numbers.length === 0) return
  await transaction.write(
    db
      .updateTable('return_labels')
      .set({ voided_at: now })
      .where('client_code', '=', client)
      .where('return_reference', '=', to.reference)
      .where('label_number', 'in', numbers),
  )
}

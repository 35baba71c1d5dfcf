import { type AnnouncedParcel, isParcelWithdrawn } from '@despatch/domain/returns/portal/announced-parcel'
import type { AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Voids the labels of a return's parcels that send nothing any more. A void label is never issued again: the shopper may have
 * printed it, and a second return under its number would meet the first one's parcel.
 */
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

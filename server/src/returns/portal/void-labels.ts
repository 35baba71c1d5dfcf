import type { AnnouncedParcel } from '@despatch/domain/returns/portal/announced-parcel'
import type { AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

type Lines = { readonly lines: readonly Pick<AnnouncedReturn['lines'][number], 'lineNumber' | 'quantity' | 'pieces'>[] }

/** Whether all that goes in a parcel was cancelled. */
export const isWithdrawn = ({ lines }: Lines, lineNumbers: readonly number[]) =>
  lines
    .filter(({ lineNumber }) => lineNumbers.includes(lineNumber))
    .every(({ quantity, pieces }) => pieces.goods.withdrawn === quantity)

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
    label && isWithdrawn(to, lineNumbers) ? [label.number] : [],
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

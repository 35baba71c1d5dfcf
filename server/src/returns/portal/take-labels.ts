import type { AnnouncedParcel } from '@despatch/domain/returns/portal/announced-parcel'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Assigns each parcel that needs one a label of its pool, the oldest free one; labels locked by another transaction are
 * skipped. Parcels of an empty pool get none, which staff see. Existing labels stay.
 */
export async function takeLabels(
  transaction: Transaction,
  { client, reference, now }: { client: string; reference: string; now: Date },
  parcels: readonly AnnouncedParcel[],
): Promise<AnnouncedParcel[]> {
  const labelled: AnnouncedParcel[] = []
  for (const parcel of parcels) {
    if (parcel.label || parcel.option?.gives.kind !== 'label') {
      labelled.push(parcel)
      continue
    }
    const label = await transaction.writeRow(
      sql<{ number: string; link: string }>`
        update return_labels set return_reference = ${reference}, taken_at = ${now}
        where client_code = ${client} and pool = ${parcel.option.gives.pool} and label_number = (
          select label_number from return_labels
          where client_code = ${client} and pool = ${parcel.option.gives.pool} and return_reference = ''
          order by added_at, label_number limit 1 for update skip locked
        )
        returning label_number as number, link`.compile(db),
    )
    labelled.push({ ...parcel, label: label ?? null })
  }
  return labelled
}

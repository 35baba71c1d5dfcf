import type { AnnouncedParcel } from '@despatch/domain/returns/portal/announced-parcel'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Gives each parcel whose option takes one a label of its pool, the oldest that nobody has; one that is being taken by someone
 * else is passed over. A parcel of an empty pool gets none, and staff see that. Parcels that have a label keep it.
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

import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Deletes the accruals of a client's parcels of the last 160 days and queues their billing days for recounting, because
 * prices are in the client's currency and it changed. Older accruals stay. The transaction must see the client.
 */
export async function resetAccruals(transaction: Transaction, client: string): Promise<void> {
  await transaction.write(
    sql`delete from parcel_accruals a using parcels p
      where p.client_code = ${client} and p.despatched_at > now() - interval '160 days'
        and a.client_code = p.client_code and a.tracking_number = p.tracking_number`.compile(db),
  )
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct client_code, carrier, day from billing_days
      where client_code = ${client} and day > current_date - 160`.compile(db),
  )
}

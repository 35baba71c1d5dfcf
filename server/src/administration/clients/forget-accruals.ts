import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Has what accrued of a client's parcels and is not posted reckoned again, because its currency changed: prices are in the client's
 * currency. What is looked at no more stays. The transaction sees the client.
 */
export async function forgetAccruals(transaction: Transaction, client: string): Promise<void> {
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

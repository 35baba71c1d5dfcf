import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** What was agreed, as it was or as it is now: of a carrier or '' for all, for a client or '' for all, by the days of shipment from one on. */
type EnteredTerms = { readonly carrier: string; readonly client: string; readonly from: string }

/** Has what accrues of parcels that nobody has billed reckoned again, where terms that hold for them were entered or taken away. */
export async function noteTerms(transaction: Transaction, { carrier, client, from }: EnteredTerms): Promise<void> {
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct client_code, carrier, day from billing_days
      where ${carrier} in ('', carrier) and ${client} in ('', client_code) and day >= ${from}::date
        and day > current_date - 160 and billed_on = 'infinity'`.compile(db),
  )
}

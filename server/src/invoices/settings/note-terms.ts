import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Terms before or after a change: of a carrier or '' for all, for a client or '' for all, for days of shipment from
 * `from` on.
 */
type EnteredTerms = { readonly carrier: string; readonly client: string; readonly from: string }

/** Marks accruals of unbilled parcels for recalculation after terms that apply to them were entered or removed. */
export async function noteTerms(transaction: Transaction, { carrier, client, from }: EnteredTerms): Promise<void> {
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct client_code, carrier, day from billing_days
      where ${carrier} in ('', carrier) and ${client} in ('', client_code) and day >= ${from}::date
        and day > current_date - 160 and billed_on = 'infinity'`.compile(db),
  )
}

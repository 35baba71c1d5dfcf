import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/** Changes processed at a time. */
const BATCH_SIZE = 2000

/**
 * Notes the rows of orders whose parcels have changed.
 * Returns the number of changes processed.
 */
const NOTE_ROWS = sql<{ taken: number }>`
  with taken as (
    delete from invoice_orders_changed where (client_code, change_id) in (
      select client_code, change_id from invoice_orders_changed order by client_code, change_id limit ${BATCH_SIZE}
    )
    returning client_code, order_number
  ),
  noted as (
    insert into invoice_rows_to_judge (invoice_id, parcel_no)
    select r.invoice_id, r.parcel_no
    from (select distinct client_code, order_number from taken) t
    join invoice_parcels r on r.client_code = t.client_code and r.order_number = t.order_number and r.order_number <> ''
    join invoices i on i.invoice_id = r.invoice_id and i.status <> 'Accepted'
    order by 1, 2
    on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no
  )
  select count(*)::int as taken from taken`

/**
 * Judges open rows again if a parcel arrived late or changed its weight, service or content, and everything else that
 * was noted (`judgeNotedRows`).
 */
export async function judgeChangedOrders(database: Database): Promise<void> {
  const noteSome = () => asOperator(database, (transaction) => transaction.writeRow(NOTE_ROWS.compile(db)))
  for (;;) {
    const done = await retryOnDeadlock(noteSome)
    if (!done || done.taken < BATCH_SIZE) break
  }
  await judgeNotedRows(database)
}

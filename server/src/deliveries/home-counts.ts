import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'

/** Of so many days orders are, as Carrier Delivery Exceptions shows them unasked. */
const DAYS = 30

/** What waits of deliveries: parcels that are not delivered though their promise is over. Those since yesterday are new. */
export const deliveryCounts: readonly HomeCount[] = [
  {
    name: 'parcels-late',
    route: deliveryExceptions.list,
    count({ transaction, clients, now }) {
      const today = dayOf(now)
      const late = sql<{ count: number; urgent: number }>`
        select count(*)::int as count, count(*) filter (where promised_date = ${addDays(today, -1)}::date)::int as urgent
        from parcels where ${isOfClients('client_code', clients)} and delivered_on is null
          and promised_date < ${today}::date and ordered_at >= ${startOfDay(addDays(today, 1 - DAYS))}
          and ordered_at < ${startOfDay(addDays(today, 1))}`.compile(db)
      // Of many clients a plan for any days would read many parcels: that these are few is known of these days alone.
      return transaction.row(clients.length === 1 ? prepared(late) : late)
    },
  },
]

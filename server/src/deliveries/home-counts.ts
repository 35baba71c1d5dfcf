import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'

/** Days of orders, as in the default of Carrier Delivery Exceptions. */
const DAYS = 30

/** Home count of parcels that are undelivered after their promise. Those since yesterday are urgent. */
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
      // Do not prepare this for many clients: a generic plan for any days would read too many parcels.
      return transaction.row(clients.length === 1 ? prepared(late) : late)
    },
  },
]

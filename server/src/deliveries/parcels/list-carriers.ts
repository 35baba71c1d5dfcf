import type { parcels as routes } from '@despatch/contract/deliveries/parcels/parcels'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { carriersOfBooks } from '../../routing/active-dates/queries.ts'
import { db } from '../../database/sql.ts'

/**
 * Lists carriers of the caller's clients: those in current rule books and those of received events. If clients name a
 * carrier differently, the first name is shown.
 */
export async function listCarriers({ transaction, clients }: Context): Promise<RouteAnswer<typeof routes.carriers>> {
  const carriers = await transaction.rows(
    sql<{ carrier: string; carrierName: string }>`
      select carrier, coalesce(min("carrierName"), carrier) as "carrierName"
      from (
        ${carriersOfBooks(clients)}
        union
        select carrier, null from event_code_counts where client_code = any (${clients}::text[])
      ) known
      group by carrier
      order by lower(coalesce(min("carrierName"), carrier)), carrier`.compile(db),
  )
  return { carriers }
}

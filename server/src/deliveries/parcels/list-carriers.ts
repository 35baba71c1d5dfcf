import type { parcels as routes } from '@despatch/contract/deliveries/parcels/parcels'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { carriersOfBooks } from '../../routing/active-dates/queries.ts'
import { db } from '../../database/sql.ts'

/**
 * The carriers that the caller's clients know, by name: those of their rule books in force, and those that have told them of a
 * parcel. One that several clients call differently is told by the first of its names.
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

import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/**
 * Returns the client's code with the next unused running number. After a hit the step doubles, so that thousands of
 * imported references are skipped quickly.
 */
export async function nextCustomerReference({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof routes.nextCustomerReference>> {
  for (let step = 0.5; ; step *= 2) {
    const next = await transaction.writeRow(
      sql<{ reference: string; taken: boolean }>`
        with counted as (
          insert into order_counters as c (client_code, last_number) values (${client}, 100001)
          on conflict (client_code) do update set last_number = c.last_number + ${Math.ceil(step)}
          returning client_code, client_code || '-' || last_number as reference
        )
        select reference, exists (
          select from orders o where o.client_code = counted.client_code and o.order_number = counted.reference
        ) as taken
        from counted`.compile(db),
    )
    if (next && !next.taken) return { CustomerOrderRef: next.reference }
  }
}

import { FIRST_STEPS, type FirstStep, type home as routes } from '@despatch/contract/route/home'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { db, isOfClients } from '../database/sql.ts'
import type { Context } from '../http/context.ts'

/**
 * Says which steps of the first day are done for the clients of the call: a step counts as done as soon as one of them
 * has what it makes. The portal needs a second user besides the first administrator.
 */
export async function firstSteps({ transaction, clients }: Context): Promise<RouteAnswer<typeof routes.firstSteps>> {
  const own = isOfClients('client_code', clients)
  const isPublished = (kind: string) =>
    sql`exists (select from rule_book_items where ${own} and kind = ${kind} and to_version is null)`
  const row = await transaction.row(
    sql<Record<FirstStep, boolean>>`
      select ${clients.length > 0}::boolean as client, ${isPublished('carrier')} as carriers, ${isPublished('method')} as prices,
        exists (select from skus where ${own}) as skus,
        (select count(*) from (select from users limit 2) first_two) > 1 as users,
        exists (select from orders where ${own}) as "order"`.compile(db),
  )
  return { steps: FIRST_STEPS.map((step) => ({ step, isDone: row?.[step] ?? false })) }
}

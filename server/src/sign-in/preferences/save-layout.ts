import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/** Saves the caller's column layout of a table, for all their browsers. */
export async function saveLayout(
  { caller, transaction }: Context,
  { body }: RouteChecked<typeof routes.keepLayout>,
): Promise<RouteAnswer<typeof routes.keepLayout>> {
  const layout = JSON.stringify(body.layout)
  await transaction.write(
    db
      .insertInto('table_layouts')
      .values({ user_id: caller.userId, table_name: body.table, layout })
      .onConflict((conflict) => conflict.columns(['user_id', 'table_name']).doUpdateSet({ layout })),
  )
  return { message: 'Columns saved.' }
}

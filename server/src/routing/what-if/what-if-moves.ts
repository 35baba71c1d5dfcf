import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { loadWhatIf, MOVE_COLUMNS, presentMove } from './what-if-present.ts'

/**
 * Lists a page of the consignments that would get another method, in order of despatch. Throws an AppError (404) for an
 * unknown what-if.
 */
export async function listWhatIfMoves(
  context: Context,
  { params, body: { from, to, page, limit } }: RouteChecked<typeof routes.whatIfMoves>,
): Promise<RouteAnswer<typeof routes.whatIfMoves>> {
  const { transaction, client } = context
  const { run } = await loadWhatIf(context, params.id)
  const wanted = db
    .selectFrom('what_if_moves')
    .where('client_code', '=', client)
    .where('what_if_id', '=', params.id)
    .where('run', '=', run)
    .$if(from !== undefined, (query) => query.where('from_method', 'is not distinct from', from ?? null))
    .$if(to !== undefined, (query) => query.where('to_method', 'is not distinct from', to ?? null))
  const [rows, count] = await Promise.all([
    transaction.rows(
      wanted
        .select(MOVE_COLUMNS)
        .orderBy('position')
        .limit(limit)
        .offset((page - 1) * limit),
    ),
    transaction.row(wanted.select(sql<number>`count(*)::int`.as('total'))),
  ])
  return { rows: rows.map(presentMove), total: count?.total ?? 0 }
}

import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { loadWhatIf, presentWhatIf } from './what-if-present.ts'

/** Cancels a waiting or running what-if; a finished one stays finished. Throws an AppError (404) for an unknown one. */
export async function cancelWhatIf(
  context: Context,
  { params }: RouteChecked<typeof routes.cancelWhatIf>,
): Promise<RouteAnswer<typeof routes.cancelWhatIf>> {
  const { transaction, client, services, now } = context
  await loadWhatIf(context, params.id)
  await transaction.write(
    db
      .updateTable('what_ifs')
      .set({ status: 'Cancelled' })
      .where('client_code', '=', client)
      .where('what_if_id', '=', params.id)
      .where('status', 'in', ['NotStarted', 'Running']),
  )
  await services.jobs.cancel(transaction, 'what-if', params.id)
  const row = await loadWhatIf(context, params.id)
  await audit(context, {
    clientCode: client,
    act: 'rule-book.tried',
    object: row.status === 'Cancelled' ? 'what-if cancelled' : 'what-if done before it was cancelled',
    record: `rule-book:${client}`,
  })
  return presentWhatIf(row, now)
}

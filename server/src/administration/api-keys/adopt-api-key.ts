import type { apiKeys as routes } from '@despatch/contract/administration/api-keys/api-keys'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { stateOfKey, type KeyFeed } from '@despatch/domain/administration/api-keys/key-rules'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { auditKey } from './audit-key.ts'
import { keyOf, keyToChange, presentKey } from './queries.ts'
import { keyGrantProblem } from './key-grant-problem.ts'

/**
 * Makes the caller the owner of a key. A suspended key works again. Throws an AppError if the caller cannot see the key
 * (404), if the operator made it or it opens more than the caller may do (403), or if the caller owns it already or it
 * was revoked or has expired (422).
 */
export async function adoptApiKey(
  context: Context,
  { params: { id } }: RouteChecked<typeof routes.adopt>,
): Promise<RouteAnswer<typeof routes.adopt>> {
  const { transaction, caller, now } = context
  const row = await transaction.row(keyToChange(context, id))
  if (!row) throw new AppError('not_found', 'Key not found, or you don’t have access to it.')
  if (row.is_internal && !caller.isInternal)
    throw new AppError('unauthorized_access', 'The operator created this key. Ask the operator to take it over.')
  const state = stateOfKey(
    { expiresAt: row.expires_at, revokedAt: row.revoked_at, suspendedFrom: row.suspended_from },
    now,
  )
  if (state === 'revoked' || state === 'expired')
    throw new AppError(
      'unprocessable',
      `The key ${row.name} ${state === 'revoked' ? 'was revoked' : 'has expired'}. Create another instead.`,
    )
  if (row.user_id === caller.userId && !row.orphaned_at)
    throw new AppError('unprocessable', `You already own the key ${row.name}.`)
  const clients = row.client_codes
  const problem = await keyGrantProblem(context, { clients, feeds: row.feeds as KeyFeed[] })
  if (problem) throw new AppError('unauthorized_access', problem.message)
  await transaction.write(
    db
      .updateTable('api_keys')
      .set({
        user_id: caller.userId,
        adopted_by: caller.username,
        adopted_internally: caller.isInternal,
        adopted_at: now,
        orphaned_at: null,
        orphaned_why: '',
        suspended_from: null,
        warned_at: null,
      })
      .where('key_id', '=', row.key_id),
  )
  await auditKey(context, { id: row.key_id, name: row.name, clients }, 'api-key.adopted', {})
  const adopted = await transaction.row(keyOf(context, id))
  if (!adopted) throw new Error('A key that was adopted is not its owner’s to see')
  return { message: `You are now the owner of the key ${row.name}.`, apiKey: presentKey(adopted, context) }
}

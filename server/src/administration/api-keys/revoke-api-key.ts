import type { apiKeys as routes } from '@despatch/contract/administration/api-keys/api-keys'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { auditKey } from './audit-key.ts'
import { keyToChange, presentKey } from './queries.ts'

/**
 * Revokes a key: its next call is refused. Throws an AppError if the caller cannot see the key (404), the operator made
 * it (403), or it was revoked before (422).
 */
export async function revokeApiKey(
  context: Context,
  { query: { id } }: RouteChecked<typeof routes.revoke>,
): Promise<RouteAnswer<typeof routes.revoke>> {
  const { transaction, caller, now } = context
  const row = await transaction.row(keyToChange(context, id))
  if (!row) throw new AppError('not_found', 'Key not found, or you don’t have access to it.')
  if (row.is_internal && !caller.isInternal)
    throw new AppError('unauthorized_access', 'The operator created this key. Ask the operator to revoke it.')
  if (row.revoked_at) throw new AppError('unprocessable', `The key ${row.name} is already revoked.`)
  await auditKey(context, { id: row.key_id, name: row.name, clients: row.client_codes }, 'api-key.revoked', {})
  const revoked = { revoked_at: now, revoked_by: caller.username }
  await transaction.write(db.updateTable('api_keys').set(revoked).where('key_id', '=', row.key_id))
  return {
    message: `The key ${row.name} is revoked. Its next call will be rejected.`,
    apiKey: presentKey({ ...row, ...revoked }, context),
  }
}

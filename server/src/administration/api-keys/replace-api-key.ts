import type { apiKeys as routes } from '@despatch/contract/administration/api-keys/api-keys'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { KEY_OVERLAP_HOURS, type KeyFeed, stateOfKey } from '@despatch/domain/administration/api-keys/key-rules'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { hashToken } from '../../http/authentication/token.ts'
import { auditKey } from './audit-key.ts'
import { keyExpiry } from './key-expiry.ts'
import { keyPreview, newKey } from '../../http/authentication/key-token.ts'
import { keyToChange, presentKey } from './queries.ts'
import { keyGrantProblem } from './key-grant-problem.ts'

/**
 * Replaces the secret of a key; name, clients and feeds stay, and so does the last day unless the body names one. The
 * old secret works for another day, so that its users can switch without a gap; a secret replaced before that ends at
 * once. Only this answer holds the new secret. Throws an AppError if the caller cannot see the key (404), if the
 * operator made it or it opens more than the caller may do (403), or if it was revoked or has expired (422).
 */
export async function replaceApiKey(
  context: Context,
  { params: { id }, query: { expiresOn } }: RouteChecked<typeof routes.replace>,
): Promise<RouteAnswer<typeof routes.replace>> {
  const { transaction, caller, now } = context
  const row = await transaction.row(keyToChange(context, id))
  if (!row) throw new AppError('not_found', 'Key not found, or you don’t have access to it.')
  if (row.is_internal && !caller.isInternal)
    throw new AppError('unauthorized_access', 'The operator created this key. Ask the operator to replace it.')
  const state = stateOfKey(
    { expiresAt: row.expires_at, revokedAt: row.revoked_at, suspendedFrom: row.suspended_from },
    now,
  )
  if (state !== 'active')
    throw new AppError(
      'unprocessable',
      state === 'suspended'
        ? `The key ${row.name} is suspended. Take it over first.`
        : `The key ${row.name} ${state === 'revoked' ? 'was revoked' : 'has expired'}. Create another instead.`,
    )
  const clients = row.client_codes
  const problem = await keyGrantProblem(context, { clients, feeds: row.feeds as KeyFeed[] })
  if (problem) throw new AppError('unauthorized_access', problem.message)
  const key = newKey()
  const replaced = {
    beginning: keyPreview(key),
    old_token_until: new Date(now.getTime() + KEY_OVERLAP_HOURS * 3_600_000),
    ...(expiresOn !== undefined && { expires_at: keyExpiry(expiresOn, now) }),
  }
  await transaction.write(
    db
      .updateTable('api_keys')
      .set((is) => ({ ...replaced, token_hash: hashToken(key), old_token_hash: is.ref('token_hash') }))
      .where('key_id', '=', row.key_id),
  )
  await auditKey(context, { id: row.key_id, name: row.name, clients }, 'api-key.replaced', { key: 'replaced' })
  return {
    message: `The key ${row.name} is replaced. The previous key works for one more day.`,
    apiKey: presentKey({ ...row, ...replaced }, context),
    key,
  }
}

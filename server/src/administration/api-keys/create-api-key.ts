import type { apiKeys as routes } from '@despatch/contract/administration/api-keys/api-keys'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { feedTitle } from '@despatch/domain/administration/api-keys/key-rules'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { hashToken } from '../../http/authentication/token.ts'
import { auditKey } from './audit-key.ts'
import { keyPreview, newKey } from '../../http/authentication/key-token.ts'
import { keyExpiry } from './key-expiry.ts'
import { keyOf, presentKey } from './queries.ts'
import { keyGrantProblem } from './key-grant-problem.ts'

/**
 * Creates a key for feeds of some clients. Only this answer holds the key; the database stores its hash. Throws an
 * AppError if the key would open more than its maker may do (domain.md, Access: 'Nobody grants more than they hold'),
 * if its last day is past or more than a year away, or if the same clients have a key of that name.
 */
export async function createApiKey(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, caller, now } = context
  const clients = [...new Set(body.clients)].toSorted()
  const feeds = [...new Set(body.feeds)].toSorted()
  const problem = await keyGrantProblem(context, { clients, feeds })
  if (problem) throw refuseFields([problem])
  const expiresAt = keyExpiry(body.expiresOn, now)
  const key = newKey()
  const [created] = await transaction
    .write(
      db
        .insertInto('api_keys')
        .values({
          name: body.name,
          token_hash: hashToken(key),
          beginning: keyPreview(key),
          client_codes: clients,
          feeds,
          is_internal: caller.isInternal,
          created_at: now,
          created_by: caller.username,
          user_id: caller.userId,
          expires_at: expiresAt,
          revoked_at: null,
          last_used_at: null,
          old_token_hash: null,
          old_token_until: null,
        })
        .returning('key_id'),
    )
    .catch((error: { code?: string }) => {
      throw alreadyExists(error)
    })
  if (!created) throw new Error('A key was inserted and did not come back')
  await auditKey(context, { id: created.key_id, name: body.name, clients }, 'api-key.created', {
    clients,
    feeds: feeds.map(feedTitle),
    expiresOn: addDays(dayOf(expiresAt), -1),
  })
  const row = await transaction.row(keyOf({ caller, now, clients }, String(created.key_id)))
  if (!row) throw new Error('A key that was made is not its maker’s to see')
  return { message: DATA_ADDED, apiKey: presentKey(row, context), key }
}

function alreadyExists(error: { code?: string }): unknown {
  if (error.code !== '23505') return error
  const message = 'A key with this name already exists. Choose another name, or revoke that key first.'
  return new AppError('already_exists', message, { fields: [{ path: 'name', message }] })
}

import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Caller } from '../http/authentication/open-session.ts'
import { AppError } from '../process/app-error.ts'

const KEY_STOPPED =
  'This API key was stopped while the file was taken in: what was written before stays. Ask an administrator for another key, and send the same file again with it.'
const SENDER_STOPPED =
  'You may no longer sign in, so the rest of this file was not taken: what was written before stays. Ask an administrator.'

/**
 * The database of a feed. A file may come for hours, so each part of it is written only while its sender may still send it: a
 * key that is neither revoked nor suspended and whose owner may sign in, or a user who may. Else its transactions throw an
 * AppError (401); what was written before stays.
 */
export const askingAfterSender = (database: Database, caller: Caller): Database => ({
  ...database,
  copying: (clients, work, more) =>
    database.copying(
      clients,
      async (connection) => {
        await refuseStopped(connection, caller)
        return work(connection)
      },
      more,
    ),
})

async function refuseStopped(connection: pg.ClientBase, { apiKey, userId }: Caller): Promise<void> {
  const { rowCount } = apiKey
    ? await connection.query(
        `select 1 from api_keys where key_id = $1 and revoked_at is null
         and (suspended_from is null or suspended_from > now()) and may_sign_in(user_id)`,
        [apiKey.id],
      )
    : await connection.query('select 1 where may_sign_in($1)', [userId])
  if (!rowCount) throw new AppError('session_expired', apiKey ? KEY_STOPPED : SENDER_STOPPED)
}

import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Caller } from '../http/authentication/open-session.ts'
import { AppError } from '../process/app-error.ts'

const KEY_STOPPED =
  'This API key stopped working during the import. Imported rows are kept. Ask an administrator for another key, then send the file again.'
const SENDER_STOPPED =
  'You can no longer sign in, so the import stopped. Imported rows are kept. Ask your administrator.'

/**
 * Wraps the database of a feed so that each transaction first checks that the sender may still send: the API key is
 * neither revoked nor suspended and its owner may sign in, or the user may sign in. An upload can take hours. Rows
 * written before the sender was stopped stay.
 * @throws AppError (401) from `copying` once the sender was stopped
 */
export const withSenderCheck = (database: Database, caller: Caller): Database => ({
  ...database,
  copying: (clients, work, more) =>
    database.copying(
      clients,
      async (connection) => {
        await refuseStoppedSender(connection, caller)
        return work(connection)
      },
      more,
    ),
})

async function refuseStoppedSender(connection: pg.ClientBase, { apiKey, userId }: Caller): Promise<void> {
  const { rowCount } = apiKey
    ? await connection.query(
        `select 1 from api_keys where key_id = $1 and revoked_at is null
         and (suspended_from is null or suspended_from > now()) and may_sign_in(user_id)`,
        [apiKey.id],
      )
    : await connection.query('select 1 where may_sign_in($1)', [userId])
  if (!rowCount) throw new AppError('session_expired', apiKey ? KEY_STOPPED : SENDER_STOPPED)
}

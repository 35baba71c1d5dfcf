import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { CLIENT_SETTINGS } from '@despatch/domain/administration/clients/client-settings'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { loadClientSettings } from './load-client-settings.ts'
import { clientsToChange, noSuchClient, refuseClientUsers, workForClient } from './queries.ts'
import { refuseOldVersion } from './update-client.ts'

type Answer = RouteAnswer<typeof routes.settings>

/**
 * The settings of a client beyond the specification's four flags. Throws an AppError (404) if the client is not the
 * caller's.
 */
export async function readClientSettings(
  context: Context,
  { query: { client } }: RouteChecked<typeof routes.settings>,
): Promise<Answer> {
  const { transaction } = context
  await workForClient(context, [client])
  const row = await transaction.row(db.selectFrom('clients').select('client_code').where('client_code', '=', client))
  if (!row) throw noSuchClient()
  const { version, settings } = await loadClientSettings(transaction, client)
  return { client, version, settings: { ...settings } }
}

/**
 * Sets some of a client's settings, from the next call on. Throws an AppError for client users (403), an unknown client
 * (404), and an old version (409).
 */
export async function setClientSettings(
  context: Context,
  { body }: RouteChecked<typeof routes.setSettings>,
): Promise<RouteAnswer<typeof routes.setSettings>> {
  const { transaction, caller } = context
  const { client } = body
  refuseClientUsers(caller)
  await workForClient(context, [client])
  if (!(await transaction.row(clientsToChange([client])))) throw noSuchClient()
  const { version, settings: was } = await loadClientSettings(transaction, client)
  if (body.version !== undefined) refuseOldVersion({ version }, { version: body.version })
  const is = { ...was }
  for (const setting of CLIENT_SETTINGS) is[setting] = body.settings[setting] ?? was[setting]
  // Store only settings that a user chose, so that a default changed by a later release reaches the client.
  const settings = JSON.stringify(body.settings)
  await transaction.write(
    db
      .insertInto('client_settings')
      .values({ client_code: client, settings })
      .onConflict((conflict) =>
        conflict.column('client_code').doUpdateSet({
          settings: sql`client_settings.settings || excluded.settings`,
          version: sql`client_settings.version + 1`,
        }),
      ),
  )
  await audit(context, {
    clientCode: client,
    act: 'client.settings-set',
    object: `client ${client}`,
    record: `client:${client}`,
    ...changedFields(was, is),
  })
  return { message: DATA_UPDATED, client, version: version + 1, settings: is }
}

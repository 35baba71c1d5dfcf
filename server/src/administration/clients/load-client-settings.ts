import { type ClientSettings, clientSettingsFrom } from '@despatch/domain/administration/clients/client-settings'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The client's settings: the defaults, and version 0, if nobody has set any. The transaction must see the client. */
export async function loadClientSettings(
  transaction: Transaction,
  code: string,
): Promise<{ version: number; settings: ClientSettings }> {
  const row = await transaction.row(
    db.selectFrom('client_settings').select(['settings', 'version']).where('client_code', '=', code),
  )
  return { version: row?.version ?? 0, settings: clientSettingsFrom(row?.settings) }
}

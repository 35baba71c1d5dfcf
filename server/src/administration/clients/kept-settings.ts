import { type ClientSettings, clientSettingsFrom } from '@despatch/domain/administration/clients/client-settings'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The settings of a client that the transaction sees: the defaults, and version 0, where nobody has set any. */
export async function clientSettingsOf(
  transaction: Transaction,
  code: string,
): Promise<{ version: number; settings: ClientSettings }> {
  const row = await transaction.row(
    db.selectFrom('client_settings').select(['settings', 'version']).where('client_code', '=', code),
  )
  return { version: row?.version ?? 0, settings: clientSettingsFrom(row?.settings) }
}

import type { DespatchTimes } from '@despatch/contract/routing/cut-offs/cut-offs'
import { minuteText } from '@despatch/domain/routing/cut-offs/cut-off'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** How fast the orders of clients leave: the defaults, and version 0, where nobody has set anything. */
export async function loadDespatchTimes(
  transaction: Transaction,
  clients: readonly string[],
): Promise<DespatchTimes[]> {
  const rows = await transaction.rows(
    db.selectFrom('client_despatch_times').selectAll().where('client_code', 'in', clients),
  )
  const byClient = new Map(rows.map((row) => [row.client_code, row]))
  return clients.map((client) => {
    const row = byClient.get(client)
    return {
      client,
      pickMinutes: row?.pick_minutes ?? 0,
      isSameDay: row?.is_same_day ?? false,
      promisedBy: row && row.promised_by !== null ? minuteText(row.promised_by) : null,
      version: row?.version ?? 0,
    }
  })
}

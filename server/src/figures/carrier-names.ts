import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { Context } from '../http/context.ts'

/** Returns a function from carrier code to name: the name on which all rule books agree, else the code. */
export async function carrierNamesOf({
  transaction,
  clients,
}: Pick<Context, 'transaction' | 'clients'>): Promise<(carrier: string) => string> {
  const rows = await transaction.rows(
    prepared(
      sql<{ carrier: string; name: string }>`
        select item_key as carrier, min(content ->> 'name') as name from rule_book_items
        where ${isOfClients('client_code', clients)} and kind = 'carrier' and to_version is null
        group by 1 having min(content ->> 'name') = max(content ->> 'name')`.compile(db),
    ),
  )
  const names = new Map(rows.map(({ carrier, name }) => [carrier, name]))
  return (carrier) => (carrier === '' ? 'Not known' : (names.get(carrier) ?? carrier))
}

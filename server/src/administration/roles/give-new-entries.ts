import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'

/**
 * Grants menu entries that came with an update to the operator's administrators. Roles saved since the update store the
 * entry, granted or not, and stay. Without this nobody could grant the entry, because nobody grants more than they
 * hold.
 */
export async function giveNewEntries(database: Database): Promise<void> {
  const all = JSON.stringify({ Enable: true, 'Read Only': true, Edit: true })
  await database.transaction((transaction) =>
    transaction.write(
      sql<object>`update roles set permissions = jsonb_set(permissions, '{setUpAndControl,jobs}', ${all}::jsonb)
        where role_type = 'Internal Administrator' and permissions -> 'setUpAndControl' is not null
          and permissions #> '{setUpAndControl,jobs}' is null`.compile(db),
    ),
  )
}

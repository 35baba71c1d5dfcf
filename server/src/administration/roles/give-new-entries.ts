import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'

/**
 * Gives roles of the operator's administrators the menu entries that came with an update. A role that was saved since has
 * them, given or not. Nobody else could give them: nobody grants more than they hold.
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

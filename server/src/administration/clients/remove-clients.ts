import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import { chosenIds } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { clientsToChange, noSuchClient, clientForAudit, refuseClientUsers, workForClient } from './queries.ts'
import { inOrder } from '../../database/transaction.ts'

/** Tables whose rows keep a client from being deleted, with their nouns in singular and plural. */
const HOLDERS = {
  user_clients: ['user', 'users'],
  roles: ['role', 'roles'],
  orders: ['order', 'orders'],
  skus: ['SKU', 'SKUs'],
  column_mappings: ['column mapping', 'column mappings'],
  rule_books: ['carrier rules version', 'carrier rules versions'],
  webhooks: ['webhook', 'webhooks'],
  // Events may arrive before their order.
  delivery_events: ['delivery event', 'delivery events'],
} as const
type Holder = keyof typeof HOLDERS
/** Counting stops here; the message then says 'more than'. */
const MAX_COUNTED = 1000
const MAX_LISTED = 5

/**
 * Deletes clients, all or none. A client may only have rows that the portal itself made for it. Throws an AppError for
 * client users (403), an unknown client (404), and one that still has orders, users and so on (in_use, with the
 * counts).
 */
export async function removeClients(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, caller } = context
  refuseClientUsers(caller)
  const codes = chosenIds(query)
  await workForClient(context, codes)
  const rows = await transaction.rows(clientsToChange(codes))
  if (rows.length < codes.length) throw noSuchClient()

  const counts = await transaction.rows(holdersOf(codes))
  const blocked = codes.flatMap((code) => {
    const held = counts.filter((count) => count.client_code === code && count.held > 0)
    return held.length > 0 ? `${code} has ${joinWithAnd(held.map(({ holder, held }) => countText(holder, held)))}` : []
  })
  if (blocked.length > 0) {
    const more = blocked.length > MAX_LISTED ? `, and ${blocked.length - MAX_LISTED} more clients have something` : ''
    throw new AppError('in_use', `${blocked.slice(0, MAX_LISTED).join('; ')}${more}. Make it inactive instead.`)
  }

  const isOne = sql<boolean>`client_code = any (${codes}::text[])`
  await inOrder([
    transaction.write(db.deleteFrom('order_counters').where(isOne)),
    transaction.write(db.deleteFrom('idempotency_keys').where(isOne)),
    // What-ifs are drafts.
    transaction.write(db.deleteFrom('what_ifs').where(isOne)),
    transaction.write(db.deleteFrom('return_tries').where(isOne)),
    transaction.write(
      db
        .updateTable('saved_views')
        .set({ shared_with: null })
        .where('shared_with', '=', sql<string>`any (${codes}::text[])`),
    ),
    transaction.write(db.deleteFrom('clients').where(isOne)),
    ...rows.map((row) =>
      audit(context, {
        // Nobody can see the deleted client's audit any more, so this row goes under no client.
        clientCode: null,
        act: 'client.deleted',
        object: `client ${row.client_code}`,
        record: `client:${row.client_code}`,
        before: clientForAudit(row),
      }),
    ),
  ])
  return { message: DATA_DELETED, deleted: rows.length }
}

/** Counts the rows of each table that belong to each client. */
const holdersOf = (codes: readonly string[]) =>
  sql<{ client_code: string; holder: Holder; held: number }>`
    select asked.client_code, held.holder, held.held
    from unnest(${codes}::text[]) as asked (client_code)
    cross join lateral (${sql.join(
      (Object.keys(HOLDERS) as Holder[]).map(
        (holder) => sql`
          select ${holder}::text as holder, count(*) as held from (
            select from ${sql.table(holder)} t where t.client_code = asked.client_code limit ${MAX_COUNTED + 1}
          ) some_rows`,
      ),
      sql` union all `,
    )}) held`.compile(db)

function countText(holder: Holder, count: number): string {
  const [one, many] = HOLDERS[holder]
  if (count > MAX_COUNTED) return `more than ${MAX_COUNTED.toLocaleString('en-GB')} ${many}`
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

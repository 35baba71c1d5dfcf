import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import { chosenIds } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { clientsToChange, noSuchClient, plainClient, refuseClientUsers, workForClient } from './queries.ts'
import { inOrder } from '../../database/transaction.ts'

/** What may belong to a client and is not deleted with it, by its table, with what one and many are called. */
const HOLDERS = {
  user_clients: ['user', 'users'],
  roles: ['role', 'roles'],
  orders: ['order', 'orders'],
  skus: ['SKU', 'SKUs'],
  column_mappings: ['column mapping', 'column mappings'],
  rule_books: ['rule book version', 'rule book versions'],
  webhooks: ['webhook', 'webhooks'],
  // They may come before the order that they are of.
  delivery_events: ['delivery event', 'delivery events'],
} as const
type Holder = keyof typeof HOLDERS
/** Counted no further: that it is much is said. */
const MAX_COUNTED = 1000
const MAX_TOLD = 5

/**
 * Deletes clients, all of them or none: those that have nothing but what the portal itself keeps for them. Throws a
 * AppError for client users (403), a client there is not (404), and one that something belongs to (in_use, with what).
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
  const told = codes.flatMap((code) => {
    const held = counts.filter((count) => count.client_code === code && count.held > 0)
    return held.length > 0 ? `${code} has ${inText(held.map(({ holder, held }) => amount(holder, held)))}` : []
  })
  if (told.length > 0) {
    const more = told.length > MAX_TOLD ? `, and ${told.length - MAX_TOLD} more clients have something` : ''
    throw new AppError('in_use', `${told.slice(0, MAX_TOLD).join('; ')}${more}. Make it inactive instead.`)
  }

  const isOne = sql<boolean>`client_code = any (${codes}::text[])`
  await inOrder([
    transaction.write(db.deleteFrom('order_counters').where(isOne)),
    transaction.write(db.deleteFrom('idempotency_keys').where(isOne)),
    // Tried, and never saved.
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
        // Nobody sees for a client that is no more; that it was deleted is for those who see what is no client's.
        clientCode: null,
        act: 'client.deleted',
        object: `client ${row.client_code}`,
        record: `client:${row.client_code}`,
        before: plainClient(row),
      }),
    ),
  ])
  return { message: DATA_DELETED, deleted: rows.length }
}

/** How much of each kind belongs to each of the clients. */
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

function amount(holder: Holder, count: number): string {
  const [one, many] = HOLDERS[holder]
  if (count > MAX_COUNTED) return `more than ${MAX_COUNTED.toLocaleString('en-GB')} ${many}`
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

function inText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

import type { BookContents, BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** An item of the current rule book with the version that last changed it: callers send it with the next change. */
export type ItemInForce<Kind extends BookItemKind> = {
  key: string
  content: BookContents[Kind]
  version: number
  /** Only for methods: the first day that the prices apply. null is every day. */
  holdsFrom: string | null
}

/** Loads the items of one kind from several clients' current rule books, by client and key; only some keys if given. */
export async function itemsOfClients<Kind extends BookItemKind>(
  transaction: Transaction,
  clients: readonly string[],
  kind: Kind,
  keys?: readonly string[],
): Promise<(ItemInForce<Kind> & { client: string })[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('rule_book_items')
      .select(['client_code', 'item_key', 'content', 'from_version', 'holds_from'])
      .where(
        'client_code',
        '=',
        clients.length === 1 ? sql<string>`${clients[0]}` : sql<string>`any (${clients}::text[])`,
      )
      .where('kind', '=', kind)
      .where('to_version', 'is', null)
      .$if(keys !== undefined, (query) => query.where('item_key', 'in', keys?.length ? [...keys] : ['']))
      .orderBy('client_code')
      .orderBy('item_key'),
  )
  return rows.map(({ client_code, item_key, content, from_version, holds_from }) => ({
    client: client_code,
    key: item_key,
    content: content as BookContents[Kind],
    version: from_version,
    holdsFrom: holds_from,
  }))
}

/** Indexes items by `<client> <key>`. */
export const byClientAndKey = <Item extends { client: string; key: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [`${item.client} ${item.key}`, item]))

/** Loads the items of one kind from a client's current rule book, by key; only some keys if given. */
export async function itemsInForce<Kind extends BookItemKind>(
  transaction: Transaction,
  client: string,
  kind: Kind,
  keys?: readonly string[],
): Promise<ItemInForce<Kind>[]> {
  const items = await itemsOfClients(transaction, [client], kind, keys)
  return items.map(({ client: _of, ...item }) => item)
}

/** Loads one item of the current rule book, or undefined. */
export async function itemInForce<Kind extends BookItemKind>(
  transaction: Transaction,
  client: string,
  kind: Kind,
  key: string,
): Promise<ItemInForce<Kind> | undefined> {
  const [item] = await itemsInForce(transaction, client, kind, [key])
  return item
}

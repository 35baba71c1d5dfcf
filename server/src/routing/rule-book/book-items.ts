import type { BookContents, BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** An item of the rule book in force, with the version that it has been so since: the one to send with its next change. */
export type KeptItem<Kind extends BookItemKind> = {
  key: string
  content: BookContents[Kind]
  version: number
  /** Of a method: the first day that its prices hold for; null is every day. */
  holdsFrom: string | null
}

/** The items of a kind of several clients' rule books in force, by client and key; of some keys alone where they are named. */
export async function itemsOfClients<Kind extends BookItemKind>(
  transaction: Transaction,
  clients: readonly string[],
  kind: Kind,
  keys?: readonly string[],
): Promise<(KeptItem<Kind> & { client: string })[]> {
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

/** Items by their client and key, so that they are found beside one another. */
export const byClientAndKey = <Item extends { client: string; key: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [`${item.client} ${item.key}`, item]))

/** The items of a kind, by key; of some keys alone where they are named. */
export async function itemsInForce<Kind extends BookItemKind>(
  transaction: Transaction,
  client: string,
  kind: Kind,
  keys?: readonly string[],
): Promise<KeptItem<Kind>[]> {
  const items = await itemsOfClients(transaction, [client], kind, keys)
  return items.map(({ client: _of, ...item }) => item)
}

/** One item of the rule book in force, or undefined. */
export async function itemInForce<Kind extends BookItemKind>(
  transaction: Transaction,
  client: string,
  kind: Kind,
  key: string,
): Promise<KeptItem<Kind> | undefined> {
  const [item] = await itemsInForce(transaction, client, kind, [key])
  return item
}

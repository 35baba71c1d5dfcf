import type { BookContents, BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** An item of the rule book in force, with the version that it has been so since: the one to send with its next change. */
export type KeptItem<Kind extends BookItemKind> = { key: string; content: BookContents[Kind]; version: number }

/** The items of a kind, by key; of some keys alone where they are named. */
export async function itemsInForce<Kind extends BookItemKind>(
  transaction: Transaction,
  client: string,
  kind: Kind,
  keys?: readonly string[],
): Promise<KeptItem<Kind>[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('rule_book_items')
      .select(['item_key', 'content', 'from_version'])
      .where('client_code', '=', client)
      .where('kind', '=', kind)
      .where('to_version', 'is', null)
      .$if(keys !== undefined, (query) => query.where('item_key', 'in', keys?.length ? [...keys] : ['']))
      .orderBy('item_key'),
  )
  return rows.map(({ item_key, content, from_version }) => ({
    key: item_key,
    content: content as BookContents[Kind],
    version: from_version,
  }))
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

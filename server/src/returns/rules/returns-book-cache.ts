import { type CompiledReturnsBook, compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import type { ReturnsBook } from '@despatch/domain/returns/rules/returns-book'
import {
  type ReturnsBookItem,
  returnsBookOf,
  type ReturnsItemChange,
  withReturnsChanges,
} from '@despatch/domain/returns/rules/returns-book-items'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { makeLruCache } from '../../process/lru-cache.ts'

/** Compiled books cached per server; a published version never changes. */
const MAX_BOOKS = 40
const bookCaches = new WeakMap<object, ReturnType<typeof makeLruCache<CompiledReturnsBook>>>()

/** The compiled returns book of a client: the given version, or the one in force. */
export async function returnsBook(
  transaction: Transaction,
  client: string,
  { version: requestedVersion, services }: { version?: number; services: object },
): Promise<CompiledReturnsBook> {
  const books = bookCaches.get(services) ?? makeLruCache<CompiledReturnsBook>(MAX_BOOKS)
  bookCaches.set(services, books)
  const version = requestedVersion ?? (await returnsVersion(transaction, client))
  return books(`${client} ${version}`, async () =>
    compileReturnsBook(await loadReturnsBook(transaction, client, version)),
  )
}

/** The version in force; 0 before the first is published. */
export async function returnsVersion(transaction: Transaction, client: string): Promise<number> {
  const head = await transaction.row(headOf(client))
  return head?.version ?? 0
}

const headOf = fixed((client: string) =>
  db.selectFrom('returns_book_heads').select('version').where('client_code', '=', client).compile(),
)

/** Loads a version of a client's returns book. */
export async function loadReturnsBook(transaction: Transaction, client: string, version: number): Promise<ReturnsBook> {
  const rows = await transaction.rows(
    db
      .selectFrom('returns_book_items')
      .select(['kind', 'item_key', 'content'])
      .where('client_code', '=', client)
      .where('from_version', '<=', version)
      .where((is) => is.or([is('to_version', 'is', null), is('to_version', '>', version)])),
  )
  const items = rows.map(({ kind, item_key, content }) => ({ kind, key: item_key, content }) as ReturnsBookItem)
  return returnsBookOf(client, version, items)
}

/** The changes in the client's draft, in item order, with the version that each was based on. */
export async function draftChanges(
  transaction: Transaction,
  client: string,
): Promise<{ changes: ReturnsItemChange[]; rows: { base: number; by: string; at: Date }[] }> {
  const rows = await transaction.rows(
    db
      .selectFrom('returns_book_drafts')
      .selectAll()
      .where('client_code', '=', client)
      .orderBy('kind')
      .orderBy('item_key'),
  )
  return {
    changes: rows.map(({ kind, item_key, content }) => ({ kind, key: item_key, content }) as ReturnsItemChange),
    rows: rows.map(({ base_version, by_name, changed_at }) => ({ base: base_version, by: by_name, at: changed_at })),
  }
}

/** When the draft last changed each item, by key; the order and the law by kind. */
export const draftTimes = ({ changes, rows }: Awaited<ReturnType<typeof draftChanges>>): Map<string, string | null> =>
  new Map(changes.map(({ kind, key }, index) => [key || kind, rows[index]?.at.toISOString() ?? null]))

/** The book in force, or with `draft` the draft applied to it. */
export async function bookOrDraft(
  transaction: Transaction,
  client: string,
  { draft, services }: { draft: boolean; services: object },
): Promise<CompiledReturnsBook> {
  const inForce = await returnsBook(transaction, client, { services })
  if (!draft) return inForce
  const { changes } = await draftChanges(transaction, client)
  return changes.length === 0 ? inForce : compileReturnsBook(withReturnsChanges(inForce.book, changes))
}

import { type BookItem, bookOf } from '@despatch/domain/routing/rule-book/book-items'
import { type CompiledBook, compileBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { makeLruCache } from '../../process/lru-cache.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** The rule books that are used, ready to decide with. */
    books: RuleBookCache
    /** Called in the transaction that changes carriers, whose names the codes of their events are kept by. */
    carriersChanged(
      transaction: Transaction,
      given: { clients: string[]; now: Date; jobs: Services['jobs'] },
    ): Promise<unknown>
  }
}

/** Books that are kept ready: a large one, with what it works out for each day, takes some megabytes. */
const MAX_BOOKS = 40

/** The rule books that are used, each version compiled once for the currency of its client. */
export type RuleBookCache = {
  /**
   * The book of a version (the one in force unless told), of a client that the transaction sees. Without the version or the client's
   * currency, finding it costs one query.
   */
  book(transaction: Transaction, client: string, version?: number, currency?: string): Promise<CompiledBook>
}

export function openRuleBookCache(): RuleBookCache {
  const books = makeLruCache<CompiledBook>(MAX_BOOKS)
  return {
    async book(transaction, client, asked, known) {
      const now = asked === undefined || known === undefined ? await headOf(transaction, client) : undefined
      const [version, currency] = [asked ?? now?.version ?? 0, known ?? now?.currency ?? 'GBP']
      return books(`${client} ${version} ${currency}`, async () =>
        compileBook(await loadBook(transaction, { client, version, currency })),
      )
    },
  }
}

/** The version of a client's rule book that is in force, and the client's currency. */
function headOf(transaction: Transaction, client: string) {
  return transaction.row(
    db
      .selectFrom('clients')
      .leftJoin('rule_book_heads', 'rule_book_heads.client_code', 'clients.client_code')
      .where('clients.client_code', '=', client)
      .select(['rule_book_heads.version', 'clients.currency_code as currency']),
  )
}

/** The version of a client's rule book that is in force; 0 where nobody has written one. */
export async function versionInForce(transaction: Transaction, client: string): Promise<number> {
  const head = await transaction.row(
    db.selectFrom('rule_book_heads').select('version').where('client_code', '=', client),
  )
  return head?.version ?? 0
}

/** A version of a client's rule book, in a currency. */
export async function loadBook(
  transaction: Transaction,
  { client, version, currency }: { client: string; version: number; currency: string },
): Promise<RuleBook> {
  const rows = await transaction.rows(
    db
      .selectFrom('rule_book_items')
      .select(['kind', 'item_key', 'content'])
      .where('client_code', '=', client)
      .where('from_version', '<=', version)
      .where((is) => is.or([is('to_version', 'is', null), is('to_version', '>', version)])),
  )
  const items = rows.map(({ kind, item_key, content }) => ({ kind, key: item_key, content }) as BookItem)
  return { ...bookOf(client, version, items), currency }
}

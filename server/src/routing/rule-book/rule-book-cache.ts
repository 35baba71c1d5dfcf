import { type BookItem, buildRuleBook } from '@despatch/domain/routing/rule-book/book-items'
import { type CompiledBook, compileBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { ClientTerms } from '@despatch/domain/routing/terms/client-terms'
import { bookCurrency, type RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { openClientTermsCache } from '../terms/client-terms-cache.ts'
import { makeLruCache } from '../../process/lru-cache.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** Compiled rule books. */
    books: RuleBookCache
    /** Called in a transaction that changes carriers: event codes are stored by carrier name. */
    carriersChanged(
      transaction: Transaction,
      change: { clients: string[]; now: Date; jobs: Services['jobs'] },
    ): Promise<unknown>
  }
}

/** A large book with its cached days takes some megabytes. */
const MAX_BOOKS = 40

/** Caches rule books, each version compiled once per client currency. */
export type RuleBookCache = {
  /**
   * Gives the book of a version (default: the current one) of a client that the transaction can see. Without the
   * version or the client's currency this costs one query.
   */
  book(transaction: Transaction, client: string, version?: number, currency?: string): Promise<CompiledBook>
  /** A book with the carriers' terms of these moments, to decide consignments that count them. */
  withTerms(transaction: Transaction, compiled: CompiledBook, moments: Iterable<string>): Promise<CompiledBook>
}

export function openRuleBookCache(): RuleBookCache {
  const books = makeLruCache<CompiledBook>(MAX_BOOKS)
  const termsAt = openClientTermsCache()
  return {
    async book(transaction, client, requestedVersion, knownCurrency) {
      const now =
        requestedVersion === undefined || knownCurrency === undefined ? await headOf(transaction, client) : undefined
      const [version, currency] = [requestedVersion ?? now?.version ?? 0, knownCurrency ?? now?.currency ?? 'GBP']
      return books(`${client} ${version} ${currency}`, async () =>
        compileBook(await loadBook(transaction, { client, version, currency })),
      )
    },
    async withTerms(transaction, compiled, moments) {
      const terms = new Map<string, ClientTerms>()
      const whose = { client: compiled.book.client, currency: bookCurrency(compiled.book) }
      for (const moment of new Set(moments)) terms.set(moment, await termsAt(transaction, whose, moment))
      return terms.size === 0 ? compiled : { ...compiled, terms }
    },
  }
}

/** Loads the current version of a client's rule book and the client's currency. */
function headOf(transaction: Transaction, client: string) {
  return transaction.row(
    db
      .selectFrom('clients')
      .leftJoin('rule_book_heads', 'rule_book_heads.client_code', 'clients.client_code')
      .where('clients.client_code', '=', client)
      .select(['rule_book_heads.version', 'clients.currency_code as currency']),
  )
}

/** The current version of a client's rule book; 0 if there is none. */
export async function versionInForce(transaction: Transaction, client: string): Promise<number> {
  const head = await transaction.row(
    db.selectFrom('rule_book_heads').select('version').where('client_code', '=', client),
  )
  return head?.version ?? 0
}

/** Loads a version of a client's rule book with a currency. */
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
  return { ...buildRuleBook(client, version, items), currency }
}

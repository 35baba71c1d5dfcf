import { MAX_COUNTED } from '@despatch/domain/enquiries/search/any-reference'
import type { SearchWord, SearchWords } from '@despatch/domain/enquiries/search/search-words'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { MAX_RANKED } from './reference-queries.ts'

// order_search holds the words of orders. Under row-level security only the policy itself can use the index for text
// matches, so the search text is a setting of the transaction: docs/decisions/0046-search-order-words-inside-the-policy.md.

/** With more clients than this, the index searches the words alone, and the policy removes other clients' orders. */
const MAX_NAMED_CLIENTS = 20
/** Shorter prefixes match too many words for the index, so they are left out if there are longer words. */
const MIN_PREFIX = 3

export type SearchedOrderRow = {
  client_code: string
  order_number: string
  status: OrderStatus
  ordered_at: Date
  customer_first_name: string
  customer_last_name: string
  customer_account: string
  phone: string
  address_line_1: string
  address_line_2: string
  address_line_3: string
  address_line_4: string
  post_code: string
  /** Total number of matches. */
  count: number
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const anyOf = (parts: readonly string[]) => `(${parts.join(' | ')})`
const allOf = (parts: readonly string[]) => `(${parts.join(' & ')})`
const toLexeme = ({ word, isWhole }: SearchWord) => `${quoted(word)}${isWhole ? '' : ':*'}`

/** The complete query, which each candidate order is checked against. */
export const wholeQuery = (words: SearchWords) => anyOf(words.map((set) => allOf(set.map(toLexeme))))

/** The query for the index: only words that are selective enough. */
export function indexQuery(words: SearchWords): string {
  return anyOf(
    words.map((set) => {
      const telling = set.filter(({ word }) => Array.from(word).length >= MIN_PREFIX)
      return allOf(telling.length > 0 ? telling.map(toLexeme) : set.map(({ word }) => quoted(word)))
    }),
  )
}

/** Query for the end of a phone number, in reverse. */
export const phoneQuery = (end: string) => `${quoted(`#${end}`)}:*`

type WordQuery = { readonly clients: readonly string[]; readonly index: string; readonly whole: string }

/** The newest orders that match. */
export async function findByWords(
  transaction: Transaction,
  { clients, index, whole }: WordQuery,
): Promise<SearchedOrderRow[]> {
  const ofClients = clients.length > MAX_NAMED_CLIENTS ? [] : [anyOf(clients.map((client) => quoted(`=${client}`)))]
  const [, rows] = await inOrder([
    setSearchWords(transaction, allOf([...ofClients, index])),
    transaction.rows(
      sql<SearchedOrderRow>`
        select orders.client_code, orders.order_number, orders.status, orders.ordered_at, orders.customer_first_name,
          orders.customer_last_name, orders.customer_account, orders.phone, orders.address_line_1, orders.address_line_2,
          orders.address_line_3, orders.address_line_4, orders.post_code, s.count::int
        from (
          select client_code, order_number, ordered_at, count(*) over () from order_search
          where words @@ ${whole}::tsquery
          order by ordered_at desc, client_code, order_number limit ${sql.lit(MAX_RANKED)}
        ) s
        join orders using (client_code, order_number)
        order by s.ordered_at desc, client_code, order_number`.compile(db),
    ),
    setSearchWords(transaction, ''),
  ])
  return rows
}

const setSearchWords = (transaction: Transaction, words: string) =>
  transaction.rows(sql`select set_config('app.words', ${words}, true)`.compile(db))

const DAY_MS = 86_400_000
const dayBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** Recent days, then recent months: periods that are searched before all others. */
function recentPeriods(now: Date): readonly (readonly string[])[] {
  const days = Array.from({ length: 7 }, (_, ago) => `@${dayBefore(now, ago)}`)
  const months = new Set(Array.from({ length: 90 }, (_, ago) => `@${dayBefore(now, ago).slice(0, 7)}`))
  return [days, [...months]]
}

/**
 * Finds the newest orders for frequent words. Recent periods are searched first, and older orders only if fewer than
 * the counting limit match, so that a frequent name is as fast as a rare one.
 */
export async function findNewestByWords(
  transaction: Transaction,
  query: WordQuery,
  now: Date,
): Promise<SearchedOrderRow[]> {
  for (const late of recentPeriods(now)) {
    const rows = await findByWords(transaction, { ...query, index: allOf([anyOf(late.map(quoted)), query.index]) })
    if ((rows[0]?.count ?? 0) > MAX_COUNTED) return rows
  }
  return findByWords(transaction, query)
}

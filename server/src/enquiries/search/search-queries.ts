import { MAX_COUNTED } from '@despatch/domain/enquiries/search/any-reference'
import type { AskedWord, AskedWords } from '@despatch/domain/enquiries/search/search-words'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'

// Orders are found by their words in order_search. An index serves the match only within the table's policy, so the search
// text is a setting of the transaction: docs/decisions/0046-search-order-words-inside-the-policy.md.

/** As many of what was found, the newest, are put in order by what matches. */
const MAX_RANKED = 200
/** With more clients than these, the index is asked for the words alone, and the policy leaves out other clients' orders. */
const MAX_NAMED_CLIENTS = 20
/** So few letters begin too many words to be asked of the index, where there are longer words. */
const MIN_BEGINNING = 3

export type FoundOrder = {
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
  /** How many there are. */
  count: number
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const anyOf = (parts: readonly string[]) => `(${parts.join(' | ')})`
const allOf = (parts: readonly string[]) => `(${parts.join(' & ')})`
const asked = ({ word, isWhole }: AskedWord) => `${quoted(word)}${isWhole ? '' : ':*'}`

/** All that is asked, as each order that is found is held to it. */
export const wholeQuery = (words: AskedWords) => anyOf(words.map((set) => allOf(set.map(asked))))

/** What the index is asked for: words that few orders have, or few begin with. */
export function indexQuery(words: AskedWords): string {
  return anyOf(
    words.map((set) => {
      const telling = set.filter(({ word }) => Array.from(word).length >= MIN_BEGINNING)
      return allOf(telling.length > 0 ? telling.map(asked) : set.map(({ word }) => quoted(word)))
    }),
  )
}

/** Whether so many words tell an order that few have all of them. */
export const isTelling = (words: AskedWords) =>
  words.every((set) => set.filter(({ word }) => Array.from(word).length >= MIN_BEGINNING).length > 1)

/** The end of a phone number, from the last digit to the first, as a query. */
export const phoneQuery = (end: string) => `${quoted(`#${end}`)}:*`

type Asked = { readonly clients: readonly string[]; readonly index: string; readonly whole: string }

/** The newest orders that words lead to. */
export async function findByWords(transaction: Transaction, { clients, index, whole }: Asked): Promise<FoundOrder[]> {
  const ofClients = clients.length > MAX_NAMED_CLIENTS ? [] : [anyOf(clients.map((client) => quoted(`=${client}`)))]
  const [, rows] = await inOrder([
    lookFor(transaction, allOf([...ofClients, index])),
    transaction.rows(
      sql<FoundOrder>`
        select o.client_code, o.order_number, o.status, o.ordered_at, o.customer_first_name, o.customer_last_name,
          o.customer_account, o.phone, o.address_line_1, o.address_line_2, o.address_line_3, o.address_line_4, o.post_code,
          s.count::int
        from (
          select client_code, order_number, ordered_at, count(*) over () from order_search
          where words @@ ${whole}::tsquery
          order by ordered_at desc, client_code, order_number limit ${sql.lit(MAX_RANKED)}
        ) s
        join orders o using (client_code, order_number)
        order by s.ordered_at desc, client_code, order_number`.compile(db),
    ),
    lookFor(transaction, ''),
  ])
  return rows
}

const lookFor = (transaction: Transaction, words: string) =>
  transaction.rows(sql`select set_config('app.words', ${words}, true)`.compile(db))

const DAY_MS = 86_400_000
const dayBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** Days and months of late, of which one is looked through before another: the last week, then the last months. */
function lateOnes(now: Date): readonly (readonly string[])[] {
  const days = Array.from({ length: 7 }, (_, ago) => `@${dayBefore(now, ago)}`)
  const months = new Set(Array.from({ length: 90 }, (_, ago) => `@${dayBefore(now, ago).slice(0, 7)}`))
  return [days, [...months]]
}

/**
 * The same of words that many orders may have: those of late first, and older ones only where there are not more than are
 * counted, so that a frequent name costs no more than a rare one.
 */
export async function findNewestByWords(transaction: Transaction, asked: Asked, now: Date): Promise<FoundOrder[]> {
  for (const late of lateOnes(now)) {
    const rows = await findByWords(transaction, { ...asked, index: allOf([anyOf(late.map(quoted)), asked.index]) })
    if ((rows[0]?.count ?? 0) > MAX_COUNTED) return rows
  }
  return findByWords(transaction, asked)
}

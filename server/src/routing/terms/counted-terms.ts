import type { Consignment, TermsCounted } from '@despatch/domain/routing/allocation/consignment'
import type { OrderToShip } from '@despatch/domain/routing/allocation/plan-consignments'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { listedPart } from '@despatch/domain/text/postcode-ranges'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { type ExchangeRate, rateOn, type RateTerms, toRates } from './rates.ts'

type OrderToCount = Pick<OrderToShip, 'country' | 'postcode' | 'despatchDay'>

/** The terms that new decisions of a client count. */
export type TermsInForce = {
  /** The client's book with the terms. */
  readonly compiled: CompiledBook
  /** What an order counts of them; undefined if nothing is agreed with the client's carriers. */
  readonly countFor: (order: OrderToCount) => TermsCounted | undefined
}

/** `moment` is that of the last change of terms; null if there never was one. */
export async function loadTermsInForce(
  transaction: Transaction,
  books: RuleBookCache,
  { compiled: book, moment }: { compiled: CompiledBook; moment: Date | string | null },
): Promise<TermsInForce> {
  const none = { compiled: book, countFor: () => undefined }
  if (moment === null) return none
  const at = new Date(moment).toISOString()
  const compiled = await books.withTerms(transaction, book, [at])
  const terms = compiled.terms?.get(at)
  if (!terms || terms.isEmptyFor(book.carriers)) return none
  const rates = terms.countsForeign() ? await loadRates(transaction) : []
  return {
    compiled,
    countFor: (order) => ({
      at,
      postcode: listedPart({ country: order.country, postcode: order.postcode ?? '' }),
      ...ratesFor(order),
    }),
  }

  function ratesFor({ despatchDay: day }: OrderToCount): Pick<TermsCounted, 'rates'> {
    if (rates.length === 0 || !terms) return {}
    const to = book.book.currency ?? 'GBP'
    const currencies = terms.currenciesOn(
      book.carriers.map(({ code }) => code),
      day,
    )
    const known = currencies.flatMap((from) => {
      const rate = rateOn(rates, { from, to, day })
      return rate === null ? [] : [[from, rate] as const]
    })
    return known.length > 0 ? { rates: Object.fromEntries(known) } : {}
  }
}

/** The moments of the terms that consignments count. */
export const momentsOf = (consignments: Iterable<Pick<Consignment, 'terms'>>): Set<string> =>
  new Set([...consignments].flatMap(({ terms }) => terms?.at ?? []))

async function loadRates(transaction: Transaction): Promise<ExchangeRate[]> {
  return toRates(await transaction.rows(sql<{ terms: RateTerms }>`select terms from exchange_rates()`.compile(db)))
}

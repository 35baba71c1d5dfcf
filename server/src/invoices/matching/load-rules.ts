import type { Day } from '@despatch/domain/calendar/day'
import { compileRules } from '@despatch/domain/invoices/judging/judge'
import { historyKnownAt } from '@despatch/domain/invoices/judging/price-books'
import type { JudgingRules, PriceHistory } from '@despatch/domain/invoices/judging/rules'
import { buildRuleBook, type BookItem } from '@despatch/domain/routing/rule-book/book-items'
import type pg from 'pg'
import { readAgreements, readRates } from '../settings/agreements.ts'
import { type ClientTermsCache, openClientTermsCache } from '../../routing/terms/client-terms-cache.ts'
import { rateOn } from '../../routing/terms/rates.ts'

type VersionRow = { client: string; version: number; publishedAt: Date; by: string }
type MethodRow = {
  client: string
  key: string
  fromVersion: number
  toVersion: number | null
  holdsFrom: Day | null
  content: BookItem['content']
}

/** The compiled rules for judging, with exchange rates. */
export type Rules = {
  rules: ReturnType<typeof compileRules>
  /** The exchange rate in millionths on a day; null if there is none or the currencies are the same. */
  rateBetween: (from: string, to: string, day: Day) => number | null
  /** Whether any agreement depends on size: a volumetric divisor or a charge. Otherwise sizes are not read. */
  countsSizes: boolean
  /** The terms of clients as routing decisions counted them. */
  termsAt: ClientTermsCache
}

/**
 * Loads what parcels of clients are judged by: their prices and the agreements with carriers, as known now or at an
 * instant. Amounts owed as of a day use what was known at the end of that day.
 */
export async function loadRules(connection: pg.ClientBase, clients: readonly string[], knownAt?: Date): Promise<Rules> {
  const judging = await readRules(connection, clients, knownAt)
  const rates = await readRates(connection, knownAt)
  const rateBetween: Rules['rateBetween'] = (from, to, day) => rateOn(rates, { from, to, day })
  return {
    rules: compileRules(judging),
    rateBetween,
    termsAt: openClientTermsCache(),
    countsSizes:
      judging.divisors.length > 0 ||
      judging.agreedCharges.some(({ conditions }) => conditions?.length || conditions?.volume),
  }
}

async function readRules(
  connection: pg.ClientBase,
  clients: readonly string[],
  knownAt: Date | undefined,
): Promise<JudgingRules> {
  const currencies = await connection.query<{ client: string; currency: string }>(
    'select client_code as client, currency_code as currency from clients where client_code = any ($1::text[])',
    [clients],
  )
  const versions = await connection.query<VersionRow>(
    `select client_code as client, version, published_at as "publishedAt", by_name as by from rule_books
     where client_code = any ($1::text[]) order by client_code, version`,
    [clients],
  )
  const methods = await connection.query<MethodRow>(
    `select client_code as client, item_key as key, from_version as "fromVersion", to_version as "toVersion", holds_from::text as "holdsFrom", content
     from rule_book_items where client_code = any ($1::text[]) and kind = 'method' order by client_code, item_key, from_version`,
    [clients],
  )
  const versionsOf = Map.groupBy(versions.rows, ({ client }) => client)
  const methodsOf = Map.groupBy(methods.rows, ({ client }) => client)
  const prices = currencies.rows.map(({ client, currency }): PriceHistory => ({
    client,
    currency,
    versions: (versionsOf.get(client) ?? []).map(({ version, publishedAt, by }) => ({
      version,
      publishedAt: publishedAt.getTime(),
      by,
    })),
    methods: (methodsOf.get(client) ?? []).flatMap(({ key, fromVersion, toVersion, holdsFrom, content }) => {
      const [method] = buildRuleBook(client, fromVersion, [{ kind: 'method', key, content } as BookItem]).methods
      return method ? [{ fromVersion, toVersion, holdsFrom, method }] : []
    }),
  }))
  return {
    prices: knownAt ? prices.map((history) => historyKnownAt(history, knownAt.getTime())) : prices,
    ...(await readAgreements(connection, knownAt)),
  }
}

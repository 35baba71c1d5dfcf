import type { Costs } from '@despatch/contract/reports/report-shapes'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import type { Period } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { areBillingDaysUpToDate } from '../../invoices/still-to-be-billed/billing-days.ts'
import type { FiguresContext } from '../figures-context.ts'
import { type FactsQuery, factsOf } from '../../figures/facts-of-days.ts'
import { storedValue } from '../parcel-sums.ts'

export type CostsRow = {
  carrier: string
  currency: string
  parcels: number
  unpriced: number
  expected: string
  billed: string
}

/** Whether the costs of a period are up to date; recent changes wait for the job. */
export const areCostsKnown = (
  transaction: Transaction,
  { startDate, endDate }: Period,
  carrier = '',
): Promise<boolean> =>
  areBillingDaysUpToDate(transaction, {
    from: startDate,
    to: endDate,
    carrier: carrier === '' ? undefined : storedValue(carrier),
  })

/** Expected and billed cost of the parcels despatched in a period, by carrier and currency. */
export const knownCosts = ({ transaction }: FiguresContext, query: FactsQuery, carrier = '') =>
  transaction.rows(prepared(costsOf(query, carrier).compile(db)))

export const costsOf = (query: FactsQuery, carrier = '') => sql<CostsRow>`
  select carrier, currency_code as currency, sum(parcels)::int as parcels, sum(unpriced)::int as unpriced,
    round(sum(cost), 4)::text as expected, coalesce(round(sum(cost) filter (where is_billed), 4), 0)::text as billed
  from ${factsOf('billing_known_days', query, carrier === '' ? [] : [sql`carrier = ${storedValue(carrier)}`])}
  join clients using (client_code)
  group by 1, 2 order by 1, 2`

export const presentCosts = ({ currency, parcels, unpriced, expected, billed }: CostsRow): Costs => ({
  currency,
  parcels,
  unpriced,
  expected,
  billed,
})

/** Adds up the costs of several carriers by currency. */
export const sumCosts = (rows: readonly CostsRow[]): Costs[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, parts]) => ({
    currency,
    parcels: parts.reduce((sum, { parcels }) => sum + parcels, 0),
    unpriced: parts.reduce((sum, { unpriced }) => sum + unpriced, 0),
    expected: sumMoney(parts.map(({ expected }) => expected)),
    billed: sumMoney(parts.map(({ billed }) => billed)),
  }))

const sumMoney = (amounts: readonly string[]) =>
  moneyText(amounts.reduce((sum, amount) => sum + parseMoney(amount), 0n))

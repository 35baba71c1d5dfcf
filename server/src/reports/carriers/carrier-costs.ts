import type { Costs } from '@despatch/contract/reports/report-shapes'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import type { Period } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db, isOf } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { areBillingDaysUpToDate } from '../../invoices/still-to-be-billed/billing-days.ts'
import type { FiguresContext } from '../figures-context.ts'
import { type FactsQuery, factsOf } from '../../figures/facts-of-days.ts'
import { keptValue } from '../parcel-sums.ts'

export type CostsRow = {
  carrier: string
  currency: string
  parcels: number
  unpriced: number
  expected: string
  billed: string
}

/** Whether all is reckoned of the parcels that left in some days: what has changed just now is left to the job. */
export const areCostsKnown = (
  transaction: Transaction,
  { startDate, endDate }: Period,
  carrier = '',
): Promise<boolean> =>
  areBillingDaysUpToDate(transaction, {
    from: startDate,
    to: endDate,
    carrier: carrier === '' ? undefined : keptValue(carrier),
  })

/** What the parcels that left in some days should cost, by carrier and currency, and what of it is billed by now. */
export const knownCosts = ({ transaction }: FiguresContext, asked: FactsQuery, carrier = '') =>
  transaction.rows(prepared(costsOf(asked, carrier).compile(db)))

export const costsOf = (asked: FactsQuery, carrier = '') => sql<CostsRow>`
  select carrier, currency_code as currency, sum(parcels)::int as parcels, sum(unpriced)::int as unpriced,
    round(sum(cost), 4)::text as expected, coalesce(round(sum(cost) filter (where is_billed), 4), 0)::text as billed
  from ${factsOf('billing_known_days', asked, carrier === '' ? [] : [sql`carrier = ${keptValue(carrier)}`])}
  join clients using (client_code)
  group by 1, 2 order by 1, 2`

export const presentCosts = ({ currency, parcels, unpriced, expected, billed }: CostsRow): Costs => ({
  currency,
  parcels,
  unpriced,
  expected,
  billed,
})

/** Costs of several carriers together, by currency. */
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

/** Gives what carriers are called: as the rule books have it where all that know one agree, else its code. */
export async function carrierNamesOf({ transaction, clients }: FiguresContext): Promise<(carrier: string) => string> {
  const rows = await transaction.rows(
    prepared(
      sql<{ carrier: string; name: string }>`
        select item_key as carrier, min(content ->> 'name') as name from rule_book_items
        where ${isOf('client_code', clients)} and kind = 'carrier' and to_version is null
        group by 1 having min(content ->> 'name') = max(content ->> 'name')`.compile(db),
    ),
  )
  const names = new Map(rows.map(({ carrier, name }) => [carrier, name]))
  return (carrier) => (carrier === '' ? 'Not known' : (names.get(carrier) ?? carrier))
}

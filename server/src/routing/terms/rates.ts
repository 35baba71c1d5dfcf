import type { CurrencyRate } from '@despatch/contract/invoices/settings'
import type { Day } from '@despatch/domain/calendar/day'
import type { OwnColumns } from './stored-terms.ts'

export type RateTerms = Omit<CurrencyRate, OwnColumns | 'rateID'>

/** An exchange rate from a day on: one unit of `from` in millionths of `to`. */
export type ExchangeRate = { from: string; to: string; day: Day; millionths: number }

/** Stored rates, as read from the database. */
export const toRates = (rows: readonly { terms: RateTerms }[]): ExchangeRate[] =>
  rows.map(({ terms }) => ({ ...terms, millionths: Math.round(Number(terms.rate) * 1_000_000) }))

/**
 * Finds the exchange rate in millionths on a day: the newest by then, in either direction; null if there is none, or
 * the currencies are the same.
 */
export function rateOn(
  rates: readonly ExchangeRate[],
  { from, to, day }: { from: string; to: string; day: Day },
): number | null {
  if (from === to) return null
  let best: ExchangeRate | undefined
  for (const rate of rates) {
    const isOne = (rate.from === from && rate.to === to) || (rate.from === to && rate.to === from)
    if (isOne && rate.day <= day && (!best || rate.day > best.day)) best = rate
  }
  if (!best) return null
  return best.from === from ? best.millionths : Math.round(1e12 / best.millionths)
}

/**
 * Amounts of money are whole ten-thousandths (`Cost`, `Money`), so that prices can be finer than payments. Amounts that
 * are paid, claimed, accrued or posted are whole minor units of their currency: pence, yen, fils.
 */

const units = new Map<string, number>()

/**
 * Ten-thousandths per minor unit of a currency: 100 for GBP, 10,000 for JPY, 10 for KWD, and 100 for an unknown one
 * ('').
 */
export function minorUnitOf(currency: string): number {
  if (currency === '') return 100
  let unit = units.get(currency)
  if (unit === undefined) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    units.set(currency, (unit = 10 ** (4 - maximumFractionDigits)))
  }
  return unit
}

/** Decimals of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => 4 - Math.log10(minorUnitOf(currency))

/** Rounds an amount to a unit: half away from zero. */
export function roundToUnit(amount: number, unit: number): number {
  const size = Math.abs(amount)
  const rest = size % unit
  const rounded = size - rest + (2 * rest >= unit ? unit : 0)
  return amount < 0 && rounded !== 0 ? -rounded : rounded
}

/** Rounds an amount in ten-thousandths to the minor unit of its currency, half away from zero. */
export const roundMoney = (amount: number, currency: string): number => roundToUnit(amount, minorUnitOf(currency))

/**
 * Rounds a series of amounts so that their sum is always the rounded exact sum: each amount makes up for the rounding
 * of those before.
 */
export class CarriedRounding {
  readonly #unit: number
  /** The exact sum so far, less the rounded one. */
  #carried = 0

  constructor(currency: string) {
    this.#unit = minorUnitOf(currency)
  }

  /** Takes ten-thousandths and returns whole minor units. */
  round(amount: number): number {
    const rounded = roundToUnit(amount + this.#carried, this.#unit)
    this.#carried += amount - rounded
    return rounded
  }
}

/** Why an amount, a decimal text, cannot be paid: it has more decimals than its currency. Undefined if it can. */
export function finerThanCurrency(text: string, currency: string): string | undefined {
  const places = decimalsOf(currency)
  const [, decimals = ''] = text.split('.')
  if (decimals.replace(/0+$/, '').length <= places) return undefined
  const most = places === 0 ? 'no decimals' : `at most ${places} decimals`
  return `Amounts in ${currency} have ${most}.`
}

/**
 * Amounts of money are whole ten-thousandths (`Cost`, `Money`), so that prices may be finer than what is paid. What is paid,
 * claimed, accrued or posted is whole minor units of its currency: pence, yen, fils.
 */

const units = new Map<string, number>()

/** Ten-thousandths in the minor unit of a currency: 100 of GBP, 10,000 of JPY, 10 of KWD, and 100 where it is not known (''). */
export function minorUnitOf(currency: string): number {
  if (currency === '') return 100
  let unit = units.get(currency)
  if (unit === undefined) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    units.set(currency, (unit = 10 ** (4 - maximumFractionDigits)))
  }
  return unit
}

/** How many decimals amounts of a currency have: 2 of GBP, none of JPY, 3 of KWD. */
export const decimalsOf = (currency: string): number => 4 - Math.log10(minorUnitOf(currency))

/** An amount in whole minor units, half up, negative ones alike. */
export function roundToUnit(amount: number, unit: number): number {
  const size = Math.abs(amount)
  const rest = size % unit
  const rounded = size - rest + (2 * rest >= unit ? unit : 0)
  return amount < 0 && rounded !== 0 ? -rounded : rounded
}

/** An amount in ten-thousandths, in whole minor units of its currency, half up. */
export const roundMoney = (amount: number, currency: string): number => roundToUnit(amount, minorUnitOf(currency))

/**
 * Rounds amounts one after the other so that their sum is always that of the exact amounts, rounded: what one loses the next
 * ones make up for.
 */
export class CarriedRounding {
  readonly #unit: number
  /** What the amounts so far come to exactly, less what was given for them. */
  #carried = 0

  constructor(currency: string) {
    this.#unit = minorUnitOf(currency)
  }

  /** Takes ten-thousandths; gives whole minor units. */
  round(amount: number): number {
    const rounded = roundToUnit(amount + this.#carried, this.#unit)
    this.#carried += amount - rounded
    return rounded
  }
}

/** Why nobody can pay an amount, a decimal text: it has more decimals than its currency has. Undefined for one that can be paid. */
export function finerThanCurrency(text: string, currency: string): string | undefined {
  const places = decimalsOf(currency)
  const [, decimals = ''] = text.split('.')
  if (decimals.replace(/0+$/, '').length <= places) return undefined
  const most = places === 0 ? 'no decimals' : `at most ${places} decimals`
  return `Amounts in ${currency} have ${most}.`
}

/** Signs in use that en-GB does not know. */
const OTHER_SIGNS: Readonly<Record<string, readonly string[]>> = { CHF: ['Fr', 'SFr'], RON: ['lei', 'leu'] }

const signs = new Map<string, ReadonlySet<string>>()

/** Signs that may stand beside an amount of a currency, in capitals: '£' and GBP; '$', 'US$' and USD. None for ''. */
export function signsOf(currency: string): ReadonlySet<string> {
  let found = signs.get(currency)
  if (!found) {
    const all = currency === '' ? [] : [currency, ...(OTHER_SIGNS[currency] ?? []), ...writtenSigns(currency)]
    signs.set(currency, (found = new Set(all.map((sign) => sign.toUpperCase()))))
  }
  return found
}

const writtenSigns = (currency: string) =>
  (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  )

let allSigns: ReadonlySet<string> | undefined

/** Whether a text is the sign or code of any currency. */
export function isCurrencySign(text: string): boolean {
  allSigns ??= new Set(Intl.supportedValuesOf('currency').flatMap((currency) => [...signsOf(currency)]))
  return allSigns.has(text.toUpperCase())
}

const SIGN = String.raw`[^\d\s.,'’()+\-]{1,4}`
const PARTS = new RegExp(String.raw`^([+-]?) ?(?:(${SIGN})\.? ?)?(.*?)(?: ?(${SIGN})\.?)?$`, 'u')

/**
 * Splits a written amount from its sign: '-£5', '£-5' and '5 kr.' give '-5', '-5' and '5'. `sign` is '' if there is
 * none. Undefined if there is one on both sides.
 */
export function splitSign(text: string): { readonly sign: string; readonly amount: string } | undefined {
  const [, minus = '', before, amount = '', behind] = PARTS.exec(text) ?? []
  if (before !== undefined && behind !== undefined) return undefined
  return { sign: before ?? behind ?? '', amount: minus + amount }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** What is wrong with a code as that of a currency, in words; undefined for one of ISO 4217. */
export function currencyProblem(code: string): string | undefined {
  return CURRENCIES.has(code) ? undefined : `There is no currency ${code}: name one like GBP or EUR`
}

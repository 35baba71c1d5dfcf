const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Why a code is not a currency of ISO 4217; undefined if it is one. */
export function currencyProblem(code: string): string | undefined {
  return CURRENCIES.has(code) ? undefined : `There is no currency ${code}: name one like GBP or EUR`
}

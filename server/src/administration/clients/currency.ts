const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Why a code is not a currency of ISO 4217; undefined if it is one. */
export function currencyProblem(code: string): string | undefined {
  return CURRENCIES.has(code) ? undefined : `${code} is not a currency. Enter one like GBP or EUR`
}

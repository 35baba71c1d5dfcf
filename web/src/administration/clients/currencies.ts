const names = new Intl.DisplayNames('en-GB', { type: 'currency' })

/** Every currency of the browser, as 'GBP: British Pound', by ISO code. */
export const CURRENCIES: readonly { readonly value: string; readonly label: string }[] = Intl.supportedValuesOf(
  'currency',
).map((code) => ({ value: code, label: `${code}: ${names.of(code) ?? code}` }))

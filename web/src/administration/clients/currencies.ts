const names = new Intl.DisplayNames('en-GB', { type: 'currency' })

/** Every currency that the browser knows, as 'GBP: British Pound', by its name of three letters. */
export const CURRENCIES: readonly { readonly value: string; readonly label: string }[] = Intl.supportedValuesOf(
  'currency',
).map((code) => ({ value: code, label: `${code}: ${names.of(code) ?? code}` }))

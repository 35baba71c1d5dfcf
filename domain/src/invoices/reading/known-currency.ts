const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a three-letter code is a currency. */
export const isCurrency = (code: string): boolean => CODES.has(code)

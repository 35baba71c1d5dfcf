const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a code of three letters names a currency. */
export const isCurrency = (code: string): boolean => CODES.has(code)

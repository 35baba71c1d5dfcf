import { createContext, useContext } from 'react'

/** The currency of the invoice whose rows are shown, because rows do not repeat it. Empty if unknown. */
export const Currency = createContext('GBP')
export const useCurrency = () => useContext(Currency)

import { createContext, useContext } from 'react'

/** The currency of the invoice whose rows are shown: they do not repeat it. Empty where nobody has said which it is. */
export const Currency = createContext('GBP')
export const useCurrency = () => useContext(Currency)

import type { FactSet } from './figures/deltas.ts'
import { workCountFacts } from './figures/known-work.ts'
import { stockFacts } from './stock/ledger/stock-facts.ts'

/** All balances that deltas update. */
export const factSets: readonly FactSet[] = [stockFacts, workCountFacts]

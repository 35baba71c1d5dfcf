import { type FactsAsked, type FactSource, knownFacts } from './known-facts.ts'

const RETURNED: FactSource = {
  known: 'returned_known',
  parts: {
    days: 'returned_by_day',
    deltas: 'returned_not_folded',
    months: 'return_months',
    changes: { table: 'returned_lately', facts: 'returns' },
  },
  keys: [],
  sums: ['pieces'],
}

/** Pieces that came back, by the day on which they were received. */
export const returnedFacts = (asked: FactsAsked) => knownFacts(RETURNED, asked)

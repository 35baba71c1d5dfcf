import type { FactSet } from '../../figures/facts.ts'

/** What came back, by day: all, by reason, by carrier, by region; and how many weeks it took. */
export const returnFacts: FactSet = {
  name: 'returns',
  fold: 'fold_return_deltas',
  rebuild: 'rebuild_return_facts',
  wrong: 'wrong_return_periods',
}

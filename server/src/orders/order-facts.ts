import type { FactSet } from '../figures/facts.ts'

/** Orders placed, released, due, despatched and delivered, by day; cancelled ones are left out. */
export const orderFacts: FactSet = {
  name: 'orders',
  fold: 'fold_order_deltas',
  rebuild: 'rebuild_order_facts',
  wrong: 'wrong_order_periods',
}

import type { FactSet } from '../../figures/deltas.ts'

/** What is on hand, reserved and promised of each SKU: balances, and what waits to be folded into them. */
export const stockFacts: FactSet = {
  name: 'stock',
  title: 'stock balances',
  fold: 'fold_stock_deltas',
  rebuild: 'rebuild_stock',
  wrong: 'wrong_stock',
}

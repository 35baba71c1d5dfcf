import type { FactSet } from '../../figures/deltas.ts'

/** Stock on hand, reserved and promised by SKU: balances, and deltas to be folded into them. */
export const stockFacts: FactSet = {
  name: 'stock',
  title: 'stock balances',
  fold: 'fold_stock_deltas',
  rebuild: 'rebuild_stock',
  wrong: 'wrong_stock',
}

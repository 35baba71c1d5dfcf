import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../column-types.ts'

type Key = { client_code: string; sku_code: string; code: string }

/** Stock counts and movements, and the balances derived from them. */
export type StockTables = {
  default_allocation_codes: { code: string; title: string; may_be_promised: boolean }
  allocation_codes: { client_code: string; code: string; title: string; may_be_promised: boolean }
  stock_counts: Key & {
    counted_at: Instant
    pieces: number
    warehouse_available: number
    received_at: Instant
  }
  stock_movements: Key & {
    movement_key: string | null
    kind: 'despatch' | 'return' | 'goods-in' | 'adjustment'
    pieces: number
    at: Instant
    received_at: Instant
    is_uncertain: Generated<boolean>
    reason: Generated<string>
    reference: Generated<string>
    order_number: Generated<string>
    by_name: Generated<string>
  }
  stock_balances: Key & {
    on_hand: Generated<number>
    reserved: Generated<number>
    promised: Generated<number>
    available: GeneratedAlways<number>
    counted_at: Instant | null
    counted: number | null
    warehouse_available: number | null
    changed_at: Generated<Instant>
    changed_by: Generated<string>
  }
  /** Total of all codes of a SKU; triggers update it. */
  sku_stock: { client_code: string; sku_code: string; on_hand: number; counted: number }
  stock_deltas: Key & {
    promised: Generated<number>
    moved: Generated<number>
    at: Instant | null
  }
}

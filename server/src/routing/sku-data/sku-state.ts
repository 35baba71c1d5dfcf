import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type SkuBox = { Code: string; quantity: number }

/** What is kept of a SKU: grams, millimetres with the longest side first, cubic centimetres; null is not known. */
export type SkuState = {
  title: string
  categories: readonly string[]
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  volume: number | null
  /** A decimal text. */
  value: string
  isSerialNumbered: boolean
  /** Came in with a feed of orders or stock, and nobody has looked at it yet. */
  isUnknown: boolean
  /** The boxes that it comes in, by code. */
  boxes: readonly SkuBox[]
  /** Whether it is a box of another. */
  isBox: boolean
}

export const NEW_SKU: SkuState = {
  title: '',
  categories: [],
  weight: null,
  length: null,
  width: null,
  height: null,
  volume: null,
  value: '0',
  isSerialNumbered: false,
  isUnknown: false,
  boxes: [],
  isBox: false,
}

/** What is known of some SKUs of a client, by code. */
export async function skuStates(
  transaction: Transaction,
  client: string,
  codes: readonly string[],
): Promise<Map<string, SkuState>> {
  const rows = await transaction.rows(
    sql<Omit<SkuState, 'boxes'> & { code: string; boxes: SkuBox[] | null }>`
      select s.* from unnest(${codes}::text[]) as named (code) cross join lateral (
        select sku_code as code, description as title, categories, weight, length, width, height, volume,
          unit_value::text as value, is_serial_numbered as "isSerialNumbered", is_unknown as "isUnknown",
          (
            select json_agg(json_build_object('Code', component_code, 'quantity', quantity) order by component_code)
            from sku_components c where c.client_code = ${client} and c.sku_code between named.code and named.code
          ) as boxes,
          exists (
            select from sku_components c where c.client_code = ${client} and c.component_code between named.code and named.code
          ) as "isBox"
        from skus
        where client_code = ${client} and sku_code between named.code and named.code
        order by sku_code limit 1
      ) s`.compile(db),
  )
  return new Map(rows.map(({ code, ...state }) => [code, { ...state, boxes: state.boxes ?? [] }]))
}

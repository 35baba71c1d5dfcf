import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type SkuBox = { Code: string; quantity: number }

/** A SKU as stored: grams, millimetres with the longest side first, cubic centimetres. null is unknown. */
export type SkuState = {
  title: string
  categories: readonly string[]
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  volume: number | null
  /** A decimal string in the client's currency. */
  value: string
  isSerialNumbered: boolean
  /** Created by a feed of orders or stock and not checked by a user yet. */
  isUnknown: boolean
  /** The boxes that the product comes in, by code. */
  boxes: readonly SkuBox[]
  /** Whether the SKU is a box of another product. */
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

/** Loads SKUs of a client by code. */
export async function skuStates(
  transaction: Transaction,
  client: string,
  codes: readonly string[],
): Promise<Map<string, SkuState>> {
  const rows = await transaction.rows(
    sql<Omit<SkuState, 'boxes'> & { code: string; boxes: SkuBox[] | null }>`
      select sku_code as code, description as title, categories, weight, length, width, height, volume,
        unit_value::text as value, is_serial_numbered as "isSerialNumbered", is_unknown as "isUnknown",
        (
          select json_agg(json_build_object('Code', component_code, 'quantity', quantity) order by component_code)
          from sku_components c where c.client_code = ${client} and c.sku_code = skus.sku_code
        ) as boxes,
        exists (
          select from sku_components c where c.client_code = ${client} and c.component_code = skus.sku_code
        ) as "isBox"
      from skus where client_code = ${client} and sku_code = any (${codes}::text[])`.compile(db),
  )
  return new Map(rows.map(({ code, ...state }) => [code, { ...state, boxes: state.boxes ?? [] }]))
}

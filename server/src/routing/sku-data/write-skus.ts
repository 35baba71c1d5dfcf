import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { SkuState } from './sku-state.ts'

/** Inserts or updates SKUs by code, and replaces the boxes of those in `withBoxes`. */
export async function writeSkus(
  transaction: Transaction,
  client: string,
  { states, withBoxes }: { states: ReadonlyMap<string, SkuState>; withBoxes: readonly string[] },
): Promise<void> {
  if (states.size === 0) return
  const rows = [...states].map(([code, { boxes: _boxes, isBox: _isBox, ...state }]) => ({ code, ...state }))
  await transaction.write(
    sql`insert into skus (client_code, sku_code, description, categories, weight, length, width, height, volume,
        unit_value, is_serial_numbered, is_unknown)
      select ${client}, code, title, array(select json_array_elements_text(categories)), weight, length, width, height,
        volume, value, "isSerialNumbered", "isUnknown"
      from json_to_recordset(${JSON.stringify(rows)}::json) as s (code text, title text, categories json, weight int,
        length int, width int, height int, volume int, value numeric, "isSerialNumbered" boolean, "isUnknown" boolean)
      order by code collate "C"
      on conflict (client_code, sku_code) do update set
        description = excluded.description, categories = excluded.categories, weight = excluded.weight,
        length = excluded.length, width = excluded.width, height = excluded.height, volume = excluded.volume,
        unit_value = excluded.unit_value, is_serial_numbered = excluded.is_serial_numbered,
        is_unknown = excluded.is_unknown`.compile(db),
  )
  if (withBoxes.length === 0) return
  await transaction.write(
    sql`delete from sku_components where client_code = ${client} and sku_code = any (${[...withBoxes]}::text[])`.compile(
      db,
    ),
  )
  const boxes = withBoxes.flatMap((product) =>
    (states.get(product)?.boxes ?? []).map(({ Code, quantity }) => ({ product, box: Code, quantity })),
  )
  await transaction.write(
    sql`insert into sku_components (client_code, sku_code, component_code, quantity)
      select ${client}, product, box, quantity
      from json_to_recordset(${JSON.stringify(boxes)}::json) as b (product text, box text, quantity int)
      order by product collate "C", box collate "C"`.compile(db),
  )
}

/** Adds missing SKUs that other SKUs name as their boxes, marked as unknown. */
export async function addUnknownBoxes(transaction: Transaction, client: string, codes: readonly string[]) {
  if (codes.length === 0) return
  await transaction.write(
    sql`insert into skus (client_code, sku_code, is_unknown)
      select ${client}, code, true from unnest(${codes}::text[]) as n (code) order by code collate "C"
      on conflict (client_code, sku_code) do nothing`.compile(db),
  )
}

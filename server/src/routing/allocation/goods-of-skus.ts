import type { Goods } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Parcel } from '@despatch/domain/routing/allocation/consignment'
import { type RawBuilder, sql } from 'kysely'

type Measures = { weight: number | null; length: number | null; volume: number | null; categories: string[] }
type Component = Measures & { sku: string; quantity: number }
/** A row with {@link GOODS_COLUMNS}. */
export type GoodsRow = Measures & { components: Component[] | null }

/** The columns of `skus` that packing needs, with the SKU's boxes. */
export const GOODS_COLUMNS: RawBuilder<unknown> = sql`
  skus.weight, skus.length, skus.volume, skus.categories,
  (
    select json_agg(json_build_object('sku', box.sku_code, 'quantity', c.quantity, 'weight', box.weight,
      'length', box.length, 'volume', box.volume, 'categories', box.categories) order by c.component_code)
    from sku_components c
    join skus box on box.client_code = c.client_code and box.sku_code = c.component_code
    where c.client_code = skus.client_code and c.sku_code = skus.sku_code
  ) as components`

/** Each box of a product is a separate object up to this number, one more than the parcels that a consignment may have. */
const MAX_BOXES = 5001

/** Converts a row for the packer. Missing measures count as 0, and are named. */
export function goodsOfRow({ components, ...own }: GoodsRow): Goods {
  const unit = unitOf(own)
  return {
    unit,
    categories: own.categories,
    components: (components ?? []).flatMap((component) =>
      Array.from({ length: Math.min(component.quantity, MAX_BOXES) }, () => ({
        sku: component.sku,
        box: unitOf(component),
        categories: component.categories,
      })),
    ),
  }
}

function unitOf({ weight, length, volume }: Measures): Parcel {
  const unknown = MEASURES.filter((name) => ({ weight, length, volume })[name] === null)
  return {
    weight: weight ?? 0,
    length: length ?? 0,
    volume: volume ?? 0,
    ...(unknown.length > 0 && { unknown }),
  }
}
const MEASURES = ['weight', 'length', 'volume'] as const

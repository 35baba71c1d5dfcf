import { type Goods, goods } from '@despatch/contract/multi-box/multi-box'
import { knownVersion } from '@despatch/contract/allocation/fields'
import { z } from 'zod'
import type { ShownFields } from '../form/conflict.ts'

const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** A field in which a figure is typed: empty is not known, and what is no figure is refused in the words of its shape. */
const typed = <Value extends z.ZodType<number | null, number | null>>(value: Value) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : FIGURE.test(text) ? Number(text) : Number.NaN))
    .pipe(value)

/** The form of the goods of a SKU. `version` counts what this form has been told of it. */
export const goodsForm = z.object({
  weight: typed(goods.shape.weight),
  length: typed(goods.shape.length),
  volume: typed(goods.shape.volume),
  categories: goods.shape.categories,
  components: goods.shape.components,
  version: knownVersion,
})
export type GoodsValues = z.input<typeof goodsForm>

export const GOODS_LABELS = {
  weight: 'weight',
  length: 'longest side',
  volume: 'volume',
  categories: 'categories',
  components: 'boxes',
} as const

const textOf = (value: number | null) => (value === null ? '' : String(value))

export function goodsValues({ weight, length, volume, categories, components }: Goods, version: number): GoodsValues {
  return {
    weight: textOf(weight),
    length: textOf(length),
    volume: textOf(volume),
    categories: [...categories],
    components: components.map((component) => ({ ...component })),
    version,
  }
}

/** The goods in words. */
export function shownGoods({ weight, length, volume, categories, components }: GoodsValues): ShownFields {
  const figure = (text: string, unit: string) => (text.trim() === '' ? 'Not known' : `${text.trim()} ${unit}`)
  return {
    weight: { title: 'Weight', text: figure(weight, 'kg') },
    length: { title: 'Longest side', text: figure(length, 'cm') },
    volume: { title: 'Volume', text: figure(volume, 'm³') },
    categories: { title: 'Categories', text: categories.join(', ') || 'None' },
    components: {
      title: 'Boxes',
      text: components.map(({ Code, quantity }) => `${quantity} × ${Code}`).join(', ') || 'None',
    },
  }
}

/** One's own values with the other's in the fields named. */
export function mergedGoods(mine: GoodsValues, theirs: GoodsValues, fromTheirs: ReadonlySet<string>): GoodsValues {
  const taken = Object.entries(theirs).filter(([field]) => fromTheirs.has(field) || field === 'version')
  return { ...mine, ...Object.fromEntries(taken) }
}

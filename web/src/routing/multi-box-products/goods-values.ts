import { type Goods, goods } from '@despatch/contract/routing/multi-box-products/multi-box'
import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { figureText, typedFigure } from '../../kit/form/typed/typed-figure.ts'

/** The form of a SKU's goods. `version` counts how often the form has loaded them. */
export const goodsForm = z.object({
  weight: typedFigure(goods.shape.weight),
  length: typedFigure(goods.shape.length),
  volume: typedFigure(goods.shape.volume),
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

export function goodsValues({ weight, length, volume, categories, components }: Goods, version: number): GoodsValues {
  return {
    weight: figureText(weight),
    length: figureText(length),
    volume: figureText(volume),
    categories: [...categories],
    components: components.map((component) => ({ ...component })),
    version,
  }
}

/** The goods for people. */
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

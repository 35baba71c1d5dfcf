import { skuData } from '@despatch/contract/routing/sku-data/sku-data'
import { centimetres, kilograms } from '@despatch/contract/routing/rule-book/fields'
import type { SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import { z } from 'zod'
import { figureText, typedFigure } from '../../kit/form/typed/typed-figure.ts'

const SIDES = ['length', 'width', 'height'] as const
const side = (name: string) =>
  typedFigure(centimetres(name).max(1500, `${name} is at most 15 m`).positive(`${name} is more than 0`).nullable())

export const skuForm = z
  .object({
    title: skuData.shape.title.unwrap(),
    categories: skuData.shape.categories.unwrap(),
    weight: typedFigure(
      kilograms('Weight').max(2000, 'Weight is at most 2,000 kg').positive('Weight is more than 0').nullable(),
    ),
    length: side('Length'),
    width: side('Width'),
    height: side('Height'),
    value: skuData.shape.value.unwrap(),
    isSerialNumbered: z.boolean(),
  })
  .superRefine((values, context) => {
    const missing = SIDES.find((name) => values[name] === null)
    if (missing && SIDES.some((name) => values[name] !== null))
      context.addIssue({ code: 'custom', path: [missing], message: 'Enter all three sides, or none' })
  })
export type SkuValues = z.input<typeof skuForm>

export const SKU_LABELS = {
  title: 'title',
  categories: 'categories',
  weight: 'weight',
  length: 'length',
  width: 'width',
  height: 'height',
  value: 'unit value',
  isSerialNumbered: 'serial numbers',
} as const

/** Initial form values. */
export function skuValues(row: SkuReportRow): SkuValues {
  const sides = row.width !== null && row.height !== null
  return {
    title: row.Item_Description,
    categories: [...row.categories],
    weight: figureText(row.weight),
    length: figureText(sides ? row.length : null),
    width: figureText(row.width),
    height: figureText(row.height),
    value: row.unitValue,
    isSerialNumbered: row.isSerialNumbered,
  }
}

/** The fields that were changed in the form; others are not sent, so that newer values stay. */
export function skuChange(row: SkuReportRow, values: z.output<typeof skuForm>): z.input<typeof skuData> {
  const was = skuForm.parse(skuValues(row))
  const { length, width, height } = values
  const isResized = SIDES.some((name) => was[name] !== values[name])
  const size = length === null || width === null || height === null ? null : { length, width, height }
  return {
    SKU: row.Code,
    ...(values.title !== was.title && { title: values.title }),
    ...(JSON.stringify(values.categories) !== JSON.stringify(was.categories) && { categories: values.categories }),
    ...(values.weight !== was.weight && { weight: values.weight }),
    ...(isResized && { size }),
    ...(values.value !== was.value && { value: values.value }),
    ...(values.isSerialNumbered !== was.isSerialNumbered && { isSerialNumbered: values.isSerialNumbered }),
  }
}

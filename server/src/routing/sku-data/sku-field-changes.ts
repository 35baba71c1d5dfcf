import { centimetresOf, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import type { SkuState } from './sku-state.ts'

/** A field of a SKU before and after, for people. */
export type FieldChange = { readonly field: string; readonly from: string; readonly to: string }

const NONE = 'none'
const UNKNOWN = 'not known'

const TEXTS: Readonly<Record<string, (state: SkuState) => string>> = {
  Title: ({ title }) => title || NONE,
  Category: ({ categories }) => categories.join('; ') || NONE,
  Weight: ({ weight }) => (weight === null ? UNKNOWN : `${kilogramsOf(weight)} kg`),
  Size: sizeText,
  Boxes: ({ boxes }) => boxes.map(({ Code, quantity }) => `${Code} x ${quantity}`).join('; ') || NONE,
  'Unit value': ({ value }) => moneyText(parseMoney(value)),
  'Serial-numbered': ({ isSerialNumbered }) => (isSerialNumbered ? 'Yes' : 'No'),
}

function sizeText({ length, width, height, volume }: SkuState): string {
  if (length === null || volume === null) return UNKNOWN
  if (width === null || height === null) return `${centimetresOf(length)} cm long, ${volume} cm³`
  return `${[length, width, height].map(centimetresOf).join(' × ')} cm`
}

/** Lists the fields that differ between two states of a SKU. */
export function fieldChanges(was: SkuState, next: SkuState): FieldChange[] {
  return Object.entries(TEXTS).flatMap(([field, textOf]) => {
    const [from, to] = [textOf(was), textOf(next)]
    return from === to ? [] : [{ field, from, to }]
  })
}

import type { WeightUnit } from '../column-mapping/layout.ts'

const UNITS: ReadonlyMap<string, WeightUnit> = new Map<string, WeightUnit>([
  ['g', 'g'],
  ['gr', 'g'],
  ['grm', 'g'],
  ['k', 'kg'],
  ['kg', 'kg'],
  ['kgs', 'kg'],
  ['kgm', 'kg'],
  ['l', 'lb'],
  ['lb', 'lb'],
  ['lbs', 'lb'],
  ['oz', 'oz'],
  ['o', 'oz'],
  ['ozs', 'oz'],
])

/** The unit of weight for a carrier's word; undefined for other words. */
export const weightUnitOf = (text: string): WeightUnit | undefined => UNITS.get(text.toLowerCase())

export const isWeightUnit = (text: string): boolean => weightUnitOf(text) !== undefined

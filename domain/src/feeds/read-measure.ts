import {
  toWholeUnits,
  isWeightUnit,
  MAX_GRAMS,
  MAX_SIDE,
  splitTitleAndUnit,
  type Unit,
  parseUnit,
} from '../routing/sku-data/sku-measures.ts'
import { type Fault, fault } from './fault.ts'
import type { RowChecks } from './rows/row-check.ts'

/** Reads whole grams or whole millimetres; undefined for an empty cell. */
export type MeasureReader = (text: string) => number | undefined | Fault

const WEIGHTS = { units: 'g, kg, oz or lb', usual: 'kg', most: MAX_GRAMS, mostText: '2,000 kg' } as const
const SIDES = { units: 'mm, cm, m or in', usual: 'cm', most: MAX_SIDE, mostText: '15 m' } as const

/**
 * Makes a reader of weights in whole grams. The unit comes from the cell, else the mapping, else the column title; else
 * it is kg.
 */
export function weightReader(checks: RowChecks, field: string, title: string): MeasureReader {
  return measureReader(title, unitOf(checks, field, true), true)
}

/** Makes a reader of lengths in whole millimetres, likewise; the default unit is cm. */
export function sideReader(checks: RowChecks, field: string, title: string): MeasureReader {
  return measureReader(title, unitOf(checks, field, false), false)
}

/** Ignores a unit of the wrong kind in a title, such as 'Weight (cm)'. */
function unitOf({ units, titles }: RowChecks, field: string, ofWeight: boolean): Unit {
  const known = [units?.[field], splitTitleAndUnit(titles?.[field] ?? '').unit]
  return known.find((unit) => unit && isWeightUnit(unit) === ofWeight) ?? (ofWeight ? WEIGHTS : SIDES).usual
}

function measureReader(title: string, unit: Unit, ofWeight: boolean): MeasureReader {
  const { units, usual, most, mostText } = ofWeight ? WEIGHTS : SIDES
  const wrong = fault(`${title} looks like 1.25 or 1.25 ${usual}: no sign, in ${units}`)
  const unclear = fault(`${title} may be thousands or decimals. Write 1.25, or 1250 without a comma`)
  const nothing = fault(`${title} must be more than 0. Leave the cell empty if unknown`)
  const tooMuch = fault(`${title} is at most ${mostText}. Check the unit`)
  return (text) => {
    if (text === '') return undefined
    if (/^[1-9]\d{0,2},\d{3}(?!\d)/.test(text)) return unclear
    const [, figure = '', named = ''] =
      /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*([a-z".]*)$/i.exec(text.replace(/^(\d{1,9}),(?=\d)/, '$1.')) ?? []
    if (figure === '') return wrong
    const own = named === '' ? unit : parseUnit(named)
    if (!own || isWeightUnit(own) !== ofWeight) return wrong
    if (Number(figure) === 0) return nothing
    const whole = toWholeUnits(Number(figure), own)
    return whole > most ? tooMuch : whole
  }
}

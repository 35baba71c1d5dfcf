import type { Cost } from '../prices/costing.ts'
import { moneyText, parseMoney } from '../../money/money.ts'

/**
 * Conversions between the units of screens (kg, cm, m³, decimal strings) and of calculations (whole grams, mm, cm³,
 * ten-thousandths).
 */

export const gramsOf = (kilograms: number) => Math.round(kilograms * 1000)
export const kilogramsOf = (grams: number) => grams / 1000
export const millimetresOf = (centimetres: number) => Math.round(centimetres * 10)
export const centimetresOf = (millimetres: number) => millimetres / 10
export const cubicCentimetresOf = (cubicMetres: number) => Math.round(cubicMetres * 1_000_000)
export const cubicMetresOf = (cubicCentimetres: number) => cubicCentimetres / 1_000_000

/** Parses a decimal string such as '4.50'. Throws a RangeError for text that is not an amount. */
export const costOfText = (text: string): Cost => Number(parseMoney(text))
/** Formats a cost with two decimals, or as many more as needed. */
export const costText = (cost: Cost): string => moneyText(BigInt(cost))

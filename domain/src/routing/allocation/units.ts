import type { Cost } from '../prices/costing.ts'
import { moneyText, parseMoney } from '../../money/money.ts'

/** Between what people write (kg, cm, m³, decimal texts) and what is reckoned with (whole grams, mm, cm³, ten-thousandths). */

export const gramsOf = (kilograms: number) => Math.round(kilograms * 1000)
export const kilogramsOf = (grams: number) => grams / 1000
export const millimetresOf = (centimetres: number) => Math.round(centimetres * 10)
export const centimetresOf = (millimetres: number) => millimetres / 10
export const cubicCentimetresOf = (cubicMetres: number) => Math.round(cubicMetres * 1_000_000)
export const cubicMetresOf = (cubicCentimetres: number) => cubicCentimetres / 1_000_000

/** A cost of a decimal text such as '4.50'. Throws a RangeError for a text that is no amount. */
export const costOfText = (text: string): Cost => Number(parseMoney(text))
/** The decimal text of a cost, with two decimals or as many more as it takes. */
export const costText = (cost: Cost): string => moneyText(BigInt(cost))

import { isDay } from '@despatch/domain/calendar/day'
import type { PricingMethod } from '@despatch/domain/routing/prices/costing'
import { joinBands } from '@despatch/domain/routing/prices/band-steps'
import { quantityOf, writtenQuantity } from '@despatch/domain/routing/prices/written-pricing'
import { readableBands } from '../price-body.ts'
import type { RowValues } from '../price-shape.ts'

/** The rows of a matrix without the gaps of the step in which its bands are written, and how many rows that changes. */
export function joinedRows(rows: readonly RowValues[], method: PricingMethod): { rows: RowValues[]; joined: number } {
  const bands = readableBands(rows).flatMap((band) => {
    const { from, to, effectiveFrom, effectiveBetween } = band
    const days = [effectiveFrom ?? [], effectiveBetween ? [effectiveBetween.from, effectiveBetween.to] : []].flat()
    return days.every(isDay)
      ? [{ ...band, from: quantityOf(method, from), to: to === null ? null : quantityOf(method, to) }]
      : []
  })
  const begins = new Map(
    joinBands(bands, method).flatMap((band, at) => (band === bands[at] ? [] : [[band.index, band.from] as const])),
  )
  return {
    joined: begins.size,
    rows: rows.map((row, index) => {
      const from = begins.get(index)
      return from === undefined ? row : { ...row, from: String(writtenQuantity(method, from)) }
    }),
  }
}

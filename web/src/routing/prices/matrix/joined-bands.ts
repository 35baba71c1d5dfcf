import { isDay } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import type { PricingMethod } from '@despatch/domain/routing/prices/costing'
import { joinBands } from '@despatch/domain/routing/prices/band-steps'
import { quantityOf, writtenQuantity } from '@despatch/domain/routing/prices/written-pricing'
import { readableBands } from '../price-body.ts'
import type { RowValues } from '../price-shape.ts'

export type JoinedRows = {
  readonly rows: RowValues[]
  /** How many rows are changed. */
  readonly joined: number
  /** The first gap that is closed: where the band below ends, and where the next begins. */
  readonly example: { readonly end: string; readonly start: string } | undefined
}

/** The rows of a matrix without the gaps of the step in which its bands are written. */
export function joinedRows(rows: readonly RowValues[], method: PricingMethod): JoinedRows {
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
  const [first] = begins
  return {
    joined: begins.size,
    example: first && { end: String(writtenQuantity(method, first[1])), start: rows[first[0]]?.from ?? '' },
    rows: rows.map((row, index) => {
      const from = begins.get(index)
      return from === undefined ? row : { ...row, from: String(writtenQuantity(method, from)) }
    }),
  }
}

/** Says which bands are written in steps, with one of them, and what that leaves without a price. */
export function joinText({ joined, example }: Pick<JoinedRows, 'joined' | 'example'>, method: PricingMethod): string {
  const [bands, as] = joined === 1 ? ['1 band starts', ':'] : [`${formatCount(joined)} bands start`, ', for example']
  const gap = example ? `${as} ${example.end} then ${example.start}` : ''
  const what = method === 'By Weight Matrix' ? 'Weights' : 'Quantities'
  return `${bands} just after the previous one ends${gap}. ${what} in between have no price.`
}

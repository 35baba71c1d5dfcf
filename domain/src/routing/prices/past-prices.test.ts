import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../../calendar/day.ts'
import { findPastChanges, pricesByDay } from './compared-prices.ts'
import type { MatrixRow, Pricing } from './costing.ts'
import { appliesOn, pricesInUse, type PublishedPrices } from './holds-from.ts'

const TODAY = '2026-11-09'
const NOTHING = { incrementalCost: 0, incrementStart: 0, increment: 0 }

/** A matrix with many rows, all at one price. */
function matrix(pounds: number, rows = 1): Pricing {
  const costingMatrix = Array.from({ length: rows }, (_, at): MatrixRow => ({
    ...NOTHING,
    chargeID: `C${at}`,
    from: at * 100,
    to: (at + 1) * 100,
    baseCost: Math.round(pounds * 10_000),
    effectiveFrom: null,
    effectiveBetween: null,
  }))
  return {
    pricingMethod: 'By Weight Matrix',
    primaryCosting: { ...NOTHING, baseCost: 0, fromParcel: 1, costingMatrix },
    secondaryCosting: null,
  }
}

/** The first changed day (null: all earlier days) and the last one; undefined if none changes. */
function past(published: readonly PublishedPrices[], after: Pricing, holdsFrom: Day | null) {
  const changed = findPastChanges(published, after, { today: TODAY, holdsFrom, pricesOn: pricesByDay() })
  const [first, last] = [changed[0], changed.at(-1)]
  return first && last && [first.from, last.to]
}

test('a past day is compared with its own prices after any number of versions', () => {
  const before = { pricing: matrix(4, 400), holdsFrom: null }
  const since = { pricing: matrix(5, 400), holdsFrom: addDays(TODAY, -60) }
  const published = [before, ...Array.from({ length: 900 }, () => since)]
  expect(past(published, matrix(5, 400), null)).toEqual([null, addDays(TODAY, -61)])
  expect(past(published, matrix(5, 400), addDays(TODAY, -60))).toBeUndefined()
})

test('ten years of weekly prices are each compared with their week', () => {
  const weeks = 520
  const published = Array.from({ length: weeks }, (_, at) => ({
    pricing: matrix(4 + (at % 2) / 10, 20),
    holdsFrom: addDays(TODAY, -7 * (weeks - at)),
  }))
  const last = published.at(-1)?.pricing ?? matrix(4)
  expect(past(published, last, addDays(TODAY, -7))).toBeUndefined()
  expect(past(published, last, null)).toEqual([null, addDays(TODAY, -8)])
})

const day = fc.option(
  fc.integer({ min: -40, max: 10 }).map((days) => addDays(TODAY, days)),
  { nil: null, freq: 6 },
)
const history = fc.array(fc.record({ pricing: fc.constantFrom(matrix(4), matrix(5), matrix(6)), holdsFrom: day }), {
  maxLength: 8,
})

test('superseded prices do not affect the changed days', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(4, 5, 6), day, (published, pounds, holdsFrom) => {
      const days = Array.from({ length: 60 }, (_, at) => addDays(TODAY, at - 45))
      const used = new Set(days.flatMap((one) => published.findLast((prices) => appliesOn(prices, one)) ?? []))
      const inUse = pricesInUse(published)
      expect(new Set(inUse)).toEqual(used)
      const after = matrix(pounds)
      const changed = days
        .filter((one) => one < TODAY && appliesOn({ holdsFrom }, one))
        .filter(
          (one) =>
            published.findLast((prices) => appliesOn(prices, one))?.pricing.primaryCosting?.costingMatrix[0]
              ?.baseCost !==
            pounds * 10_000,
        )
      // No history starts this early, so the first stretch is open-ended.
      const first = changed[0] === days[0] ? null : changed[0]
      const expected = changed.length > 0 ? [first, changed.at(-1)] : undefined
      expect(past(published, after, holdsFrom)).toEqual(expected)
      expect(past(inUse, after, holdsFrom)).toEqual(expected)
    }),
  )
})

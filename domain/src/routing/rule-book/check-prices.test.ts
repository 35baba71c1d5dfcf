import { describe, expect, test } from 'vitest'
import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { book, method, MONDAY, parcel } from '../../testing/rule-books.ts'
import type { Costing, MatrixRow } from '../prices/costing.ts'
import { checkBook, type Finding } from './check-book.ts'

const CHARGE = { baseCost: 100, incrementalCost: 0, incrementStart: 0, increment: 0 }
const row = (chargeID: string, from: number, to: number | null): MatrixRow => ({
  ...CHARGE,
  chargeID,
  from,
  to,
  effectiveFrom: null,
  effectiveBetween: null,
})
const costing = (fromParcel: number, costingMatrix: readonly MatrixRow[]): Costing => ({
  ...CHARGE,
  fromParcel,
  costingMatrix,
})
const check = (primaryCosting: Costing, secondaryCosting: Costing | null) =>
  checkBook(
    book({
      methods: [
        { ...method('M', 'DPD', 1), pricing: { pricingMethod: 'By Parcel', primaryCosting, secondaryCosting } },
      ],
    }),
    { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [parcel()] },
  )

describe('bands by parcel, beside a secondary costing', () => {
  const byParcel = (fromParcel: number, primary: readonly MatrixRow[], secondary: readonly MatrixRow[] = []) =>
    check(costing(1, primary), costing(fromParcel, secondary))
  const gaps = (findings: readonly Finding[]) =>
    findings.map((one) =>
      'to' in one && 'from' in one ? [one.kind, one.from, one.to, one.example?.parcels.length] : one,
    )

  test('above the primary’s parcels are not reported as missing', () => {
    expect(byParcel(3, [row('1', 0, 2), row('2', 4, 6)])).toEqual([])
    expect(byParcel(1, [row('1', 2, 4)])).toEqual([])
  })
  test('that end before the secondary starts are reported', () => {
    expect(gaps(byParcel(5, [row('1', 0, 2)]))).toEqual([['bands-missing', 2, 4, 3]])
    expect(gaps(byParcel(5, [row('1', 0, 2), row('2', 4, 9)]))).toEqual([['bands-missing', 2, 3, 3]])
    expect(byParcel(5, [row('1', 0, 4)])).toEqual([])
  })
  test('of the secondary count from its first parcel, beyond a hundred', () => {
    expect(gaps(byParcel(3, [], [row('1', 0, 150), row('2', 160, null)]))).toEqual([['bands-missing', 150, 159, 153]])
  })
  test('a primary costing that starts after parcel 1 prices nothing', () => {
    expect(check(costing(2, [row('1', 0, null)]), null)).toMatchObject([{ kind: 'no-price', clientMethodID: 'M' }])
  })
  test('of a future secondary leave further parcels without a price', () => {
    const later = { ...row('1', 0, null), effectiveFrom: '2027-01-01' }
    const hole = { kind: 'dates-with-hole', costing: 'secondary', from: MONDAY, to: '2026-12-31' }
    expect(byParcel(2, [], [later])).toMatchObject([hole])
    expect(byParcel(2, [row('1', 0, 1)], [later])).toMatchObject([hole])
    const pricing = { pricingMethod: 'By Weight Matrix' as const, primaryCosting: costing(1, []) }
    const byWeight = { ...method('M', 'DPD', 1), pricing: { ...pricing, secondaryCosting: costing(2, [later]) } }
    const findings = checkBook(book({ methods: [byWeight] }), { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [parcel()] })
    expect(findings).toMatchObject([hole])
    expect(findings[0]?.example?.parcels).toHaveLength(2)
  })
  test('a secondary from parcel 1 leaves the primary without bands', () => {
    const later = (chargeID: string) => ({ ...row(chargeID, 0, null), effectiveFrom: '2027-01-01' })
    expect(byParcel(2, [later('1')], [later('1')])).toEqual([])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, NO_DAYS_OFF, weekday } from '../../calendar/day.ts'
import { anyBook, MONDAY, parcel, route } from '../../testing/rule-books.ts'
import { allocate } from '../allocation/allocate.ts'
import { BIT } from '../allocation/constraints.ts'
import { holdFor } from '../allocation/plan-consignments.ts'
import { checkBook, type Finding } from './check-book.ts'
import { capacityOn, type CompiledBook, compileBook, usedOn } from './compile-book.ts'
import type { RuleBook } from './rule-book.ts'

/** ROUTING_CASES sets a larger number than `npm test` uses. */
const numRuns = Number(process.env['ROUTING_CASES'] ?? 300)

const CODES = ['DHL', 'DPD', 'EVRI', 'UPS']
const DAYS = ['2026-02-27', MONDAY, '2026-03-04', '2026-03-20']
const anyRoutes = fc
  .array(
    fc.record({
      sku: fc.constantFrom('a', 'b'),
      carrier: fc.constantFrom(...CODES),
      regions: fc.subarray(['Wales', 'London']),
      startDate: fc.option(fc.constantFrom(...DAYS)),
      endDate: fc.option(fc.constantFrom(...DAYS)),
    }),
    { maxLength: 5 },
  )
  .map((routes) => routes.map(({ sku, ...rest }, index) => route(String(index), { sku }, rest)))
const anyChecked = fc.tuple(anyBook, anyRoutes).map(([rules, fixedRouting]): RuleBook => ({ ...rules, fixedRouting }))

/** Whether the example of a finding shows the problem. */
function isShown(rules: RuleBook, compiled: CompiledBook, finding: Finding): boolean {
  const { example } = finding
  if (!example) return true
  const { failing } = allocate(compiled, example, usedOn(compiled, new Map(), example.despatchDay))
  const failsOf = (isMeant: (index: number) => boolean, bit: number) =>
    compiled.methods.every((_method, index) => !isMeant(index) || ((failing[index] ?? 0) & bit) !== 0)
  const isMethod = (id: string) => (index: number) => compiled.methods[index]?.clientMethodID === id
  const isOf = (carrier: string) => (index: number) => compiled.methods[index]?.carrier === carrier
  const sku = (id: string) => {
    const by = rules.fixedRouting.find(({ customPreferenceID }) => customPreferenceID === id)?.by
    return by && 'sku' in by ? by.sku : ''
  }
  const heldBy = (id: string) => holdFor(compiled, example, sku(id), [])?.customPreferenceIDs[0]
  switch (finding.kind) {
    case 'bands-missing':
    case 'dates-with-hole':
    case 'no-price':
      return failsOf(isMethod(finding.clientMethodID), BIT.price)
    case 'no-capacity':
      return (
        failsOf(isOf(finding.carrier), BIT.capacity) &&
        compiled.methods.every(
          (_method, index) => !isOf(finding.carrier)(index) || ((failing[index] ?? 0) & BIT.activeDates) === 0,
        )
      )
    case 'carrier-not-active':
      return failsOf(isOf(finding.carrier), BIT.activeDates)
    case 'limit-too-low':
      return failsOf(isMethod(finding.clientMethodID), BIT[finding.type])
    case 'route-to-nothing':
      return heldBy(finding.customPreferenceID) === finding.customPreferenceID
    case 'route-never-applies': {
      const by = heldBy(finding.customPreferenceID)
      return by !== finding.customPreferenceID && by === example.heldTo?.customPreferenceIDs[0]
    }
    case 'route-ends-before-it-starts':
      return heldBy(finding.customPreferenceID) !== finding.customPreferenceID
    case 'bands-overlap':
    case 'skus-without-weight':
      return true
  }
}

test('each finding of a rule book has an example that shows it', () => {
  fc.assert(
    fc.property(anyChecked, (rules) => {
      const compiled = compileBook(rules)
      const findings = checkBook(rules, { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [parcel()] })
      expect(findings.filter((finding) => !isShown(rules, compiled, finding))).toEqual([])
    }),
    { numRuns },
  )
})

test('every number of parcels without a price is found', () => {
  fc.assert(
    fc.property(anyBook, (rules) => {
      const compiled = compileBook(rules)
      const findings = checkBook(rules, { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [] })
      for (const [index, { clientMethodID, pricing, carrier }] of compiled.methods.entries()) {
        if (pricing.pricingMethod !== 'By Parcel') continue
        const isActive = rules.carriers.find(({ code }) => code === carrier)?.active === 'Y'
        if (!isActive || findings.some((one) => 'clientMethodID' in one && one.clientMethodID === clientMethodID))
          continue
        const isPriced = (count: number) => {
          const parcels = Array.from({ length: count }, () => parcel())
          const asked = { service: 'STANDARD' as const, country: 'GB', region: null, despatchDay: MONDAY, heldTo: null }
          const { costs } = allocate(compiled, { ...asked, parcels }, new Float64Array(compiled.carriers.length))
          return (costs[index] ?? -1) >= 0
        }
        const priced = Array.from({ length: 25 }, (_, at) => isPriced(at + 1))
        // Once a number has no price, no larger one has: the last band has ended.
        expect(priced.lastIndexOf(true)).toBe(priced.indexOf(false) < 0 ? 24 : priced.indexOf(false) - 1)
        // The secondary continues where the primary ends.
        const second = pricing.secondaryCosting?.fromParcel ?? 1
        if (second > 1 && isPriced(second - 1)) expect(isPriced(second)).toBe(true)
      }
    }),
    { numRuns },
  )
})

test('a weekday without capacity is found, whenever it starts', () => {
  fc.assert(
    fc.property(anyBook, (rules) => {
      const findings = checkBook(rules, { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [] })
      const days = Array.from({ length: 90 }, (_, index) => addDays(MONDAY, index))
      for (const { code, active, activeDates } of rules.carriers) {
        const isPromised = rules.methods.some(
          ({ carrier, serviceTypes }) => carrier === code && serviceTypes.some((service) => service !== 'STANDARD'),
        )
        if (active !== 'Y' || activeDates.length > 0 || !isPromised) continue
        const none = days.filter(
          (day) => weekday(day) < 5 && capacityOn(rules.capacities, code, day)?.slots[weekday(day)] === 0,
        )
        const found = findings.flatMap((one) => (one.kind === 'no-capacity' && one.carrier === code ? one.day : []))
        for (const day of none)
          expect(
            found.some((first) => first <= day && weekday(first) === weekday(day)),
            `${code} ${day}`,
          ).toBe(true)
      }
    }),
    { numRuns },
  )
})

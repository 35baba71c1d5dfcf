import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CarriedRounding, finerThanCurrency, minorUnitOf, roundMoney } from './minor-units.ts'

test.each([
  ['GBP', 100],
  ['EUR', 100],
  ['JPY', 10_000],
  ['KWD', 10],
  ['CLF', 1],
  ['', 100],
])('the minor unit of %s is %i ten-thousandths', (currency, unit) => {
  expect(minorUnitOf(currency)).toBe(unit)
})

test.each([
  [100_050, 'GBP', 100_100],
  [100_049, 'GBP', 100_000],
  [-100_050, 'GBP', -100_100],
  [-20, 'GBP', 0],
  [2_910_005, 'GBP', 2_910_000],
  [14_999, 'JPY', 10_000],
  [15_000, 'JPY', 20_000],
  [10_005, 'KWD', 10_010],
  [10_050, '', 10_100],
])('%i ten-thousandths of %s are %i', (amount, currency, rounded) => {
  expect(roundMoney(amount, currency)).toBe(rounded)
})

test('amounts rounded one after the other add up, each within one unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })),
      fc.constantFrom('GBP', 'JPY', 'KWD'),
      (amounts, currency) => {
        const rounding = new CarriedRounding(currency)
        let [exact, sum] = [0, 0]
        for (const amount of amounts) {
          const rounded = rounding.round(amount)
          exact += amount
          sum += rounded
          expect(Math.abs(rounded - amount)).toBeLessThanOrEqual(minorUnitOf(currency))
          expect(Math.abs(rounded % minorUnitOf(currency))).toBe(0)
        }
        expect(Math.abs(sum - exact) * 2).toBeLessThanOrEqual(minorUnitOf(currency))
      },
    ),
  )
})

test.each([
  ['13.995', 'GBP', 'Amounts in GBP have at most 2 decimals.'],
  ['13.99', 'GBP', undefined],
  ['13.9900', 'GBP', undefined],
  ['0.5', 'JPY', 'Amounts in JPY have no decimals.'],
  ['12', 'JPY', undefined],
  ['1.005', 'KWD', undefined],
  ['1.0005', 'KWD', 'Amounts in KWD have at most 3 decimals.'],
  ['-0.001', 'EUR', 'Amounts in EUR have at most 2 decimals.'],
])('%s %s: %s', (text, currency, problem) => {
  expect(finerThanCurrency(text, currency)).toBe(problem)
})

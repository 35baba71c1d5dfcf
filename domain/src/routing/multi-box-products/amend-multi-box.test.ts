import { expect, test } from 'vitest'
import { amendMultiBox, flagOf, isSameCarrier, multiBoxProblems } from './amend-multi-box.ts'

const now = { Same_Component_Carrier_Default: 'N', Same_Component_Carrier: { BED: 'Y', SOFA: 'Y' } } as const
const change = (given: object) => ({ sameCarrier: false, skuListToAdd: [], skuListToRemove: [], ...given })

test("the same-carrier flag is true when the default equals 'Y'", () => {
  expect([isSameCarrier('Y'), isSameCarrier('N'), flagOf(true), flagOf(false)]).toEqual([true, false, 'Y', 'N'])
})

test.each([
  ['nothing', {}, 'N', { BED: 'Y', SOFA: 'Y' }],
  ['a SKU that departs from the default', { skuListToAdd: ['DESK'] }, 'N', { BED: 'Y', SOFA: 'Y', DESK: 'Y' }],
  ['one that does so already', { skuListToAdd: ['BED', 'BED'] }, 'N', { BED: 'Y', SOFA: 'Y' }],
  ['one that ceases to', { skuListToRemove: ['BED'] }, 'N', { SOFA: 'Y' }],
  ['the default: exceptions that say the same are none any more', { sameCarrier: true }, 'Y', {}],
  [
    'the default, and an exception from the new default',
    { sameCarrier: true, skuListToAdd: ['BED'], skuListToRemove: ['SOFA'] },
    'Y',
    { BED: 'N' },
  ],
])('amends %s', (_what, given, byDefault, exceptions) => {
  expect(amendMultiBox(now, change(given))).toEqual({
    Same_Component_Carrier_Default: byDefault,
    Same_Component_Carrier: exceptions,
  })
})

test('an exception equal to the default is removed by the next change', () => {
  const odd = { Same_Component_Carrier_Default: 'Y', Same_Component_Carrier: { BED: 'Y', SOFA: 'N' } } as const
  expect(amendMultiBox(odd, change({ sameCarrier: true })).Same_Component_Carrier).toEqual({ SOFA: 'N' })
})

test.each([
  ['a SKU there is not', { skuListToAdd: ['DESK', 'NONE'] }, ['skuListToAdd.1: SKU NONE doesn’t exist']],
  [
    'a SKU in both lists',
    { skuListToAdd: ['BED'], skuListToRemove: ['BED'] },
    ['skuListToAdd.0: BED is in both lists'],
  ],
  ['one that is no exception', { skuListToRemove: ['DESK'] }, ['skuListToRemove.0: DESK does not differ']],
  ['nothing', { skuListToAdd: ['DESK'], skuListToRemove: ['SOFA'] }, []],
])('refuses %s', (_what, given, said) => {
  const found = multiBoxProblems(now, change(given), (sku) => sku !== 'NONE').map(
    (one) => `${one.path}: ${one.message}`,
  )
  expect(found).toEqual(said.map((begins) => expect.stringContaining(begins)))
})

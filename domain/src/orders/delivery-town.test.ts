import { expect, test } from 'vitest'
import { deliveryTown } from './delivery-town.ts'

test.each([
  ['Flat 2, Rose Court', 'York', 'York'],
  ['', 'York', 'York'],
  ['Leeds', '', 'Leeds'],
  ['17 Sackville Road', '', ''],
  ['', '', ''],
])('of an address with the lines %j and %j the town is %j', (addressLine2, addressLine3, town) => {
  expect(deliveryTown({ addressLine2, addressLine3 })).toBe(town)
})

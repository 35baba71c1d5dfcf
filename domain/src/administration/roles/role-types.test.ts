import { expect, test } from 'vitest'
import { menuLeaves } from './menu.ts'
import { grantsBeyond, grantsOf, holdsRight, RIGHTS } from './permissions.ts'
import { defaultPermissions, isAdministratorType, isInternalType, ROLE_TYPES, roleTitle } from './role-types.ts'

test('specification 3: display title is code, a colon, then name', () => {
  expect(roleTitle({ code: 'PACK', name: 'Packers' })).toBe('PACK: Packers')
})

test.each([
  ['Internal Administrator', true, true],
  ['Internal User', true, false],
  ['Client Administrator', false, true],
  ['Client User', false, false],
] as const)('%s: internal %s, administrator %s', (type, isInternal, isAdministrator) => {
  expect([isInternalType(type), isAdministratorType(type)]).toEqual([isInternal, isAdministrator])
})

test('new roles: internal administrators have everything, other types less and less', () => {
  expect(grantsOf(defaultPermissions('Internal Administrator'))).toHaveLength(menuLeaves().length * RIGHTS.length)
  const sizes = ROLE_TYPES.map((type) => grantsOf(defaultPermissions(type)).length)
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  expect(grantsBeyond(defaultPermissions('Client User'), defaultPermissions('Client Administrator'))).toEqual([])
})

test.each([
  ['Internal User', 'setUpAndControl.clientAdministration.clientList', ['Enable', 'Read Only']],
  ['Internal User', 'carrierRoutingControl.carrierPrices', ['Enable', 'Read Only', 'Edit']],
  ['Client Administrator', 'setUpAndControl.userAdministration.manageUsers', ['Enable', 'Read Only', 'Edit']],
  ['Client Administrator', 'setUpAndControl.clientAdministration.clientList', []],
  ['Client Administrator', 'carrierRoutingControl.carrierPrices', ['Enable', 'Read Only']],
  ['Client Administrator', 'managementReports.annualVolumesByClient', []],
  ['Client User', 'orderManagement.createNewOrder', ['Enable', 'Read Only', 'Edit']],
  ['Client User', 'setUpAndControl.userAdministration.manageUsers', []],
] as const)('%s begins on %s with %j', (type, leaf, expected) => {
  expect(RIGHTS.filter((right) => holdsRight(defaultPermissions(type), leaf, right))).toEqual(expected)
})

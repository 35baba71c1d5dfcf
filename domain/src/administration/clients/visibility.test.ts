import { describe, expect, test } from 'vitest'
import { clientSettingsFrom } from './client-settings.ts'
import {
  entriesNotSeen,
  intersectVisibility,
  SEES_EVERYTHING,
  SEES_NOTHING,
  visibilityBeyond,
  visibilityOfRole,
  visibilityOfSettings,
} from './visibility.ts'

test('by default client users see no operator data, and roles hide nothing', () => {
  expect(visibilityOfSettings(clientSettingsFrom({}))).toEqual(SEES_NOTHING)
  expect(visibilityOfRole({})).toEqual(SEES_EVERYTHING)
})

test.each([
  ['showCosts', 'costs'],
  ['showCapacities', 'capacities'],
  ['showOtherMethods', 'otherMethods'],
  ['showStaffNames', 'staffNames'],
] as const)('%s shows %s and nothing else', (setting, key) => {
  expect(visibilityOfSettings(clientSettingsFrom({ [setting]: true }))).toEqual({ ...SEES_NOTHING, [key]: true })
})

test('users see what both client and role show', () => {
  const client = { costs: true, capacities: true, otherMethods: false, staffNames: false }
  expect(intersectVisibility(client, visibilityOfRole({ costs: false, staffNames: true }))).toEqual({
    costs: false,
    capacities: true,
    otherMethods: false,
    staffNames: false,
  })
})

test('a role may not show more than its granter’s', () => {
  expect(visibilityBeyond(SEES_EVERYTHING, SEES_EVERYTHING)).toEqual([])
  expect(visibilityBeyond(visibilityOfRole({ costs: false }), visibilityOfRole({ costs: false }))).toEqual([])
  expect(visibilityBeyond(SEES_EVERYTHING, visibilityOfRole({ costs: false }))).toEqual(['costs'])
})

const BY_HAND = ['carrierRoutingControl.carrierByHand', 'carrierRoutingControl.carrierByHandOverrule']

describe('screens that show nothing else are closed', () => {
  test.each([
    [SEES_EVERYTHING, []],
    [
      SEES_NOTHING,
      [
        'carrierRoutingControl.carrierPrices',
        'carrierRoutingControl.carrierCapacitySetUp',
        ...BY_HAND,
        'invoiceReconciliation',
      ],
    ],
    [
      { ...SEES_EVERYTHING, costs: false },
      ['carrierRoutingControl.carrierPrices', ...BY_HAND, 'invoiceReconciliation'],
    ],
    [{ ...SEES_EVERYTHING, capacities: false }, ['carrierRoutingControl.carrierCapacitySetUp', ...BY_HAND]],
  ])('%o', (sees, entries) => {
    expect(entriesNotSeen(sees)).toEqual(entries)
  })
})

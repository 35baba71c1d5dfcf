import { expect, test } from 'vitest'
import { CLIENT_SETTINGS, clientSettingsFrom, DEFAULT_CLIENT_SETTINGS } from './client-settings.ts'

test('a client for which nothing is set has the defaults', () => {
  for (const nothing of [undefined, null, {}]) expect(clientSettingsFrom(nothing)).toEqual(DEFAULT_CLIENT_SETTINGS)
})

test.each(CLIENT_SETTINGS)('%s is as it was set, and no other setting with it', (setting) => {
  const other = !DEFAULT_CLIENT_SETTINGS[setting]
  expect(clientSettingsFrom({ [setting]: other })).toEqual({ ...DEFAULT_CLIENT_SETTINGS, [setting]: other })
})

test('a setting of another version, or a value of another type, is left out', () => {
  expect(clientSettingsFrom({ showCosts: 'yes', showMoods: true })).toEqual(DEFAULT_CLIENT_SETTINGS)
})

test('by default users of a client see no costs, capacities, other methods or names of staff', () => {
  expect(DEFAULT_CLIENT_SETTINGS).toMatchObject({
    showCosts: false,
    showCapacities: false,
    showOtherMethods: false,
    showStaffNames: false,
  })
})

import { expect, test } from 'vitest'
import { CLIENT_SETTINGS, clientSettingsFrom, DEFAULT_CLIENT_SETTINGS } from './client-settings.ts'

test('a client without stored settings has the defaults', () => {
  for (const nothing of [undefined, null, {}]) expect(clientSettingsFrom(nothing)).toEqual(DEFAULT_CLIENT_SETTINGS)
})

test.each(CLIENT_SETTINGS)('%s is read back as it was set, without changing other settings', (setting) => {
  const other = !DEFAULT_CLIENT_SETTINGS[setting]
  expect(clientSettingsFrom({ [setting]: other })).toEqual({ ...DEFAULT_CLIENT_SETTINGS, [setting]: other })
})

test('a setting of another version, or a value of another type, is ignored', () => {
  expect(clientSettingsFrom({ showCosts: 'yes', showMoods: true })).toEqual(DEFAULT_CLIENT_SETTINGS)
})

test('by default client users see no costs, capacities, other methods or staff names', () => {
  expect(DEFAULT_CLIENT_SETTINGS).toMatchObject({
    showCosts: false,
    showCapacities: false,
    showOtherMethods: false,
    showStaffNames: false,
  })
})

import { expect, test } from 'vitest'
import fc from 'fast-check'
import { isOfCountries } from './crown-dependencies.ts'
import {
  homeEntryProblem,
  isWithinPostcodes,
  listedPart,
  postcodeEntries,
  postcodeEntryProblem,
} from './postcode-ranges.ts'

const HIGHLANDS = postcodeEntries('KA27-28, PA20–49; PH17 - PH26\nIV, HS, kw1-14, EC1A')

test.each<[string, string, boolean | undefined]>([
  ['GB', 'KA27 8SQ', true],
  ['GB', 'ka278sq', true],
  ['GB', 'KA1 1AA', false],
  ['GB', 'KA2 7AA', false],
  ['GB', 'PA20 9AA', true],
  ['GB', 'PA2 0AA', false],
  ['GB', 'PH26 3AA', true],
  ['GB', 'PH2 6AA', false],
  ['GB', 'IV1 1AA', true],
  ['GB', 'I1 1AA', undefined],
  ['GB', 'EC1A 1BB', true],
  ['GB', 'EC1M 6AA', false],
  ['GB', 'N1 9GU', false],
  ['GB', 'KA27', true],
  ['GB', '', undefined],
  ['GB', '-', undefined],
  ['', 'KA27 8SQ', undefined],
  ['FR', '75001', false],
  ['IE', 'A65 F4E2', false],
])('%s %s', (country, postcode, expected) => {
  expect(isWithinPostcodes(HIGHLANDS, { country, postcode })).toBe(expected)
})

test.each<[string, string, string, boolean | undefined]>([
  ['20', 'FR', '20000', true],
  ['20000-20190', 'FR', '20190', true],
  ['20000-20190', 'FR', '20200', false],
  ['01', 'DE', '01067', true],
  ['1', 'DE', '01067', false],
  ['IM', 'IM', 'IM1 1AA', true],
  ['IM', 'GB', 'IM1 1AA', true],
  ['JE2', 'JE', 'JE2 3AB', true],
  ['JE2', 'JE', 'JE3 3AB', false],
  ['A65', 'IE', 'A65 F4E2', true],
  ['20', 'GB', 'SW1A 1AA', false],
  ['EC1', 'GB', 'EC1A 1BB', true],
])('%s of %s %s', (list, country, postcode, expected) => {
  expect(isWithinPostcodes(postcodeEntries(list), { country, postcode })).toBe(expected)
})

test.each([
  ['PA49-20', 'The range PA49-20 ends before it begins'],
  ['KA27-PA28', 'The range KA27-PA28 covers two areas. Enter one range per area'],
  ['Highlands', "'Highlands' isn’t a postcode area, district or range. Enter it like IV, KA27 or PA20-49"],
  ['KA27 8SQ', "'KA27 8SQ' isn’t a postcode area, district or range. Enter it like IV, KA27 or PA20-49"],
  ['KA27-28', undefined],
  ['ph17 - ph26', undefined],
  ['EC1A', undefined],
  ['20000-20190', undefined],
])('the entry %s', (entry, problem) => expect(postcodeEntryProblem(entry)).toBe(problem))

test('a list can be pasted from a column, a row or a sentence', () => {
  expect(postcodeEntries('IV\r\nKA27-28\r\n\r\nHS\tZE,iv; PH17 – 26')).toEqual(['IV', 'KA27-28', 'HS', 'ZE', 'PH17-26'])
})

test.each([
  ['KA27-28', undefined],
  ['je', undefined],
  ['EC1A', undefined],
  ['28', "'28' has no area. Enter its letters too, like KA28"],
  ['LV1', "'LV1' isn’t valid. There is no postcode area LV"],
  ['IV212', "'IV212' isn’t a district. A district has up to two digits, like IV21"],
  ['PA49-20', 'The range PA49-20 ends before it begins'],
])('the entry %s of a list of the United Kingdom', (entry, problem) => expect(homeEntryProblem(entry)).toBe(problem))

test.each<[string, string, string]>([
  ['GB', 'KA27 8SQ', 'KA27'],
  ['GB', 'ec1a1bb', 'EC1A'],
  ['JE', 'JE2 3AB', 'JE2'],
  ['GB', 'JE', 'JE'],
  ['GB', '', ''],
  ['IE', 'D02 X285', 'D02X'],
  ['NL', '1012 AB', '1012A'],
  ['FR', '75001', '75001'],
  ['PT', '1000-205', '100020'],
])('of %s %s, lists of places compare %s', (country, postcode, part) => {
  expect(listedPart({ country, postcode })).toBe(part)
})

test('the part of a postcode is in the same lists as the whole', () => {
  const entries = fc.array(
    fc.constantFrom(
      'KA27-28',
      'IV',
      'EC1A',
      'EC',
      'JE2',
      'D02',
      'D02X',
      '20000-20190',
      '75',
      '1000',
      '1012A',
      'A65',
      '9',
    ),
  )
  const address = fc.oneof(
    fc.record({
      country: fc.constantFrom('GB', 'JE'),
      postcode: fc.constantFrom('KA27 8SQ', 'EC1A 1BB', 'JE2 3AB', 'IV', '', '-'),
    }),
    fc.record({
      country: fc.constantFrom('FR', 'IE', 'NL', ''),
      postcode: fc.stringMatching(/^[A-Z]{0,4}\d{0,8}[ -]?[A-Z0-9]{0,4}$/),
    }),
  )
  fc.assert(
    fc.property(entries, address, (list, one) => {
      const part = { ...one, postcode: listedPart(one) }
      expect(isWithinPostcodes(list, part)).toBe(isWithinPostcodes(list, one))
      for (const countries of [['GB'], ['JE'], ['FR', 'GG']])
        expect(isOfCountries(countries, part)).toBe(isOfCountries(countries, one))
    }),
    { numRuns: 2000 },
  )
})

import { expect, test } from 'vitest'
import { normalPostcode, postcodeProblem } from './postcode.ts'

test.each([
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', '  SW1A   1AA ', 'SW1A 1AA'],
  ['GB', 'SW1A-1AA', 'SW1A 1AA'],
  ['GB', 'SW1A1AA.', 'SW1A 1AA'],
  ['GB', 'SW1A, 1AA', 'SW1A 1AA'],
  ['GB', 'SW1A OAA', 'SW1A 0AA'],
  ['GB', 'SWIA IAA', 'SW1A 1AA'],
  ['GB', 'BLO 1AA', 'BL0 1AA'],
  ['GB', '0X1 2AB', 'OX1 2AB'],
  ['GB', 'S014 0AA', 'SO14 0AA'],
  ['GB', 'E1O 1AA', 'E10 1AA'],
  ['GB', 'E1W 1AA', 'E1W 1AA'],
  ['GB', 'EC1A 1BB', 'EC1A 1BB'],
  ['GB', 'M1 1AE', 'M1 1AE'],
  ['GB', 'w1a0ax', 'W1A 0AX'],
  ['GB', 'gir 0aa', 'GIR 0AA'],
  ['GB', 'GIROAA', 'GIR 0AA'],
  ['GB', 'BF1 3AA', 'BF1 3AA'],
  ['GB', 'JE2 3AB', 'JE2 3AB'],
  ['JE', 'je23ab', 'JE2 3AB'],
  ['GG', 'GY11AA', 'GY1 1AA'],
  ['IM', 'im1-1aa', 'IM1 1AA'],
  ['IE', ' d02 af30', 'D02 AF30'],
  ['GB', 'bfpo 58', 'BFPO 58'],
  ['GB', 'BFPO0058', 'BFPO 58'],
  ['HK', '999077', '999077'],
  ['DE', '10115', '10115'],
  ['US', '10115-1234', '10115-1234'],
])('in %s, %j is stored as %s', (country, text, kept) => {
  expect(normalPostcode(country, text)).toBe(kept)
  expect(postcodeProblem(country, text)).toBeUndefined()
})

const LOOKS_LIKE = 'A UK postcode looks like SW1A 1AA'
const NEVER = 'Its last two letters can’t be C, I, K, M, O or V'
test.each([
  ['GB', 'SW1A', LOOKS_LIKE],
  ['GB', '10115', LOOKS_LIKE],
  ['GB', 'SW1A 1AA extra', LOOKS_LIKE],
  ['GB', 'not a postcode', LOOKS_LIKE],
  ['GB', 'ZZ1 1AA', 'ZZ1 1AA isn’t a UK postcode. There is no area ZZ'],
  ['GB', 'XX99 9ZZ', 'XX99 9ZZ isn’t a UK postcode. There is no area XX'],
  ['GB', 'PI1 1AA', 'PI1 1AA isn’t a UK postcode. There is no area PI. Did you mean IP1 1AA?'],
  ['GB', 'SWA1 1AA', `${LOOKS_LIKE}. Did you mean SW1A 1AA?`],
  ['GB', 'SW1A A1A', `${LOOKS_LIKE}. Did you mean SW1A 1AA?`],
  ...['C', 'I', 'K', 'M', 'O', 'V'].map((letter) => [
    'GB',
    `SW1A 1A${letter}`,
    `SW1A 1A${letter} isn’t a UK postcode. ${NEVER}`,
  ]),
  ['GB', 'SW1A 1AV', `SW1A 1AV isn’t a UK postcode. ${NEVER}. Did you mean SW1A 1AU?`],
  ['JE', 'SW1A 1AA', 'A postcode of Jersey looks like JE2 3AB'],
  ['IM', '12345', 'A postcode of the Isle of Man looks like IM1 1AA'],
])('in %s, %j is refused: %s', (country = '', text = '', words = '') => {
  expect(normalPostcode(country, text)).toBeUndefined()
  expect(postcodeProblem(country, text)).toContain(words)
})

test.each([
  ['GB', '', 'Enter a postcode'],
  ['GB', '-', 'Enter a postcode'],
  ['JE', ' ', 'Enter a postcode'],
  ['DE', '   ', 'Enter a postcode'],
  ['DE', 'n/a', 'Enter a postcode'],
  ['US', '00000', 'Enter a postcode'],
  ['HK', '', undefined],
  ['AE', '00000', undefined],
  ['QA', '-', undefined],
  ['HK', '—', undefined],
  ['IE', '', undefined],
  ['IE', 'N/A', undefined],
])('in %s, %j means no postcode: %s', (country, text, problem) => {
  expect(normalPostcode(country, text)).toBe('')
  expect(postcodeProblem(country, text)).toBe(problem)
  expect(postcodeProblem(country, text, { mayLack: true })).toBeUndefined()
})

test('a long text is rejected quickly', () => {
  const before = process.cpuUsage()
  expect(normalPostcode('GB', '01O'.repeat(50_000))).toBeUndefined()
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

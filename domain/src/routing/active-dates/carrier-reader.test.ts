import { expect, test } from 'vitest'
import { makeCarrierReader, otherSpellings } from './carrier-reader.ts'

const carriers = [
  { carrier: 'EVRI', carrierName: 'Evri' },
  { carrier: 'RM', carrierName: 'Royal Mail' },
  { carrier: 'YODEL', carrierName: 'rm' },
  { carrier: 'Dx', carrierName: 'DX Freight' },
  { carrier: 'DX', carrierName: 'Post' },
  { carrier: 'POST2', carrierName: 'POST' },
]

test.each([
  ['its code', 'EVRI', 'EVRI', false],
  ['its code in another case', 'evri', 'EVRI', false],
  ['its name', 'Royal Mail', 'RM', false],
  ['its name in another case', 'ROYAL mail', 'RM', false],
  ['what is the code of one and the name of another', 'rm', 'RM', false],
  ['one of two codes that differ in case', 'Dx', 'Dx', false],
  ['either of two codes', 'dx', 'dx', true],
  ['a name that two have', 'Post', 'Post', true],
  ['what no carrier is called', 'Zorro', 'Zorro', true],
])('a carrier found by %s', (_how, told, carrier, isUnknown) =>
  expect(makeCarrierReader(carriers)(told)).toEqual({ carrier, isUnknown }),
)

test('a client without carriers', () =>
  expect(makeCarrierReader([])('Zorro')).toEqual({ carrier: 'Zorro', isUnknown: false }))

test('spellings of carriers other than their codes are found once each', () =>
  expect(
    otherSpellings([carriers], ['EVRI', 'evri', 'Evri', 'evri', 'Royal Mail', 'Dx', 'dx', 'Post', 'Zorro']),
  ).toEqual([
    { told: 'evri', carrier: 'EVRI' },
    { told: 'Evri', carrier: 'EVRI' },
    { told: 'Royal Mail', carrier: 'RM' },
  ]))

const EVRI = { carrier: 'EV', carrierName: 'Evri' }
const DPD = { carrier: 'DPD', carrierName: 'DPD' }

test.each([
  ['by all who have the carrier', [[EVRI], [EVRI, DPD], [DPD], []], ['EV']],
  ['by one of two who have it', [[EVRI], [{ ...EVRI, carrierName: 'Hermes' }]], []],
  ['as another carrier by someone', [[EVRI], [{ ...DPD, carrierName: 'Evri' }]], []],
  ['as another carrier by the only one who knows it', [[{ ...DPD, carrierName: 'Evri' }], [DPD]], []],
  ['as what is a code elsewhere', [[EVRI], [{ carrier: 'Evri', carrierName: '' }]], []],
  ['by nobody', [[DPD]], []],
])('a spelling is read %s', (_who, books, expected) =>
  expect(otherSpellings(books, ['Evri']).map(({ carrier }) => carrier)).toEqual(expected),
)

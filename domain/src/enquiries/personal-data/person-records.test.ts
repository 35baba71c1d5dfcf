import { expect, test } from 'vitest'
import { groupPeople, namesPerson, erasureObstacles, type PersonRecord } from './person-records.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const record = (fields: Partial<PersonRecord>): PersonRecord => ({
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'V',
  customer: 'Siân O’Brien',
  email: 'sian@example.com',
  phone: '',
  address: ['1 Oak Way'],
  postCode: 'SW1Y 4JH',
  parcelsUnderWay: 0,
  lastDespatch: null,
  openReturns: [],
  refundsDue: [],
  openClaims: [],
  isErased: false,
  ...fields,
})

test.each([
  [{ Status: 'V' }, []],
  [{ Status: 'C' }, []],
  [{ Status: 'N' }, ['Order A-1 is new. Deliver or cancel it first.']],
  [{ Status: 'S' }, ['Order A-1 is suspended. Deliver or cancel it first.']],
  [
    { Status: 'D', parcelsUnderWay: 1, lastDespatch: '2026-05-20T12:00:00Z' },
    ['Order A-1 is in transit. Wait until it is delivered.'],
  ],
  // No news of the parcel for 90 days, or all parcels came back.
  [{ Status: 'D', parcelsUnderWay: 1, lastDespatch: '2026-01-20T12:00:00Z' }, []],
  [{ Status: 'D', parcelsUnderWay: 0, lastDespatch: '2026-05-20T12:00:00Z' }, []],
  [{ openReturns: ['R-1'] }, ['Return R-1 of order A-1 is in progress. Finish or withdraw it first.']],
  [{ refundsDue: ['R-1'] }, ['Return R-1 of order A-1 is awaiting a refund. Refund or reject it first.']],
  [{ openClaims: ['C-000001'] }, ['Claim C-000001 for order A-1 is open. Settle or withdraw it first.']],
] satisfies [Partial<PersonRecord>, string[]][])('%j blocks an erasure with %j', (fields, obstacles) => {
  expect(erasureObstacles(record(fields), NOW)).toEqual(obstacles)
})

const groups = (...rows: Partial<PersonRecord>[]) =>
  groupPeople(rows.map((row, place) => record({ orderNumber: String(place), ...row }))).map(({ records }) =>
    records
      .map(({ orderNumber }) => orderNumber)
      .toSorted()
      .join(''),
  )

test.each([
  ['the same email in any case', [{}, { customer: 'S', postCode: '', email: 'SIAN@example.com ' }], ['01']],
  [
    'the same name and postcode in any writing',
    [{}, { customer: 'SIAN OBRIEN', email: '', postCode: 'sw1y4jh' }],
    ['01'],
  ],
  ['the same name elsewhere', [{}, { email: '', postCode: 'AB10 1AA' }], ['0', '1']],
  [
    'nothing that tells',
    [
      { email: '', postCode: '' },
      { email: '', postCode: '' },
    ],
    ['0', '1'],
  ],
  [
    'one who ties two together',
    [{ email: 'a@b.example' }, { customer: 'Other', email: 'c@d.example' }, { email: 'c@d.example' }],
    ['012'],
  ],
  ['erased orders, which are nobody’s', [{ isErased: true }, { isErased: true }], ['0', '1']],
] satisfies [string, Partial<PersonRecord>[], string[]][])('people are told apart: %s', (_what, rows, expected) => {
  expect(groups(...rows)).toEqual(expected)
})

test.each([
  ['DSR-12', false],
  ['Request of Mrs OBrien', true],
  ['sian@example.com, May', true],
  ['Case 4 of sianna', false],
])('whether %j contains the person’s name: %j', (reference, isNamed) => {
  expect(namesPerson(reference, [record({})])).toBe(isNamed)
})

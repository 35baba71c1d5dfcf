import { describe, expect, test } from 'vitest'
import { despatchRowCheck } from './check-despatch-row.ts'
import { type DespatchFeedField, FEED_FIELDS } from '../feed-fields.ts'
import type { RowChecks } from './row-check.ts'

const FIELDS = FEED_FIELDS.despatches.fields
const check = (row: Partial<Record<DespatchFeedField, string>>, checks: Partial<RowChecks> = {}) =>
  despatchRowCheck({
    cellOf: Object.fromEntries(FIELDS.map((field, place) => [field, place])),
    values: { carrier: { 'DPD UK': 'DPD' } },
    leaveOut: [{ field: 'status', equals: 'VOID', reason: 'Voided' }],
    timeZone: 'Europe/London',
    now: new Date('2026-11-21T12:00:00Z'),
    ...checks,
  })(
    FIELDS.map((field) => row[field] ?? ''),
    7,
  )

const parcel = { orderNumber: 'A1', trackingNumber: 'T1', carrier: 'DPD' }
const nothing = { SKU: '', quantity: 0, serialNumber: '', weight: '', carrierService: '', promisedDate: null }

describe('a row of the warehouse', () => {
  test('is a parcel with its data', () => {
    const fields = { ...parcel, despatchedAt: '20/11/2026 17:05', promisedDate: '2026-11-24', weight: '1.250' }
    expect(check({ ...fields, SKU: 'RED', quantity: '2', carrierService: 'Next Day' })).toEqual({
      is: 'taken',
      row: {
        ...parcel,
        line: 7,
        status: 'D',
        carrierService: 'Next Day',
        despatchedAt: new Date('2026-11-20T17:05:00Z'),
        promisedDate: '2026-11-24',
        weight: '1.25',
        SKU: 'RED',
        quantity: 2,
        serialNumber: '',
        writtenAs: null,
        wrongDigit: undefined,
      },
    })
  })
  test('has its tracking number normalised and as written', () => {
    const fields = { ...parcel, trackingNumber: 'rb 123-456-786 gb' }
    expect(check(fields)).toMatchObject({
      row: { trackingNumber: 'RB123456786GB', writtenAs: 'rb 123-456-786 gb', wrongDigit: 'UPU S10' },
    })
    expect(check({ ...parcel, trackingNumber: '--' })).toMatchObject({ is: 'refused', field: 'trackingNumber' })
  })
  test('is a parcel with only a number and a carrier', () =>
    expect(check({ ...parcel, carrier: 'DPD UK' })).toMatchObject({
      is: 'taken',
      row: { ...parcel, ...nothing, status: 'D', despatchedAt: null },
    }))
  test.each([
    ['Picking', 'P'],
    ['PACKED', 'K'],
    ['despatched', 'D'],
    ['', 'D'],
  ])('with status %j is %s', (status, expected) =>
    expect(check({ ...parcel, status })).toMatchObject({ row: { status: expected } }),
  )
  test('needs no parcel while picked or packed', () => {
    expect(check({ orderNumber: 'A1', status: 'Picking' })).toMatchObject({ is: 'taken', row: { status: 'P' } })
    expect(check({ orderNumber: 'A1', status: 'Packed' })).toMatchObject({ is: 'taken', row: { status: 'K' } })
  })
  test('has one piece of a SKU by default', () =>
    expect(check({ ...parcel, SKU: 'RED', serialNumber: 'S1' })).toMatchObject({
      row: { SKU: 'RED', quantity: 1, serialNumber: 'S1' },
    }))
  test('may have a quantity of 1 with a serial number', () =>
    expect(check({ ...parcel, SKU: 'RED', serialNumber: 'S1', quantity: '1' })).toMatchObject({ is: 'taken' }))
  test.each([
    ['1', '1'],
    ['12', '12'],
    ['2000', '2000'],
    ['0.001', '0.001'],
    ['1.25000', '1.25'],
    ['1,2', '1.2'],
    ['1.2346', '1.235'],
    ['850 g', '0.85'],
    ['2 lb', '0.907'],
  ])('weighs %s, which is %s kg', (weight, kilograms) =>
    expect(check({ ...parcel, weight })).toMatchObject({ is: 'taken', row: { weight: kilograms } }),
  )
  test.each([
    [{ weight: 'g' }, 'Weight', '850', '0.85'],
    [{ weight: 'lb' }, 'weight', '10', '4.536'],
    [{ weight: 'oz' }, 'Weight (kg)', '4', '0.113'],
    [{}, 'weight (g)', '850', '0.85'],
    [{}, 'Weight_g', '850', '0.85'],
    [{}, 'weight_grams', '850', '0.85'],
    [{}, 'Weight in lbs', '2', '0.907'],
    [{}, 'weightGrams', '850', '0.85'],
    [{}, 'weightKG', '850', '850'],
    [{}, 'Weight (cm)', '8', '8'],
  ] as const)('with the units %j of the mapping and the heading %s, %s is %s kg', (units, heading, weight, kilograms) =>
    expect(check({ ...parcel, weight }, { units, titles: { weight: heading } })).toMatchObject({
      row: { weight: kilograms },
    }),
  )
  test('is left out by the mapping', () =>
    expect(check({ orderNumber: '', status: 'VOID' })).toEqual({ is: 'leftOut', reason: 'Voided' }))

  test.each<[Partial<Record<DespatchFeedField, string>>, DespatchFeedField, RegExp]>([
    [{ ...parcel, orderNumber: '' }, 'orderNumber', /^Order number is missing$/],
    [{ ...parcel, orderNumber: 'A\n1' }, 'orderNumber', /cannot be printed/],
    [{ ...parcel, trackingNumber: '' }, 'trackingNumber', /^Tracking number is missing\. Despatched parcels need one$/],
    [{ ...parcel, trackingNumber: 'x'.repeat(51) }, 'trackingNumber', /^Tracking number is at most 50/],
    [{ ...parcel, carrier: '' }, 'carrier', /^Carrier is missing/],
    [{ ...parcel, carrier: 'x'.repeat(51) }, 'carrier', /^Carrier is at most 50/],
    [{ ...parcel, carrierService: 'x'.repeat(101) }, 'carrierService', /^Carrier service is at most 100/],
    [{ ...parcel, SKU: 'x'.repeat(41) }, 'SKU', /^SKU is at most 40/],
    [{ ...parcel, SKU: 'RED', serialNumber: 'x'.repeat(51) }, 'serialNumber', /^Serial number is at most 50/],
    [{ ...parcel, status: 'Shipped' }, 'status', /^Status is Picking, Packed or Despatched$/],
    [{ ...parcel, despatchedAt: '2026-11-23' }, 'despatchedAt', /more than a day ahead/],
    [{ ...parcel, despatchedAt: 'yesterday' }, 'despatchedAt', /^Despatched at cannot be read/],
    [{ ...parcel, promisedDate: '2026-02-30' }, 'promisedDate', /^Promised date cannot be read/],
    [{ ...parcel, weight: '0' }, 'weight', /^Weight must be more than 0/],
    [{ ...parcel, weight: '1,200' }, 'weight', /thousands or decimals/],
    [{ ...parcel, weight: '2001' }, 'weight', /^Weight is at most 2,000 kg\. Check the unit$/],
    [{ ...parcel, weight: '3000000 g' }, 'weight', /^Weight is at most 2,000 kg/],
    [{ ...parcel, weight: '12 cm' }, 'weight', /in g, kg, oz or lb$/],
    [{ ...parcel, weight: '-1' }, 'weight', /no sign/],
    [{ ...parcel, SKU: 'RED', quantity: '0' }, 'quantity', /^Quantity is a whole number from 1/],
    [{ ...parcel, SKU: 'RED', quantity: '1.5' }, 'quantity', /whole number/],
    [{ ...parcel, quantity: '1' }, 'SKU', /^SKU is missing/],
    [{ ...parcel, serialNumber: 'S1' }, 'SKU', /^SKU is missing/],
    [{ ...parcel, SKU: 'RED', serialNumber: 'S1', quantity: '2' }, 'quantity', /^Quantity must be 1/],
    [{ ...parcel, carrier: 'D\uFFFDD' }, 'carrier', /not UTF-8/],
  ])('with %j is refused at %s', (row, field, words) =>
    expect(check(row)).toMatchObject({ is: 'refused', field, reason: expect.stringMatching(words) }),
  )
})

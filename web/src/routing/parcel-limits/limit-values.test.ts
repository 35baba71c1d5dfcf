import { expect, test } from 'vitest'
import { bodyOf, limitForm, limitText, packingForm, shownLimits, slotOf, valuesOf } from './limit-values.ts'

const empty = { version: 3, Length: '', Volume: '', NumberOfParcels: '', ParcelWeight: '', ConsignmentWeight: '' }

test('an empty field is no limit; a number is a limit', () => {
  const body = bodyOf(limitForm.parse({ ...empty, Length: ' 120.5 ', NumberOfParcels: '6' }))
  expect(body).toEqual({
    version: 3,
    parcelLimit: {
      quantityLimit: [
        { type: 'Length', MaxValue: 120.5 },
        { type: 'Volume', MaxValue: null },
        { type: 'NumberOfParcels', MaxValue: 6 },
        { type: 'ParcelWeight', MaxValue: null },
        { type: 'ConsignmentWeight', MaxValue: null },
      ],
    },
  })
  expect(valuesOf(body)).toEqual({ ...empty, Length: '120.5', NumberOfParcels: '6' })
})

test.each([
  ['Length', 'long', 'Length is not a number: write one, like 12'],
  ['Length', '1,5', 'Length is not a number: write one, like 12'],
  ['Length', '0x10', 'Length is not a number: write one, like 12'],
  ['Length', '-1', 'Length is zero or more'],
  ['Volume', '1001', 'Volume is at most 1,000'],
  ['NumberOfParcels', '1.5', 'Number of parcels is a whole number'],
  ['ParcelWeight', '0.0001', 'Parcel weight has at most 3 decimals'],
])('%s of ‘%s’: %s', (field, text, message) => {
  const { error } = limitForm.safeParse({ ...empty, [field]: text })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})

test.each([
  ['', 'Weight is not a number: write one, like 12'],
  ['0', 'Weight is more than zero'],
])('a packed parcel of ‘%s’ kg: %s', (weight, message) => {
  const { error } = packingForm.safeParse({ version: 0, weight, volume: '0.1' })
  expect(error?.issues[0]?.message).toBe(message)
})

test('the limits for people', () => {
  expect(shownLimits({ ...empty, Volume: '0.1' })).toMatchObject({
    Length: { title: 'Length', text: 'No limit' },
    Volume: { text: '0.1 m³' },
  })
  expect(limitText('ConsignmentWeight', 1234.5)).toBe('1,234.5 kg')
})

test('the server’s error for a slot is shown at its field', () => {
  expect(slotOf('parcelLimit.quantityLimit.3.MaxValue')).toBe('ParcelWeight')
  expect(slotOf('version')).toBe('version')
})

test('numbers of parcels: 2,000 is two thousand, and 2.000 is refused', () => {
  expect(limitForm.parse({ ...empty, NumberOfParcels: '2,000' }).NumberOfParcels).toBe(2000)
  expect(limitForm.safeParse({ ...empty, NumberOfParcels: '2.000' }).success).toBe(false)
})

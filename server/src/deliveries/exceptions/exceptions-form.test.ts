import type { CarrierExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { expect, test } from 'vitest'
import { exceptionsForm } from './exceptions-form.ts'
import type { PrintedParcel } from './select-printed-parcels.ts'

const now = new Date('2024-01-10T12:00:00Z')
const parcel = (number: number): PrintedParcel => ({
  client_code: 'ACME',
  carrier: 'DPD',
  carrier_service: '',
  tracking_number: `T${number}`,
  order_number: `O${number}`,
  despatched_at: new Date('2024-01-03T09:00:00Z'),
  promised_date: '2024-01-04',
  state: 'in_transit',
  delivered_at: null,
  delivered_on: null,
})
const carrier = (parcels: number): CarrierExceptions => ({
  Client_Code: 'ACME',
  Carrier: 'DPD',
  Carrier_Name: 'DPD',
  DeliveryExceptionList: {
    DeliveryExceptions: [
      {
        Carrier_Service: '',
        Parcels: parcels,
        Orders: parcels,
        Most_Days_Late: 6,
        Average_Days_Late: 6,
        First_Promised_Date: '2024-01-04',
      },
    ],
  },
})
const formOf = (counted: number, printed: number) =>
  exceptionsForm({
    query: { Order_Date_From: '2024-01-01', Order_Date_To: '2024-01-05', Show_Orders: 'undelivered' },
    clients: ['ACME'],
    carriers: [carrier(counted)],
    parcels: Array.from({ length: printed }, (_, index) => parcel(index)),
    by: 'anna',
    now,
  })

test('a parcel is printed as a row', () => {
  const [, dpd] = formOf(1, 1).tables
  expect(dpd?.heading).toBe('DPD, 1 parcel')
  expect([...(dpd?.rows ?? [])]).toEqual([
    ['T0', 'O0', 'Service not known', '3 Jan 2024', '4 Jan 2024', 'In transit', '6'],
  ])
})

test.each([
  [3, 3, []],
  [
    1234,
    3,
    [
      'Only the 3 latest of 1,234 parcels are printed. To print all, choose fewer days or one client, or export the list of orders.',
    ],
  ],
])('of %d parcels %d are printed: %j', (counted, printed, notes) =>
  expect(formOf(counted, printed).notes).toEqual(notes),
)

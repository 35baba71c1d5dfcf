import { expect, test } from 'vitest'
import { NO_RECORDS_FOR_EMAIL, noDataAvailable, noRecordsFound, noSerialNumbers } from './search-messages.ts'

const BEGIN = 'No records found for order, email or date range'

test.each([
  [{ orderRef: 'A-1' }, `${BEGIN} A-1`],
  [{ email: 'ada@example.com' }, `${BEGIN} ada@example.com`],
  [{ dateFrom: '2024-01-01', dateTo: '2024-01-05' }, `${BEGIN} 1 January 2024 - 5 January 2024`],
  [{ orderRef: 'A-1', email: 'ada@example.com', dateFrom: '2024-01-01', dateTo: '2024-01-05' }, `${BEGIN} A-1`],
  [{ orderRef: '', email: 'ada@example.com' }, `${BEGIN} ada@example.com`],
  [{}, BEGIN],
  [{ orderRef: 'A-1', postCode: 'SW1Y 4JH', skuCode: 'LAMP' }, `${BEGIN} A-1`],
  [{ postCode: 'SW1Y 4JH' }, 'No records found for postcode SW1Y 4JH'],
  [{ postCode: 'SW1Y 4JH', skuCode: 'LAMP' }, 'No records found for postcode SW1Y 4JH and SKU LAMP'],
])('specification 5: no orders for %o is reported', (criteria, message) => {
  expect(noRecordsFound(criteria)).toBe(message)
})

test('specification 8: email enquiry without results', () => {
  expect(NO_RECORDS_FOR_EMAIL).toBe(
    'No Records were found matching your search criteria. Please check your search criteria and try again.',
  )
})

test('specification 2: three lookups without results', () => {
  expect(noDataAvailable('A/1 b')).toBe('No data available for A/1 b')
})

test('specification 5: order without serial numbers', () => {
  expect(noSerialNumbers('A/1')).toBe('Order A/1 does not contain any serial numbers at this time')
})

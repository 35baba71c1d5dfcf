import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import { describe, expect, test } from 'vitest'
import { typedFilters } from './typed-filters.ts'
import { NEW_ORDERS, OPEN_ORDERS } from './commands/work-order-queries.ts'

const VALUES: WorkCounts['values'] = [
  { choice: 'carrier', value: 'DPDUK', title: 'DPD UK', count: 9 },
  { choice: 'carrier', value: 'DPDP', title: 'DPD Pickup', count: 2 },
  { choice: 'carrier', value: 'EVRI', title: 'Evri', count: 2 },
  { choice: 'method', value: 'm1', title: 'DPD-NAMED', count: 2 },
  { choice: 'country', value: 'FR', title: 'FR', count: 3 },
  { choice: 'tag', value: 'gift wrap', title: 'gift wrap', count: 1 },
]

describe('typedFilters', () => {
  test.each([
    ['evri', { carrier: ['EVRI'] }],
    ['dpd', { carrier: ['DPDUK', 'DPDP'] }],
    ['dpd uk', { carrier: ['DPDUK'] }],
    ['DPD next day today', { carrier: ['DPDUK', 'DPDP'], dispatchService: ['NEXT DAY'], despatch: 'today' }],
    ['next-day  france', { dispatchService: ['NEXT DAY'], country: ['FR'] }],
    ['named late', { dispatchService: ['NAMED DAY'], despatch: 'past' }],
    ['dpd named', { method: ['m1'] }],
    ['dpd named day', { carrier: ['DPDUK', 'DPDP'], dispatchService: ['NAMED DAY'] }],
    ['gift wrap, short', { tag: ['gift wrap'], attention: 'stock' }],
    ['no carrier tomorrow', { noCarrier: 'only', despatch: 'tomorrow' }],
    ['not dpd next day', { carrier: ['DPDUK', 'DPDP'], isNot: ['carrier'], dispatchService: ['NEXT DAY'] }],
    ['evri dpd uk', { carrier: ['EVRI', 'DPDUK'] }],
    ['new released', { status: ['N', 'R'] }],
  ])('%s', (text, asks) => {
    expect(typedFilters(text, VALUES, OPEN_ORDERS)?.asks).toMatchObject(asks)
  })

  test.each(['', ' ', 'ACME-1001', 'dpd 1001', 'd', 'evri blah', 'evri '.repeat(9), 'today tomorrow', 'evri not dpd'])(
    'reads no filter in “%s”',
    (text) => {
      expect(typedFilters(text, VALUES, OPEN_ORDERS)).toBeUndefined()
    },
  )

  test('asks for no status that the list does not show unasked', () => {
    expect(typedFilters('suspended', VALUES, OPEN_ORDERS)?.asks).toEqual({ status: ['S'] })
    expect(typedFilters('suspended', VALUES, NEW_ORDERS)).toBeUndefined()
  })

  test('is, in place of is not, where a filter had none of its values', () => {
    const asks = (text: string) => typedFilters(text, VALUES, OPEN_ORDERS, ['carrier', 'tag'])?.asks
    expect(asks('evri')).toEqual({ carrier: ['EVRI'], isNot: ['tag'] })
    expect(asks('not evri')).toEqual({ carrier: ['EVRI'], isNot: ['tag', 'carrier'] })
    expect(asks('today')).toEqual({ despatch: 'today', despatchFrom: '', despatchTo: '' })
  })

  test('says what it reads', () => {
    expect(typedFilters('not dpd', VALUES, OPEN_ORDERS)?.says).toBe('Carrier not DPD UK or DPD Pickup')
    expect(typedFilters('dpd today', VALUES, OPEN_ORDERS)?.says).toBe('Carrier DPD UK or DPD Pickup, Despatch today')
  })
})

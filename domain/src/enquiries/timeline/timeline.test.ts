import { expect, test } from 'vitest'
import { SEES_EVERYTHING } from '../../administration/clients/visibility.ts'
import { type TimelineFact, timelineText } from './timeline.ts'

const allocated = {
  kind: 'allocation',
  isGivenBack: false,
  number: 1,
  of: 1,
  carrier: 'DPD',
  method: 'DPD Next Day',
  cost: '7.5000',
  despatchDay: '2026-01-05',
  parcels: 2,
  why: '',
  byHand: null,
} as const
const parcel = { trackingNumber: 'T1', carrier: 'DPD', weight: '2.500', promisedDate: '2026-01-06' } as const
const event = {
  kind: 'carrier',
  trackingNumber: 'T1',
  state: 'delivery_failed',
  code: 'X9',
  reason: 'Nobody in',
  description: 'Carded',
  location: 'Leeds',
} as const
const back = {
  kind: 'return',
  state: 'received',
  returnReference: 'R1',
  SKU: 'MUG',
  quantity: 2,
  reason: 'Arrived damaged',
  condition: 'broken',
  note: '',
  isFromPortal: true,
} as const

const exchanged = {
  kind: 'exchange',
  step: 'exchange_made',
  returnReference: 'R1',
  isReplacement: false,
  orderNumber: 'A-1',
  note: 'Order R1-X',
} as const

test.each<[TimelineFact, string, string]>([
  [{ kind: 'order', act: 'Suspended', note: 'Customer asked: on holiday' }, 'Suspended', 'Customer asked: on holiday'],
  [allocated, 'Allocated to DPD', 'DPD Next Day, £7.50, 2 parcels, despatch 5 Jan 2026'],
  [
    { ...allocated, of: 2, number: 2, parcels: 1 },
    'Consignment 2 allocated to DPD',
    'DPD Next Day, £7.50, 1 parcel, despatch 5 Jan 2026',
  ],
  [{ ...allocated, isGivenBack: true }, 'Removed from DPD', 'DPD Next Day, 2 parcels, despatch 5 Jan 2026'],
  [{ ...allocated, carrier: null, why: 'Too heavy' }, 'Routing exception', 'Too heavy'],
  [
    { ...allocated, carrier: null, why: 'Too heavy', of: 3, number: 3 },
    'Routing exception of consignment 3',
    'Too heavy',
  ],
  [{ kind: 'parcel', ...parcel }, 'Parcel despatched with DPD', 'T1, 2.5 kg, promised for 6 Jan 2026'],
  [{ kind: 'parcel', ...parcel, weight: null }, 'Parcel despatched with DPD', 'T1, promised for 6 Jan 2026'],
  [event, 'Delivery failed', 'T1, Carded, Nobody in, Leeds'],
  [{ ...event, state: 'unknown', description: '', reason: '', location: '' }, 'Unknown event X9', 'T1'],
  [back, 'Return: received', 'R1, 2 × MUG, reason: Arrived damaged, broken, through the returns portal'],
  [
    { ...back, state: 'in_transit', reason: '', condition: '', isFromPortal: false, note: 'Wet box' },
    'Return: on its way back',
    'R1, 2 × MUG, Wet box',
  ],
  [exchanged, 'Replacement ordered', 'Order R1-X, R1'],
  [
    { ...exchanged, step: 'exchange_released', isReplacement: true, note: '' },
    'Replacement released',
    'R1, replaces goods of order A-1',
  ],
])('%# %j', (fact, title, detail) => {
  expect(timelineText(fact, SEES_EVERYTHING, 'GBP')).toEqual({ title, detail })
})

import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { expect, test } from 'vitest'
import { MAX_PASTED, checkPastedCodes } from './check-pasted-codes.ts'
import { readPastedList } from './read-pasted-list.ts'

const KNOWN: EventCode = {
  carrier: 'DPD',
  code: '81',
  state: 'in_transit',
  reason: '',
  description: 'At the depot',
  version: 3,
  changedAt: null,
  changedBy: '',
  events: 5,
  firstAt: null,
  lastAt: null,
  said: '',
}
const codesOf = (text: string, known: readonly EventCode[] = [KNOWN]) =>
  checkPastedCodes(readPastedList(text, MAX_PASTED), 'DPD', known)
const outcomesOf = (text: string, known?: readonly EventCode[]) =>
  codesOf(text, known).map(({ code, outcome, body }) => [code, outcome, body?.version])

test('a heading identifies the columns', () => {
  const [row] = codesOf('Description\tCode\tMeaning\r\nLeft with Bob\t90\tDelivered\r\n', [])
  expect(row?.body).toEqual({
    carrier: 'DPD',
    code: '90',
    state: 'delivered',
    description: 'Left with Bob',
    reason: '',
    version: 0,
  })
})

test('separators and line breaks within quotes belong to the description', () => {
  const rows = codesOf('DL,delivered,"Delivered, left with\nneighbour",\nIT,in_transit,"On its way; ""soon""",Late', [])
  expect(rows.map(({ body }) => [body?.code, body?.state, body?.description, body?.reason])).toEqual([
    ['DL', 'delivered', 'Delivered, left with neighbour', ''],
    ['IT', 'in_transit', 'On its way; "soon"', 'Late'],
  ])
})

test.each([
  ['81\tIn transit\tAt the depot', [['81', 'Unchanged', undefined]]],
  ['81\tDelivered\tAt the depot', [['81', 'Changed from In transit', 3]]],
  ['81\tin_transit\tElsewhere', [['81', 'Changed', 3]]],
  ['82;OUT FOR DELIVERY', [['82', 'Is added', 0]]],
  ['82;AttemptFail', [['82', 'Is added', 0]]],
  [
    '82,"Delivered","",Fell over\n82,Delivered',
    [
      ['82', 'Is added', 0],
      ['82', 'Duplicate of a code above', undefined],
    ],
  ],
  ['Code\tMeaning\n83\tEaten', [['83', 'No such meaning', undefined]]],
  ['83\tunknown', [['83', 'Not a delivery status', undefined]]],
  ['Code\tMeaning\n83', [['83', 'Choose a meaning', undefined]]],
  ['Code\tMeaning\n\tDelivered', [['', 'Enter an event code', undefined]]],
  ['', []],
])('%j', (text, expected) => expect(outcomesOf(text)).toEqual(expected))

test('an unknown code from events is added', () =>
  expect(outcomesOf('81\tDelivered', [{ ...KNOWN, state: 'unknown', version: 0 }])).toEqual([['81', 'Is added', 0]]))

import { expect, test } from 'vitest'
import { readPastedList, type PastedList } from './read-pasted-list.ts'

/** The columns of a list in the order code, meaning, description, reason. */
const columnsOf = ({ columns: { code, state, description, reason } }: PastedList) => [code, state, description, reason]

test.each([
  // Without a heading, codes are recognised by their form and meanings by their name.
  ['DL,delivered,"Delivered, left with neighbour",', ',', false, [0, 1, 2, 3]],
  ['Handed over;DL;delivered;Fine\n"On its way; by road";IT;transit\nLate;LT;delayed', ';', false, [1, 2, 0, 3]],
  ['DL,delivered,Handed; over\nIT,in transit,Moving\nPU,AvailableForPickup,Shop', ',', false, [0, 1, 2, null]],
  ['Left with neighbour\tDL\tDelivered', '\t', false, [1, 2, 0, null]],
  ['"81"|"Out for delivery"|"5 stops, then you"', '|', false, [0, 1, 2, null]],
  ['1,2;Exception;held, for now\n1,3;Expired;lost, perhaps', ';', false, [0, 1, 2, null]],
  // Both columns may be codes.
  ['Delivered\tDL\tdelivered', '\t', false, [1, null, null, null]],
  ['InfoReceived,Pending,Told\nAttemptFail,Delivery failed,Nobody in', ',', false, [null, null, null, null]],
  ['A1,B2,Delivered', ',', false, [null, 2, null, null]],
  ['DL;Zugestellt', ';', false, [0, null, null, null]],
  // A heading takes precedence over the cells.
  ['Event,Code,Meaning\nDelivered,DL,delivered', ',', true, [1, 2, 0, null]],
  ['Event\tStatus\nAttemptFail\tdelivery failed', '\t', true, [0, 1, null, null]],
  ['Status Code;Status;Tag\n7;Handed over;Delivered', ';', true, [0, 2, 1, null]],
  ['"Event\nCode","Event description","Mapped to","Incident reason"\nX,Y,Delivered,Z', ',', true, [0, 2, 1, 3]],
  ['Code,Description\nDL,Handed over', ',', true, [0, null, 1, null]],
  ['\uFEFFcode,meaning', ',', true, [0, 1, null, null]],
])('%j', (text, separator, hasHeading, columns) => {
  const list = readPastedList(text, 500)
  expect([list.separator, list.hasHeading, columnsOf(list)]).toEqual([separator, hasHeading, columns])
})

test('a chosen separator takes precedence over the best one', () =>
  expect(readPastedList('DL,delivered', 500, ';').rows).toEqual([['DL,delivered']]))

test('an unclosed quotation mark is a problem, one within a cell is not', () => {
  expect(readPastedList('DL,delivered,"5 stops\nIT,in transit,x', 500).problem).toContain('is not closed')
  expect(readPastedList('DL,delivered,a 5" disc', 500).rows).toEqual([['DL', 'delivered', 'a 5" disc']])
})

test('blank lines do not count towards the maximum', () => {
  const text = ['code,meaning', ...Array.from({ length: 300 }, (_, code) => `\n${code},Delivered`)].join('\n')
  expect(readPastedList(text, 502).rows).toHaveLength(301)
  expect(readPastedList(text, 200).rows).toHaveLength(200)
})

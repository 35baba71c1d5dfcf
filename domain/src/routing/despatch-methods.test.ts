import { expect, test } from 'vitest'
import { method } from '../testing/rule-books.ts'
import type { Method } from './rule-book/rule-book.ts'
import { type DespatchFacts, findDespatchMethods } from './despatch-methods.ts'

const named = (id: string, carrier: string, carrierService: string, given: Partial<Method> = {}, isLater = false) => ({
  method: method(id, carrier, 0, { carrierService, methodDescription: `${carrier} ${carrierService}`, ...given }),
  isLater,
})
const METHODS = [
  named('2D', 'DPD', 'Two Day', { serviceTypes: ['STANDARD'] }),
  named('ND', 'DPD', 'Next Day', { serviceTypes: ['NEXT DAY'] }),
  named('EU', 'DPD', 'Classic', { serviceTypes: ['STANDARD'], countries: ['FR', 'DE'] }),
  named('EU-B', 'DPD', 'Classic', { serviceTypes: ['STANDARD'], countries: ['FR'] }),
  named('A', 'YODEL', 'Home', { contracts: ['C-1'] }),
  named('B', 'YODEL', 'Home', { contracts: ['C-2'] }),
  named('RM', 'RM', 'Tracked 48', { serviceTypes: ['STANDARD'] }),
  named('OLD', 'UPS', 'Standard', { serviceTypes: ['STANDARD'] }),
  named('NEW', 'UPS', 'Standard', { serviceTypes: ['STANDARD'] }, true),
  named('ONLY', 'GLS', 'Parcel', { serviceTypes: ['STANDARD'] }, true),
]
const STANDARD: DespatchFacts = {
  carrier: 'DPD',
  carrierService: '',
  allocated: ['2D'],
  service: 'STANDARD',
  country: 'GB',
  region: null,
}

test.each<[string, Partial<DespatchFacts>, string[]]>([
  ['the service that left, though another was allocated and asked for', { carrierService: 'next day' }, ['ND']],
  ['by the description too', { carrierService: 'DPD Next Day' }, ['ND']],
  ['no service: the one that was allocated', {}, ['2D']],
  ['a service that no method has: the one that was allocated', { carrierService: 'DPD 12:00' }, ['2D']],
  ['no service, two allocated: nobody knows which', { allocated: ['2D', 'ND'] }, ['2D', 'ND']],
  ['two allocated, and one of them named', { allocated: ['2D', 'ND'], carrierService: 'Two Day' }, ['2D']],
  ['another carrier than was allocated: what fits', { carrier: 'RM' }, ['RM']],
  ['nothing allocated: all that fit', { allocated: [], country: 'FR' }, ['2D', 'EU', 'EU-B']],
  ['of methods of one name, the one that goes there', { carrierService: 'Classic', country: 'DE' }, ['EU']],
  [
    'of methods with the same name, the allocated one',
    { carrierService: 'Classic', country: 'FR', allocated: ['EU-B'] },
    ['EU-B'],
  ],
  ['of methods of one name that go there, all', { carrierService: 'Classic', country: 'FR' }, ['EU', 'EU-B']],
  ['a method of that time before a later one', { carrier: 'UPS', allocated: [] }, ['OLD']],
  ['a later method where there was none', { carrier: 'GLS', allocated: [] }, ['ONLY']],
  [
    'of methods with different contracts, the one with the named contract',
    { carrier: 'YODEL', allocated: [], carrierService: 'Home', contract: 'C-2' },
    ['B'],
  ],
  ['the same without a service', { carrier: 'YODEL', allocated: [], contract: 'C-2' }, ['B']],
  ['no contract named: all', { carrier: 'YODEL', allocated: [], carrierService: 'Home' }, ['A', 'B']],
  ['a contract that none has does not count', { carrier: 'YODEL', allocated: [], contract: 'X' }, ['A', 'B']],
  ['a carrier without a contract', { carrier: 'EVRI' }, []],
])('%s', (_what, given, ids) =>
  expect(findDespatchMethods({ ...STANDARD, ...given }, METHODS).map((one) => one.method.clientMethodID)).toEqual(ids),
)

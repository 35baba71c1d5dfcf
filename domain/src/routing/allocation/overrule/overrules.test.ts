import { expect, test } from 'vitest'
import { book, consignment, method, MONDAY, parcel } from '../../../testing/rule-books.ts'
import { compileBook } from '../../rule-book/compile-book.ts'
import { allocate } from '../allocate.ts'
import type { Consignment } from '../consignment.ts'
import { type Constraint, CONSTRAINTS } from '../constraints.ts'
import { boundsOf, overruledOf } from './overrules.ts'

const of = (given: Partial<Consignment> = {}) => consignment({ parcels: [parcel({ weight: 38_000 })], ...given })
const heldTo = (carrier: string) => ({ carrier, clientMethodID: null, customPreferenceIDs: ['1'] })

test.each<[Constraint, Partial<Consignment>, Partial<Consignment>, boolean]>([
  ['ConsignmentWeight', {}, {}, true],
  ['ConsignmentWeight', {}, { parcels: [parcel({ weight: 37_000 })] }, true],
  ['ConsignmentWeight', {}, { parcels: [parcel({ weight: 38_001 })] }, false],
  ['ParcelWeight', {}, { parcels: [parcel({ weight: 20_000 }), parcel({ weight: 20_000 })] }, true],
  ['NumberOfParcels', {}, { parcels: [parcel(), parcel()] }, false],
  ['Length', {}, { parcels: [parcel({ length: 9000 })] }, false],
  ['Volume', {}, { parcels: [parcel({ volume: 900_000 })] }, false],
  ['service', {}, { service: 'NEXT DAY' }, false],
  ['country', {}, { country: 'IE' }, false],
  ['region', { region: 'AB' }, { region: 'ZE' }, false],
  ['activeDates', {}, { despatchDay: '2026-03-03' }, false],
  ['fixedRouting', { heldTo: heldTo('DPD') }, { heldTo: { ...heldTo('DPD'), customPreferenceIDs: ['2'] } }, true],
  ['fixedRouting', { heldTo: heldTo('DPD') }, { heldTo: heldTo('DHL') }, false],
  ['carrierActive', {}, { despatchDay: '2026-03-03', country: 'IE' }, true],
])('%s overruled of %j holds of %j: %s', (constraint, then, now, isHeld) => {
  const choice = { clientMethodID: 'M', overruled: [constraint], bounds: boundsOf(of(then), [constraint]) }
  expect(overruledOf(choice, of(now))).toEqual(isHeld ? [constraint] : [])
})

test('an older choice without bounds overrules any value, but never a stop, capacity or price', () => {
  expect(overruledOf({ clientMethodID: 'M', overruled: CONSTRAINTS }, of())).toEqual(
    CONSTRAINTS.filter((name) => !['stopped', 'capacity', 'price'].includes(name)),
  )
})

test('a method chosen by hand for 38 kg takes at most 38 kg', () => {
  const limits = { Length: null, Volume: null, NumberOfParcels: null, ParcelWeight: null, ConsignmentWeight: 30_000 }
  const rules = compileBook(book({ methods: [method('D1', 'DPD', 400), method('E1', 'EVRI', 500, { limits })] }))
  const byHand = {
    clientMethodID: 'E1',
    overruled: ['ConsignmentWeight'] as const,
    bounds: boundsOf(of(), ['ConsignmentWeight']),
  }
  const chosen = (weight: number) => {
    const asked = { ...of({ parcels: [parcel({ weight })] }), despatchDay: MONDAY, byHand }
    return rules.methods[allocate(rules, asked, new Float64Array(2)).chosen]?.clientMethodID
  }
  expect([38_000, 25_000, 950_000].map(chosen)).toEqual(['E1', 'E1', 'D1'])
})

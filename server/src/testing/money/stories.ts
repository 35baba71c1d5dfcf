import { anyRows, anyWholes, EVERYTHING } from './any-stories.ts'
import { convert } from './account.ts'
import { bills, billsByReference, billsReturn, billsSalesOrder, corrects } from './say.ts'
import { changed, dueOf, honestRows, lessBy, LITTLE, MUCH, ofOne, type Story } from './story.ts'

const kite = (title: string, tell: Story['tell'], ...needs: string[]): Story => ({ title, needs, of: 'Kite', tell })
const osprey = (title: string, tell: Story['tell'], ...needs: string[]): Story => ({ title, needs, of: 'Osprey', tell })
const royalMail = (title: string, tell: Story['tell'], ...needs: string[]): Story => ({
  title,
  needs,
  of: 'Royal Mail',
  tell,
})

export const STORIES: readonly Story[] = [
  kite('anything', anyRows, ...EVERYTHING),
  kite('anything', anyRows, ...EVERYTHING),
  kite('wholes and parts', anyWholes, ...EVERYTHING),
  kite(
    'a parcel too many, by its number',
    (told) => [[...honestRows(told), bills(`${told.order}/9`, dueOf(told, told.accounts.slice(0, 1)))]],
    'T2',
  ),
  kite('honest', (told) => [honestRows(told)]),
  kite('never billed', () => []),
  kite('a little too much', (told) => {
    // Of several parcels the carrier may have spread the price over them by pennies.
    const by = told.accounts.length === 1 ? told.random.of(LITTLE) : 0
    return [changed(told, ({ base, fuel }) => ({ base: base + by, fuel }))]
  }),
  kite('too much', (told) => [changed(told, ({ base, fuel }) => ({ base: base + told.random.of(MUCH), fuel }))]),
  kite('too little', (told) => [
    changed(told, ({ base, fuel }) => ({ base: lessBy(base, told.random.of(MUCH)), fuel })),
  ]),
  kite('with a surcharge that is agreed', (told) => [
    changed(told, (due) => ({ ...due, remoteArea: convert(200, 'GBP', told.currency) })),
  ]),
  kite('with a surcharge that nobody agreed', (told) => [
    changed(told, (due) => ({ ...due, handling: told.random.of(MUCH) })),
  ]),
  kite('without its fuel', (told) => [changed(told, ({ base }) => ({ base }))]),
  kite(
    'a parcel too many, by reference',
    (told) => [[...honestRows(told), billsByReference(`${told.order}/9`, dueOf(told, told.accounts.slice(0, 1)))]],
    'T1',
  ),
  kite(
    'a parcel too many later, by reference',
    (told) => [honestRows(told), [billsByReference(`${told.order}/9`, dueOf(told, told.accounts.slice(0, 1)))]],
    'T4',
  ),
  kite('billed again', (told) => ofOne(told, (parcel, due) => [[bills(parcel, due)], [bills(parcel, due)]])),
  kite('billed again at once', (told) => ofOne(told, (parcel, due) => [[bills(parcel, due), bills(parcel, due)]])),
  kite(
    'billed again with another day',
    (told) => ofOne(told, (parcel, due) => [[bills(parcel, due)], [bills(parcel, { ...due, daysLate: 1 })]]),
    'F1b',
  ),
  kite(
    'surcharge first',
    (told) =>
      ofOne(told, (parcel, due) => [
        [bills(parcel, { remoteArea: convert(200, 'GBP', told.currency) })],
        [bills(parcel, due)],
        [bills(parcel, due)],
      ]),
    'F1b',
    'F4',
  ),
  kite('too little, then corrected', (told) =>
    ofOne(told, (parcel, { base, fuel }) => {
      const by = base - lessBy(base, told.random.of(MUCH))
      return [[bills(parcel, { base: base - by, fuel })], [corrects(parcel, { base: by })]]
    }),
  ),
  kite('too much, then corrected', (told) =>
    ofOne(told, (parcel, { base, fuel }) => {
      const by = told.random.of(MUCH)
      return [[bills(parcel, { base: base + by, fuel })], [corrects(parcel, { base: -by })]]
    }),
  ),
  kite(
    'corrected again and again',
    (told) =>
      ofOne(told, (parcel, { base, fuel }) => {
        const by = told.random.of(MUCH)
        const next = () => [corrects(parcel, { base: told.random.of([by, -by]) })]
        const first = bills(parcel, { base: base + by, fuel })
        return [[first], [corrects(parcel, { base: -by })], next(), ...(told.random.chance(50) ? [next()] : [])]
      }),
    'F1a',
    'F1c',
  ),
  kite(
    'fuel comes later, twice',
    (told) =>
      ofOne(told, (parcel, { base, fuel }) => [
        [bills(parcel, { base })],
        ...(fuel > 0 ? [[corrects(parcel, { fuel })], [corrects(parcel, { fuel })]] : []),
      ]),
    'F1d',
  ),
  kite(
    'a surcharge billed and given back, twice',
    (told) =>
      ofOne(told, (parcel, due) => {
        const remoteArea = convert(200, 'GBP', told.currency)
        const back = [corrects(parcel, { remoteArea: -remoteArea })]
        return [[bills(parcel, { ...due, remoteArea })], [corrects(parcel, { remoteArea })], back, back]
      }),
    'F1e',
  ),
  kite(
    'given back as a negative row',
    (told) =>
      ofOne(told, (parcel, { base, fuel }) => {
        const by = told.random.of(MUCH)
        return [[bills(parcel, { base: base + by, fuel })], [bills(parcel, { base: -by })]]
      }),
    'F22a',
  ),
  kite('given back in one sum', (told) =>
    ofOne(told, (parcel, { base, fuel }) => {
      const by = told.random.of(MUCH)
      return [[bills(parcel, { base: base + by, fuel })], [corrects(parcel, { credit: by })]]
    }),
  ),
  kite(
    'credited in whole and billed again',
    (told) =>
      ofOne(told, (parcel, due) => {
        const back = { base: -due.base, ...(due.fuel > 0 && { fuel: -due.fuel }) }
        const credit = told.random.chance(50) ? corrects(parcel, back) : bills(parcel, back)
        return [[bills(parcel, due)], [credit], [bills(parcel, due)]]
      }),
    'F22a',
    'F22b',
  ),
  kite(
    'billed wrong, credited in whole, billed right',
    (told) =>
      ofOne(told, (parcel, { base, fuel }) => {
        const by = told.random.of(MUCH)
        return [
          [bills(parcel, { base: base + by, fuel })],
          [corrects(parcel, { base: -base - by })],
          [corrects(parcel, { base })],
        ]
      }),
    'F22c',
  ),
  kite('a return beside it', (told) =>
    ofOne(told, (parcel, due) => [[bills(parcel, due)], [billsReturn(parcel, { base: 200 })]]),
  ),
  kite('a return alone', ({ accounts: [one] }) => [[billsReturn(one?.parcel ?? '', { base: 200 })]], 'F5a'),
  kite('a credit alone', ({ accounts: [one] }) => [[corrects(one?.parcel ?? '', { base: -40 })]], 'F5b'),
  kite(
    'parcels on two invoices',
    (told) => {
      const rows = honestRows(told)
      return rows.length > 1 ? [rows.slice(0, 1), rows.slice(1)] : [rows]
    },
    'F24',
  ),
  kite(
    'whole, then by parcels',
    (told) => [[billsByReference(told.order, dueOf(told, told.accounts))], honestRows(told)],
    'F8c',
    'F9',
  ),
  kite(
    'by parcels, then whole',
    (told) => [honestRows(told), [bills(told.order, dueOf(told, told.accounts))]],
    'F8c′',
    'F9',
  ),
  osprey('honest', (told) => [[bills(told.order, dueOf(told, told.accounts))]], 'F10'),
  osprey('honest, by reference', (told) => [[billsByReference(told.order, dueOf(told, told.accounts))]]),
  osprey('never billed', () => []),
  osprey('too much', (told) => {
    const { base, fuel } = dueOf(told, told.accounts)
    return [[billsByReference(told.order, { base: base + told.random.of(MUCH), fuel })]]
  }),
  osprey(
    'whole twice',
    (told) => {
      const row = told.random.of([bills, billsByReference])(told.order, dueOf(told, told.accounts))
      return [[row], [row], ...(told.random.chance(50) ? [[row]] : [])]
    },
    'F8a',
    'F10',
  ),
  osprey(
    'too much, given back',
    (told) => {
      const { base, fuel } = dueOf(told, told.accounts)
      const by = told.random.of(MUCH)
      return [[bills(told.order, { base: base + by, fuel })], [corrects(told.order, { base: -by })]]
    },
    'F8a',
    'F10',
  ),
  royalMail('never billed', () => []),
  royalMail('honest', (told) => [[billsSalesOrder(`SO${told.order}`, 1, told.order, dueOf(told, told.accounts).base)]]),
  royalMail(
    'billed again',
    (told) => {
      const row = billsSalesOrder(`SO${told.order}`, 1, told.order, dueOf(told, told.accounts).base)
      return [[row], [row]]
    },
    'F14',
  ),
]

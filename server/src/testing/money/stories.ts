import { anyRows, anyWholes, EVERYTHING } from './any-stories.ts'
import { convert } from './account.ts'
import { bills, billsByReference, billsReturn, billsSalesOrder, corrects } from './steps.ts'
import { changed, dueOf, honestRows, lessBy, LITTLE, MUCH, ofOne, type Story } from './story.ts'

const kite = (title: string, write: Story['write'], ...needs: string[]): Story => ({ title, needs, of: 'Kite', write })
const osprey = (title: string, write: Story['write'], ...needs: string[]): Story => ({
  title,
  needs,
  of: 'Osprey',
  write,
})
const royalMail = (title: string, write: Story['write'], ...needs: string[]): Story => ({
  title,
  needs,
  of: 'Royal Mail',
  write,
})

export const STORIES: readonly Story[] = [
  kite('anything', anyRows, ...EVERYTHING),
  kite('anything', anyRows, ...EVERYTHING),
  kite('wholes and parts', anyWholes, ...EVERYTHING),
  kite(
    'a parcel too many, by its number',
    (situation) => [
      [...honestRows(situation), bills(`${situation.order}/9`, dueOf(situation, situation.accounts.slice(0, 1)))],
    ],
    'T2',
  ),
  kite('honest', (situation) => [honestRows(situation)]),
  kite('never billed', () => []),
  kite('a little too much', (situation) => {
    // For several parcels the carrier may have distributed the price with pennies of difference.
    const by = situation.accounts.length === 1 ? situation.random.of(LITTLE) : 0
    return [changed(situation, ({ base, fuel }) => ({ base: base + by, fuel }))]
  }),
  kite('too much', (situation) => [
    changed(situation, ({ base, fuel }) => ({ base: base + situation.random.of(MUCH), fuel })),
  ]),
  kite('too little', (situation) => [
    changed(situation, ({ base, fuel }) => ({ base: lessBy(base, situation.random.of(MUCH)), fuel })),
  ]),
  kite('with a surcharge that is agreed', (situation) => [
    changed(situation, (due) => ({ ...due, remoteArea: convert(200, 'GBP', situation.currency) })),
  ]),
  kite('with a surcharge that nobody agreed', (situation) => [
    changed(situation, (due) => ({ ...due, handling: situation.random.of(MUCH) })),
  ]),
  kite('without its fuel', (situation) => [changed(situation, ({ base }) => ({ base }))]),
  kite(
    'a parcel too many, by reference',
    (situation) => [
      [
        ...honestRows(situation),
        billsByReference(`${situation.order}/9`, dueOf(situation, situation.accounts.slice(0, 1))),
      ],
    ],
    'T1',
  ),
  kite(
    'a parcel too many later, by reference',
    (situation) => [
      honestRows(situation),
      [billsByReference(`${situation.order}/9`, dueOf(situation, situation.accounts.slice(0, 1)))],
    ],
    'T4',
  ),
  kite('billed again', (situation) => ofOne(situation, (parcel, due) => [[bills(parcel, due)], [bills(parcel, due)]])),
  kite('billed again at once', (situation) =>
    ofOne(situation, (parcel, due) => [[bills(parcel, due), bills(parcel, due)]]),
  ),
  kite(
    'billed again with another day',
    (situation) => ofOne(situation, (parcel, due) => [[bills(parcel, due)], [bills(parcel, { ...due, daysLate: 1 })]]),
    'F1b',
  ),
  kite(
    'surcharge first',
    (situation) =>
      ofOne(situation, (parcel, due) => [
        [bills(parcel, { remoteArea: convert(200, 'GBP', situation.currency) })],
        [bills(parcel, due)],
        [bills(parcel, due)],
      ]),
    'F1b',
    'F4',
  ),
  kite('too little, then corrected', (situation) =>
    ofOne(situation, (parcel, { base, fuel }) => {
      const by = base - lessBy(base, situation.random.of(MUCH))
      return [[bills(parcel, { base: base - by, fuel })], [corrects(parcel, { base: by })]]
    }),
  ),
  kite('too much, then corrected', (situation) =>
    ofOne(situation, (parcel, { base, fuel }) => {
      const by = situation.random.of(MUCH)
      return [[bills(parcel, { base: base + by, fuel })], [corrects(parcel, { base: -by })]]
    }),
  ),
  kite(
    'corrected again and again',
    (situation) =>
      ofOne(situation, (parcel, { base, fuel }) => {
        const by = situation.random.of(MUCH)
        const next = () => [corrects(parcel, { base: situation.random.of([by, -by]) })]
        const first = bills(parcel, { base: base + by, fuel })
        return [[first], [corrects(parcel, { base: -by })], next(), ...(situation.random.chance(50) ? [next()] : [])]
      }),
    'F1a',
    'F1c',
  ),
  kite(
    'fuel comes later, twice',
    (situation) =>
      ofOne(situation, (parcel, { base, fuel }) => [
        [bills(parcel, { base })],
        ...(fuel > 0 ? [[corrects(parcel, { fuel })], [corrects(parcel, { fuel })]] : []),
      ]),
    'F1d',
  ),
  kite(
    'a surcharge billed and given back, twice',
    (situation) =>
      ofOne(situation, (parcel, due) => {
        const remoteArea = convert(200, 'GBP', situation.currency)
        const back = [corrects(parcel, { remoteArea: -remoteArea })]
        return [[bills(parcel, { ...due, remoteArea })], [corrects(parcel, { remoteArea })], back, back]
      }),
    'F1e',
  ),
  kite(
    'given back as a negative row',
    (situation) =>
      ofOne(situation, (parcel, { base, fuel }) => {
        const by = situation.random.of(MUCH)
        return [[bills(parcel, { base: base + by, fuel })], [bills(parcel, { base: -by })]]
      }),
    'F22a',
  ),
  kite('given back in one sum', (situation) =>
    ofOne(situation, (parcel, { base, fuel }) => {
      const by = situation.random.of(MUCH)
      return [[bills(parcel, { base: base + by, fuel })], [corrects(parcel, { credit: by })]]
    }),
  ),
  kite(
    'credited in whole and billed again',
    (situation) =>
      ofOne(situation, (parcel, due) => {
        const back = { base: -due.base, ...(due.fuel > 0 && { fuel: -due.fuel }) }
        const credit = situation.random.chance(50) ? corrects(parcel, back) : bills(parcel, back)
        return [[bills(parcel, due)], [credit], [bills(parcel, due)]]
      }),
    'F22a',
    'F22b',
  ),
  kite(
    'billed wrong, credited in whole, billed right',
    (situation) =>
      ofOne(situation, (parcel, { base, fuel }) => {
        const by = situation.random.of(MUCH)
        return [
          [bills(parcel, { base: base + by, fuel })],
          [corrects(parcel, { base: -base - by })],
          [corrects(parcel, { base })],
        ]
      }),
    'F22c',
  ),
  kite('a return beside it', (situation) =>
    ofOne(situation, (parcel, due) => [[bills(parcel, due)], [billsReturn(parcel, { base: 200 })]]),
  ),
  kite('a return alone', ({ accounts: [one] }) => [[billsReturn(one?.parcel ?? '', { base: 200 })]], 'F5a'),
  kite('a credit alone', ({ accounts: [one] }) => [[corrects(one?.parcel ?? '', { base: -40 })]], 'F5b'),
  kite(
    'parcels on two invoices',
    (situation) => {
      const rows = honestRows(situation)
      return rows.length > 1 ? [rows.slice(0, 1), rows.slice(1)] : [rows]
    },
    'F24',
  ),
  kite(
    'whole, then by parcels',
    (situation) => [[billsByReference(situation.order, dueOf(situation, situation.accounts))], honestRows(situation)],
    'F8c',
    'F9',
  ),
  kite(
    'by parcels, then whole',
    (situation) => [honestRows(situation), [bills(situation.order, dueOf(situation, situation.accounts))]],
    'F8c′',
    'F9',
  ),
  osprey('honest', (situation) => [[bills(situation.order, dueOf(situation, situation.accounts))]], 'F10'),
  osprey('honest, by reference', (situation) => [
    [billsByReference(situation.order, dueOf(situation, situation.accounts))],
  ]),
  osprey('never billed', () => []),
  osprey('too much', (situation) => {
    const { base, fuel } = dueOf(situation, situation.accounts)
    return [[billsByReference(situation.order, { base: base + situation.random.of(MUCH), fuel })]]
  }),
  osprey(
    'whole twice',
    (situation) => {
      const row = situation.random.of([bills, billsByReference])(situation.order, dueOf(situation, situation.accounts))
      return [[row], [row], ...(situation.random.chance(50) ? [[row]] : [])]
    },
    'F8a',
    'F10',
  ),
  osprey(
    'too much, given back',
    (situation) => {
      const { base, fuel } = dueOf(situation, situation.accounts)
      const by = situation.random.of(MUCH)
      return [[bills(situation.order, { base: base + by, fuel })], [corrects(situation.order, { base: -by })]]
    },
    'F8a',
    'F10',
  ),
  royalMail('never billed', () => []),
  royalMail('honest', (situation) => [
    [billsSalesOrder(`SO${situation.order}`, 1, situation.order, dueOf(situation, situation.accounts).base)],
  ]),
  royalMail(
    'billed again',
    (situation) => {
      const row = billsSalesOrder(`SO${situation.order}`, 1, situation.order, dueOf(situation, situation.accounts).base)
      return [[row], [row]]
    },
    'F14',
  ),
]

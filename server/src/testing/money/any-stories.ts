import { convert } from './account.ts'
import { bills, billsByReference, corrects } from './steps.ts'
import { dueOf, honestRows, MUCH, ofOne, type Part, type Rows, type Situation } from './story.ts'

/** The checks that must hold before arbitrary rows can be tested. */
export const EVERYTHING = [
  'T2',
  'F1a',
  'F1b',
  'F1c',
  'F1d',
  'F1e',
  'F4',
  'F8a',
  'F8b',
  'F8c',
  'F8c′',
  'F9',
  'F22a',
  'F22b',
  'F22c',
  'F24',
]

/** Arbitrary rows for one parcel. */
export function anyRows(situation: Situation): Rows {
  const { random, currency } = situation
  return ofOne(situation, (parcel, due) =>
    Array.from({ length: random.whole(2, 5) }, () => {
      const by = random.of([...MUCH, due.base])
      const amounts = random.of<Part>([
        due,
        { ...due, base: due.base + by },
        { base: by },
        { base: -by },
        { remoteArea: convert(200, 'GBP', currency) },
        { handling: by },
        { handling: -by },
      ])
      const isNegative = Object.values(amounts).some((one) => one < 0)
      return [random.of(isNegative ? [corrects, bills] : [bills, bills, corrects])(parcel, amounts)]
    }),
  )
}

/** A consignment as a whole and by its parcels, in any order. */
export function anyWholes(situation: Situation): Rows {
  const { random, order, accounts } = situation
  const whole = dueOf(situation, accounts)
  const write = () =>
    random.of([
      () => [bills(order, whole)],
      () => [billsByReference(order, whole)],
      () => honestRows(situation),
      () => honestRows(situation).slice(0, 1),
    ])()
  return Array.from({ length: random.whole(2, 4) }, write)
}

import { type Account, convert, exact } from './account.ts'
import type { Currency, Row } from './history.ts'
import type { Random } from './random.ts'
import { bills } from './steps.ts'

/** A consignment and its bills: the rows of each of its invoices, in order. */
export type Situation = {
  readonly order: string
  readonly accounts: readonly Account[]
  readonly currency: Currency
  readonly random: Random
  /** For Royal Mail: the number of items of the day and service, and of the sales orders so far. */
  readonly items: number
}
export type Rows = readonly (readonly Row[])[]
export type Story = {
  readonly title: string
  /** The product's faults that prevent it. */
  readonly needs: readonly string[]
  readonly of: 'Kite' | 'Osprey' | 'Royal Mail'
  readonly write: (situation: Situation) => Rows
}

/** Whole pence of a carrier's errors, which are whole cents as well. */
export const LITTLE = [4, 8]
export const MUCH = [40, 120, 400]

export type Part = Pick<Row, 'base' | 'fuel' | 'remoteArea' | 'handling'>

/** The amounts that the carrier should bill for accounts, in the currency of its invoice. */
export function dueOf(
  { currency }: Pick<Situation, 'currency'>,
  accounts: readonly Account[],
): { base: number; fuel: number } {
  const add = (charge: 'base' | 'fuel') =>
    accounts.reduce((sum, one) => exact(sum + convert(one.due[charge], one.client.currency, currency)), 0)
  return { base: add('base'), fuel: add('fuel') }
}

/** The correct rows for each parcel. */
export const honestRows = (situation: Situation): Row[] =>
  situation.accounts.map((one) => bills(one.parcel, dueOf(situation, [one])))

/** The correct rows, with one of them changed. */
export function changed(situation: Situation, change: (due: { base: number; fuel: number }) => Part): Row[] {
  const wrong = situation.random.of(situation.accounts)
  return situation.accounts.map((one) =>
    bills(one.parcel, one === wrong ? change(dueOf(situation, [one])) : dueOf(situation, [one])),
  )
}

export const lessBy = (due: number, by: number) => (due > by ? due - by : due / 2)

/** The rows of several invoices for one parcel of the consignment; the other parcels have correct rows on the first. */
export function ofOne(
  situation: Situation,
  write: (parcel: string, due: { base: number; fuel: number }) => Rows,
): Rows {
  const one = situation.random.of(situation.accounts)
  const others = situation.accounts
    .filter((other) => other !== one)
    .map((other) => bills(other.parcel, dueOf(situation, [other])))
  const [first = [], ...later] = write(one.parcel, dueOf(situation, [one]))
  return [[...others, ...first], ...later]
}

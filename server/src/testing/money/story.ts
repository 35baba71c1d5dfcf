import { type Account, convert, exact } from './account.ts'
import type { Currency, Row } from './history.ts'
import type { Random } from './random.ts'
import { bills } from './say.ts'

/** A consignment and what its carrier bills of it: the rows of each of its invoices, one after the other. */
export type Told = {
  readonly order: string
  readonly accounts: readonly Account[]
  readonly currency: Currency
  readonly random: Random
  /** Of Royal Mail: how many items of the day and service there are, and how many sales orders were told before. */
  readonly items: number
}
export type Rows = readonly (readonly Row[])[]
export type Story = {
  readonly title: string
  /** The faults for which the product is not ready to hear it. */
  readonly needs: readonly string[]
  readonly of: 'Kite' | 'Osprey' | 'Royal Mail'
  readonly tell: (told: Told) => Rows
}

/** Whole pence by which a carrier is wrong: they come to whole cents as well. */
export const LITTLE = [4, 8]
export const MUCH = [40, 120, 400]

export type Part = Pick<Row, 'base' | 'fuel' | 'remoteArea' | 'handling'>

/** What the carrier should bill of accounts, in the currency of its invoice. */
export function dueOf(
  { currency }: Pick<Told, 'currency'>,
  accounts: readonly Account[],
): { base: number; fuel: number } {
  const add = (charge: 'base' | 'fuel') =>
    accounts.reduce((sum, one) => exact(sum + convert(one.due[charge], one.client.currency, currency)), 0)
  return { base: add('base'), fuel: add('fuel') }
}

/** What an honest carrier bills of each parcel. */
export const honestRows = (told: Told): Row[] => told.accounts.map((one) => bills(one.parcel, dueOf(told, [one])))

/** The honest rows, with one of them changed. */
export function changed(told: Told, change: (due: { base: number; fuel: number }) => Part): Row[] {
  const wrong = told.random.of(told.accounts)
  return told.accounts.map((one) => bills(one.parcel, one === wrong ? change(dueOf(told, [one])) : dueOf(told, [one])))
}

export const lessBy = (due: number, by: number) => (due > by ? due - by : due / 2)

/** Of one parcel of the consignment the rows of several invoices; of the others honest ones on the first. */
export function ofOne(told: Told, tell: (parcel: string, due: { base: number; fuel: number }) => Rows): Rows {
  const one = told.random.of(told.accounts)
  const others = told.accounts
    .filter((other) => other !== one)
    .map((other) => bills(other.parcel, dueOf(told, [other])))
  const [first = [], ...later] = tell(one.parcel, dueOf(told, [one]))
  return [[...others, ...first], ...later]
}

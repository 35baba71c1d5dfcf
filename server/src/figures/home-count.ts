import type { Route } from '@despatch/contract/route/route'
import type { Context } from '../http/context.ts'

type Counted = {
  count: number
  /** How many of them are urgent. */
  urgent?: number
  /** Their total amount, in ten-thousandths of the currency unit. */
  amounts?: { currency: string; amount: number }[]
}

/** A number on Home: work that waits for people who may act on it. Each area registers its own. */
export type HomeCount = {
  readonly name: string
  /** The call by which one acts on it: who may not make it is told nothing. */
  readonly route: Pick<Route, 'permission' | 'shows'>
  /** The list that it opens, where that takes less than acting on it: it counts the clients that the list has. */
  readonly list?: Pick<Route, 'permission'>
  /** The operator's staff alone are told. */
  readonly isOperators?: true
  /** Counts, by an index, within the clients of the call. The operator's counts may widen what the transaction sees. */
  count(context: Context): Promise<Counted | undefined>
}

declare module '../process/services.ts' {
  interface Services {
    /** Every number of Home. */
    homeCounts: readonly HomeCount[]
  }
}

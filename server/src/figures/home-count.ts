import type { Route } from '@despatch/contract/route/route'
import type { Context } from '../http/context.ts'

type Counted = {
  count: number
  /** How many of them are urgent. */
  urgent?: number
  /** The moment by which the first of them must be done, ISO 8601. */
  by?: string
  /** Their total amount, in ten-thousandths of the currency unit. */
  amounts?: { currency: string; amount: number }[]
}

/** A number on Home: work that waits for people who may act on it. Each area registers its own. */
export type HomeCount = {
  readonly name: string
  /** The call by which users act on it. Users who may not make that call do not see the number. */
  readonly route: Pick<Route, 'permission' | 'shows'>
  /**
   * The list that the number opens, if reading it needs fewer rights than acting: then it counts the list's clients.
   */
  readonly list?: Pick<Route, 'permission'>
  /** Only the operator's staff see it. */
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

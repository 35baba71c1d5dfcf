import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { inNumber } from '../testing/in-number.ts'

/** A call of the contract and its name there: 'orders.create'. */
export type Call = { name: string; route: Route }

/** Every call of the contract. */
export const calls: Call[] = Object.entries(contract as Record<string, Record<string, Route>>).flatMap(
  ([room, routes]) => Object.entries(routes).map(([name, route]) => ({ name: `${room}.${name}`, route })),
)

/** The calls that require a session. */
export const guardedCalls = calls.filter(({ route }) => route.permission !== 'public')

/** The input of a call. A text body is sent as it is, any other as JSON. */
export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  contentType?: string
  /** The caller who gets an answer; by default the shop's own user. */
  by?: 'operator'
}

/** Whether a route takes JSON. */
export const takesJson = ({ body }: Route) => body !== undefined && typeof body !== 'string'

/**
 * Distributes cases that one place refuses for all calls: each call gets a quarter of the cases, and each case goes to a
 * quarter of the calls. In test:in-number all cases go to all calls.
 */
export const shareOf = <One>(all: readonly One[], call: number): One[] =>
  all.filter((_, index) => (index + call) % inNumber(4, 1) === 0)

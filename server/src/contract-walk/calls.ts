import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { inNumber } from '../testing/in-number.ts'

/** A call of the contract with the name it has there: 'orders.create'. */
export type Call = { name: string; route: Route }

/** Every call of the contract. */
export const calls: Call[] = Object.entries(contract as Record<string, Record<string, Route>>).flatMap(
  ([room, routes]) => Object.entries(routes).map(([name, route]) => ({ name: `${room}.${name}`, route })),
)

/** The calls that only someone signed in may make. */
export const guardedCalls = calls.filter(({ route }) => route.permission !== 'public')

/** What a call is sent: a text body goes out as it is, anything else as JSON. */
export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  contentType?: string
  /** Who has to call for it to be answered; the shop's own user unless told. */
  by?: 'operator'
}

/** Whether a route takes JSON. */
export const takesJson = ({ body }: Route) => body !== undefined && typeof body !== 'string'

/**
 * Of what is refused in one place for all calls: each call gets a quarter, and each goes to a quarter of the calls. In
 * number, all go to all.
 */
export const partOf = <One>(all: readonly One[], call: number): One[] =>
  all.filter((_, index) => (index + call) % inNumber(4, 1) === 0)

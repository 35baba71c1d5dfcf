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

/** What the server looks at before it runs the handler of a call. */
const kindOf = ({ method, permission, access, body, audited, ...route }: Route) =>
  JSON.stringify([
    method === 'GET',
    typeof permission === 'string' ? permission : Object.keys(permission),
    access,
    typeof body === 'string' ? body : body !== undefined,
    audited !== false,
    route.operatorOnly !== undefined,
    route.shows !== undefined,
    route.ownTransactions === true,
    route.whole !== undefined,
    route.byKey === true,
  ])

/**
 * One call of each kind. Rules that one place in the server applies to all calls are tested in full on these, and with one
 * case on every call.
 */
export const ofEachKind = <One extends { route: Route }>(all: readonly One[]): One[] =>
  [...Map.groupBy(all, ({ route }) => kindOf(route)).values()].flatMap(([first]) => first ?? [])

/** Distributes cases among calls: each call gets a quarter of them. In test:in-number all cases go to all calls. */
export const shareOf = <One>(all: readonly One[], call: number): One[] =>
  all.filter((_, index) => (index + call) % inNumber(4, 1) === 0)

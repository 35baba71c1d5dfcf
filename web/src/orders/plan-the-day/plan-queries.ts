import { planTheDay } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { orders } from '@despatch/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { randomUuid } from '../../kit/browser/random-uuid.ts'
import { createStore } from '../../kit/browser/store.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { session } from '../../kit/session/session-store.ts'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'
import type { MoveOutcome, MoveResult } from '../carrier-stops/stop-queries.ts'

const KEY = ['plan-the-day'] as const
export type PlanDates = { readonly from: string; readonly to: string }

/** The best plan of some despatch dates for a client, or for all of the user's. */
export const dayPlan = (client: string, dates: PlanDates) =>
  queryOptions({
    queryKey: [...KEY, client, dates],
    queryFn: ({ signal }) => call(planTheDay.preview, { body: dates }, { signal, client }),
    staleTime: Infinity,
  })

/** The result of the last plan that was applied, until its user closes it. */
export const planResult = createStore<MoveResult | undefined>(undefined)
session.store.subscribe(() => {
  if (planResult.get() && planResult.get()?.of !== session.store.get().user?._id) planResult.set(undefined)
})

export const applyPlan = (client: string, dates: PlanDates, fingerprint: string) => {
  const body = { commandId: randomUuid(), ...dates, fingerprint }
  return keepResult(() => call(planTheDay.apply, { body }, { client }))
}

export const undoPlan = ({ outcome: { commandId } }: MoveResult) =>
  keepResult(() => call(orders.undo, { params: { commandId } }))

/** Sets a client's cost of a missed day; '' is the default. Returns the server's message. */
export async function setMissedDayCost(client: string, cost: string): Promise<string> {
  const { message } = await call(planTheDay.setMissedDayCost, { body: { cost } }, { client })
  await queryClient.invalidateQueries({ queryKey: KEY })
  return message
}

async function keepResult(command: () => Promise<MoveOutcome>): Promise<MoveOutcome> {
  try {
    const outcome = await command()
    planResult.set({ outcome, stopId: undefined, of: session.store.get().user?._id })
    return outcome
  } finally {
    await Promise.allSettled([
      queryClient.invalidateQueries({ queryKey: KEY }),
      queryClient.invalidateQueries({ queryKey: ['home'] }),
      routingChanged(),
    ])
  }
}

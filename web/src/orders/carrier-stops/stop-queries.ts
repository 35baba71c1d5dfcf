import { randomUuid } from '../../kit/browser/random-uuid.ts'
import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { queryOptions } from '@tanstack/react-query'
import { createStore } from '../../kit/browser/store.ts'
import { call } from '../../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../../kit/server/query-client.ts'
import { session } from '../../kit/session/session-store.ts'
import { routingChanged } from '../../routing/allocation/allocate-again.ts'

/** A stop concerns all clients, whatever client is chosen at the top. */
const ALL = { client: ALL_CLIENTS } as const
const KEY = ['carrier-stops'] as const

export type MoveOutcome = RouteAnswer<typeof carrierStops.move>
type Dates = { readonly services: readonly string[]; readonly from: string; readonly to: string | null }

/** Stops, carriers that are off and still have orders, and all carriers. */
export const stopList = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(carrierStops.list, {}, { signal, ...ALL }),
  refetchInterval: BACKGROUND_REFETCH_MS,
})

/** What moving a carrier's orders would do; with `stop`, what stopping it would do. */
export const movePreview = (carrier: string, stop?: Dates) =>
  queryOptions({
    queryKey: [...KEY, 'preview', carrier, stop],
    queryFn: ({ signal }) =>
      call(
        carrierStops.preview,
        { body: { carrier, ...(stop && { stop: { ...stop, services: [...stop.services] } }) } },
        { signal, ...ALL },
      ),
    gcTime: 0,
    staleTime: Infinity,
  })

export const backPreview = (stopId: string) =>
  queryOptions({
    queryKey: [...KEY, 'bring-back', stopId],
    queryFn: ({ signal }) => call(carrierStops.bringBackPreview, { params: { stopId } }, { signal, ...ALL }),
    gcTime: 0,
    staleTime: Infinity,
  })

/** The result of the last command, until its user closes it. */
export type MoveResult = { readonly outcome: MoveOutcome; readonly stopId: string | undefined; readonly of: unknown }
export const moveResult = createStore<MoveResult | undefined>(undefined)
session.store.subscribe(() => {
  if (moveResult.get() && moveResult.get()?.of !== session.store.get().user?._id) moveResult.set(undefined)
})

export const stopCarrier = (
  stop: Dates & { readonly stopId: string; readonly carrier: string; readonly reason: string },
) => keepResult(stop.stopId, () => call(carrierStops.stop, { body: { ...stop, services: [...stop.services] } }, ALL))

export const moveOrders = (carrier: string) =>
  keepResult(undefined, () => call(carrierStops.move, { body: { commandId: randomUuid(), carrier } }, ALL))

export const bringBack = (stopId: string) =>
  keepResult(undefined, () =>
    call(carrierStops.bringBack, { params: { stopId }, body: { commandId: randomUuid() } }, ALL),
  )

/** Undoes a stop with its moves, or the moves of another command. */
export const undoMoves = ({ outcome, stopId }: MoveResult) =>
  keepResult(undefined, () =>
    stopId === undefined
      ? call(orders.undo, { params: { commandId: outcome.commandId } }, ALL)
      : call(carrierStops.undo, { params: { stopId } }, ALL),
  )

/** Ends a stop. Returns the server's message. */
export async function endStop(stopId: string): Promise<string> {
  try {
    return (await call(carrierStops.end, { params: { stopId } })).message
  } finally {
    await stopsChanged()
  }
}

async function keepResult(stopId: string | undefined, command: () => Promise<MoveOutcome>): Promise<MoveOutcome> {
  try {
    const outcome = await command()
    moveResult.set({ outcome, stopId, of: session.store.get().user?._id })
    return outcome
  } finally {
    await stopsChanged()
  }
}

async function stopsChanged(): Promise<void> {
  await Promise.allSettled([
    queryClient.invalidateQueries({ queryKey: KEY, exact: true }),
    queryClient.invalidateQueries({ queryKey: ['home'] }),
    routingChanged(),
  ])
}

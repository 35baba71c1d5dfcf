import { allocation, MAX_ORDERS_AT_ONCE } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { createStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import type { OrderOf } from './decision-queries.ts'

export type ReallocationReceipt = RouteAnswer<(typeof allocation)['allocateAgain']>['receipts'][number]

/** A run that allocates orders again, with its progress and receipts. */
export type ReallocationRun = {
  readonly done: number
  readonly total: number
  readonly receipts: readonly ReallocationReceipt[]
  readonly state: 'running' | 'stopping' | 'ended'
  /** Why it ended early, for people. */
  readonly problem: string | undefined
  readonly stop: () => void
  /** The user and selected client that the run belongs to. */
  readonly of: string
}

/** The current or last run until the user closes it. It continues if the user leaves the screen. */
export const reallocationRun = createStore<ReallocationRun | undefined>(undefined)

const ownerKey = () => `${session.store.get().user?._id} ${session.selected()}`
/** The run, if it belongs to the current user and the selected client. */
export const ownRun = (run: ReallocationRun | undefined) => (run?.of === ownerKey() ? run : undefined)

/** Each order once, even with several selected consignments. */
export function ordersOf(rows: readonly OrderOf[]): OrderOf[] {
  const orders = rows.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  return [...new Map(orders.map((order) => [`${order.clientCode} ${order.orderNumber}`, order])).values()]
}

/**
 * Allocates orders again in batches, with a receipt for each order. After a stop the current batch finishes and the
 * rest are left. Never throws: the run records failures.
 */
export async function allocateAgain(orders: readonly OrderOf[]): Promise<void> {
  const began = ownerKey()
  // The user may go on to a screen of another client.
  const client = session.client()
  if ((ownRun(reallocationRun.get())?.state ?? 'ended') !== 'ended') return
  const stop = () => change(began, { state: 'stopping' })
  reallocationRun.set({
    done: 0,
    total: orders.length,
    receipts: [],
    state: 'running',
    problem: undefined,
    stop,
    of: began,
  })
  // Another client or user must not see the outcome of this one's orders.
  const isStopped = () => ownRun(reallocationRun.get())?.state !== 'running' || ownerKey() !== began
  let problem: string | undefined
  for (let start = 0; start < orders.length && !isStopped(); start += MAX_ORDERS_AT_ONCE) {
    const piece = orders.slice(start, start + MAX_ORDERS_AT_ONCE)
    try {
      const { receipts } = await call(allocation.allocateAgain, { body: { orders: piece } }, { client })
      change(began, {
        done: start + piece.length,
        receipts: [...(reallocationRun.get()?.receipts ?? []), ...receipts],
      })
    } catch (error) {
      problem = messageOf(error)
      break
    }
  }
  change(began, { state: 'ended', problem })
  await routingChanged()
}

/** Updates a run, unless another user's run has replaced it. */
function change(of: string, part: Partial<ReallocationRun>): void {
  const run = reallocationRun.get()
  if (run?.of === of) reallocationRun.set({ ...run, ...part })
}

/** Refreshes queries after orders were allocated: orders, decisions and capacities. */
export async function routingChanged(): Promise<void> {
  const shown = [['orders'], ['routing-exceptions'], ['rule-book', 'capacity']]
  await Promise.allSettled(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Sums up a run: '12 allocated, 3 still have no carrier, 1 failed.' */
export function reallocationText(receipts: readonly ReallocationReceipt[]): string {
  const count = (outcome: ReallocationReceipt['outcome']) => receipts.filter((one) => one.outcome === outcome).length
  const [exceptions, refused] = [count('exception'), count('refused')]
  const parts = [
    `${figure(count('allocated'))} allocated`,
    ...(exceptions > 0 ? [`${figure(exceptions)} still ${exceptions === 1 ? 'has' : 'have'} no carrier`] : []),
    ...(refused > 0 ? [`${figure(refused)} failed`] : []),
  ]
  return `${parts.join(', ')}.`
}

const figure = (count: number) => count.toLocaleString('en-GB')

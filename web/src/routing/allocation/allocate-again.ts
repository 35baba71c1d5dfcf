import { allocation, MAX_ORDERS_AT_ONCE } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { createStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import type { OrderOf } from './decision-queries.ts'

export type AgainReceipt = RouteAnswer<(typeof allocation)['allocateAgain']>['receipts'][number]

/** Orders that are allocated again, or were: how far it is, and what became of each. */
export type AgainRun = {
  readonly done: number
  readonly total: number
  readonly receipts: readonly AgainReceipt[]
  readonly state: 'running' | 'stopping' | 'ended'
  /** Why it ended before all were done, in words. */
  readonly problem: string | undefined
  readonly stop: () => void
  /** The user and the client of whom it is. */
  readonly of: string
}

/** The run under way or the last one that ended, until it is closed. It goes on while its screen is left. */
export const againRun = createStore<AgainRun | undefined>(undefined)

const whose = () => `${session.store.get().user?._id} ${session.client()}`
/** The run as far as the present user may see it, working for the present client: what is another's is not told. */
export const ownRun = (run: AgainRun | undefined) => (run?.of === whose() ? run : undefined)

/** Each order once, whatever number of its consignments was chosen. */
export function ordersOf(rows: readonly OrderOf[]): OrderOf[] {
  const orders = rows.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  return [...new Map(orders.map((order) => [`${order.clientCode} ${order.orderNumber}`, order])).values()]
}

/**
 * Allocates orders again, a piece of them at a time; each order by itself, with a receipt. Stopped, the pieces that are
 * left stay as they are; the one under way is waited for. Never throws: the run says what went wrong.
 */
export async function allocateAgain(orders: readonly OrderOf[]): Promise<void> {
  const began = whose()
  if ((ownRun(againRun.get())?.state ?? 'ended') !== 'ended') return
  const stop = () => change(began, { state: 'stopping' })
  againRun.set({ done: 0, total: orders.length, receipts: [], state: 'running', problem: undefined, stop, of: began })
  // Another client or user must not see what becomes of this one's orders.
  const isStopped = () => ownRun(againRun.get())?.state !== 'running' || whose() !== began
  let problem: string | undefined
  for (let start = 0; start < orders.length && !isStopped(); start += MAX_ORDERS_AT_ONCE) {
    const piece = orders.slice(start, start + MAX_ORDERS_AT_ONCE)
    try {
      const { receipts } = await call(allocation.allocateAgain, { body: { orders: piece } })
      change(began, {
        done: start + piece.length,
        receipts: [...(againRun.get()?.receipts ?? []), ...receipts],
      })
    } catch (error) {
      problem = messageOf(error)
      break
    }
  }
  change(began, { state: 'ended', problem })
  await routingChanged()
}

/** Changes the run of someone; another's, which has taken its place, is left alone. */
function change(of: string, part: Partial<AgainRun>): void {
  const run = againRun.get()
  if (run?.of === of) againRun.set({ ...run, ...part })
}

/** Orders were allocated: whatever shows them, their decisions, or what is left of a capacity asks again. */
export async function routingChanged(): Promise<void> {
  const shown = [['orders'], ['routing-exceptions'], ['rule-book', 'capacity']]
  await Promise.allSettled(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** How a run went, in a sentence: '12 allocated, 3 still have no carrier, 1 was refused.' */
export function againText(receipts: readonly AgainReceipt[]): string {
  const count = (outcome: AgainReceipt['outcome']) => receipts.filter((one) => one.outcome === outcome).length
  const [exceptions, refused] = [count('exception'), count('refused')]
  const parts = [
    `${figure(count('allocated'))} allocated`,
    ...(exceptions > 0 ? [`${figure(exceptions)} still ${exceptions === 1 ? 'has' : 'have'} no carrier`] : []),
    ...(refused > 0 ? [`${figure(refused)} ${refused === 1 ? 'was' : 'were'} refused`] : []),
  ]
  return `${parts.join(', ')}.`
}

const figure = (count: number) => count.toLocaleString('en-GB')

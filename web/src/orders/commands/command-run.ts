import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import type { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'
import type { Selection } from './work-order-queries.ts'

/** What is to be done, to which orders. */
export type Command = {
  readonly selection: Selection
  /** How many it is for. */
  readonly count: number
  /** How many the pre-flight found, where it is for all that match: were there more by then, nothing is done. */
  readonly most?: number
} & (
  | { readonly action: 'release' | 'rate-again' }
  | { readonly action: 'suspend'; readonly reason: SuspendReason; readonly note: string }
  | { readonly action: 'cancel'; readonly note: string }
)

/** An order that was amended: its form has sent that, and what is left of it is to be undone. */
export type AmendmentMade = { readonly action: 'amend'; readonly selection: Selection; readonly count: 1 }

export type Answer = RouteAnswer<typeof orders.release>
/** How a command or its undoing went; of the receipts those of refused orders, as far as the answer has them. */
export type Outcome = Pick<Answer, 'message' | 'done' | 'refused' | 'short' | 'unchanged'> & {
  readonly refusals: readonly OrderReceipt[]
  /** The receipts of orders that were released though they are short of stock, as far as the answer has them. */
  readonly shortages: readonly OrderReceipt[]
}

/** A command of this window: how far it is, and what became of the orders. */
export type CommandRun = {
  readonly commandId: string
  readonly command: Command | AmendmentMade
  /** 'broken': no answer came, and nobody knows how far it got. */
  readonly state: 'running' | 'broken' | 'refused' | 'ended' | 'undoing' | 'undone'
  readonly progress: { readonly done: number; readonly total: number }
  readonly outcome?: Outcome
  readonly undone?: Outcome
  /** What went wrong, in words. */
  readonly problem?: string
  /** When it was given, in milliseconds. */
  readonly givenAt: number
  /** When it ended, in milliseconds. */
  readonly endedAt?: number
  /** The client that it was given for. */
  readonly client: string
  /** The user, and the client of the window, of whom it is. */
  readonly of: string
}

import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import type { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'
import type { Selection } from './work-order-queries.ts'

export type Command = {
  readonly selection: Selection
  /** Number of orders. */
  readonly count: number
  /** For a filter: number of orders in the pre-flight; the server refuses if more match now. */
  readonly most?: number
} & (
  | { readonly action: 'release' | 'rate-again' }
  | { readonly action: 'suspend'; readonly reason: SuspendReason; readonly note: string }
  | { readonly action: 'cancel'; readonly note: string }
)

/** An amendment that its form has saved; only undo is left. */
export type SavedAmendment = { readonly action: 'amend'; readonly selection: Selection; readonly count: 1 }

export type Answer = RouteAnswer<typeof orders.release>
/** Result of a command or undo, with the refused orders that the answer contains. */
export type Outcome = Pick<Answer, 'message' | 'done' | 'refused' | 'short' | 'unchanged'> & {
  readonly refusals: readonly OrderReceipt[]
  /** Receipts of orders released although short of stock, as far as the answer contains them. */
  readonly shortages: readonly OrderReceipt[]
}

/** State of a command that this window sent. */
export type CommandRun = {
  readonly commandId: string
  readonly command: Command | SavedAmendment
  /** 'broken': no answer arrived, so the progress is unknown. */
  readonly state: 'running' | 'broken' | 'refused' | 'ended' | 'undoing' | 'undone'
  readonly progress: { readonly done: number; readonly total: number }
  readonly outcome?: Outcome
  readonly undone?: Outcome
  /** Error message. */
  readonly problem?: string
  /** In milliseconds. */
  readonly givenAt: number
  /** In milliseconds. */
  readonly endedAt?: number
  readonly client: string
  /** The path of the screen that sent it: other lists do not show its receipt. */
  readonly sentFrom: string
  /** User and client that the run belongs to. */
  readonly of: string
}

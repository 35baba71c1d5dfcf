import type { Review } from '@despatch/domain/returns/portal/announced-return'
import type { Exchange } from '@despatch/domain/returns/portal/exchange'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type { GoodsState } from '@despatch/domain/returns/life/return-states'
import type { AnnouncedParcel, DecisionInputs } from '@despatch/domain/returns/portal/announced-parcel'
import type { Resolution, ReturnAnswer } from '@despatch/domain/returns/rules/returns-book'
import type { Generated, JSONColumnType } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of announced returns. */
export type AnnouncedTables = {
  announced_returns: {
    client_code: string
    return_reference: string
    order_number: string
    announced_key: string
    announced_at: Instant
    channel: 'portal' | 'staff'
    by_name: string
    state: LifeState
    review: Review
    reviewed_at: Instant | null
    reviewed_by: Generated<string>
    review_reason: Generated<string>
    book_version: number
    saw: JSONColumnType<DecisionInputs>
    parcels: JSONColumnType<AnnouncedParcel[]>
    /** Ten-thousandths. */
    fee: number
    postage: number
    refund_due_on: DayColumn | null
    exchange_order: Generated<string>
    exchange: Generated<Exchange>
    exchange_tried_at: Generated<Date | null>
    version: Generated<number>
  }
  announced_lines: {
    client_code: string
    return_reference: string
    line_number: number
    order_number: string
    sku_code: string
    quantity: number
    reason_code: string
    comment: string
    resolution: Resolution
    answer: ReturnAnswer
    text: string
    destination: string | null
    refunded: Generated<number>
    rejected: Generated<number>
    extra: Generated<number>
    /** Number of pieces that exchange orders replace. */
    replaced: Generated<number>
  } & Record<GoodsState, Generated<number>>
  return_steps: {
    client_code: string
    return_reference: string
    step_number: number
    step: string
    at: Instant
    told_at: Instant
    by_name: string
    reason: string
    pieces: JSONColumnType<{ lineNumber: number; quantity: number }[]>
    amount: number | null
    deduction: number | null
  }
  return_mails: {
    client_code: string
    return_reference: string
    step_number: number
    step: string
    made_at: Instant
    mailed_at: Instant | null
  }
}

import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { OwnerLoss } from '@despatch/domain/administration/api-keys/key-life'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type { WebhookEvent } from '@despatch/domain/feeds/webhooks/webhook-events'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ClientTables } from './client-tables.ts'
import type { DayColumn, Decimal, Instant } from '../column-types.ts'

/** Runs of feeds. */
export type FeedRunTable = {
  client_code: string
  run_id: GeneratedAlways<number>
  feed: Feed
  started_at: Instant
  ended_at: Instant | null
  /** When the server last reported that it is working on the run. */
  seen_at: Instant | null
  by_name: string
  file_name: string
  mapping: string
  summary: JSONColumnType<FeedSummary | RowFeedSummary> | null
  problem: Generated<string>
  is_broken: Generated<boolean>
  taken_back_at: Instant | null
  taken_back_by: Generated<string>
  /** The first refused rows, without their values. */
  refused_rows: JSONColumnType<Omit<FeedRefusal, 'value'>[], string | undefined>
}

/** The tables of history, parcels, returns, API keys and webhooks. See `tables.ts`. */
export type DeliveryTables = ClientTables & {
  order_receipts: {
    client_code: string
    command_id: string
    order_number: string
    user_id: number
    at: Instant
    action:
      | 'release'
      | 'suspend'
      | 'cancel'
      | 'amend'
      | 'choose-carrier'
      | 'rate-again'
      | 'leave-carrier'
      | 'bring-back'
      | 'plan-the-day'
    outcome: 'done' | 'refused' | 'unchanged'
    message: string
    /** SKUs that were short of stock at release. */
    short_of: Generated<string[]>
    status_before: OrderStatus | null
    suspended_for_before: string | null
    version_after: number | null
    undone_at: Instant | null
    /** State to restore when an amendment, a carrier choice or a rating is undone. */
    before: JSONColumnType<object> | null
  }
  /** Hash of a command's input. */
  order_commands: { user_id: number; command_id: string; request_hash: Buffer; at: Instant }
  feed_runs: FeedRunTable
  column_mappings: { client_code: string; feed: Feed; name: string; mapping: JSONColumnType<ColumnMapping> }
  /** Progress of commands and feeds. */
  work_progress: { run_id: string; user_id: number; stage: string; done: number; total: number; at: Instant }
  parcels: {
    client_code: string
    tracking_number: string
    carrier: string
    order_number: string
    carrier_service: Generated<string>
    client_method_id: Generated<string>
    despatched_at: Instant
    ordered_at: Instant
    /** The day promised to the shopper. */
    promised_date: DayColumn
    /** The carrier's promise; null if unknown, and then the shopper's applies. */
    carrier_promised_date: DayColumn | null
    /** Kilograms, as decimal text. */
    weight: Decimal | null
    state: Generated<DeliveryState>
    reason: Generated<string>
    state_at: Instant | null
    delivered_at: Instant | null
    delivered_on: DayColumn | null
    /** The tracking number as the warehouse writes it, with blanks, hyphens and small letters; null if that is the same. */
    written_as: string | null
  }
  parcel_contents: {
    client_code: string
    tracking_number: string
    sku_code: string
    serial_number: Generated<string>
    quantity: number
  }
  delivery_events: {
    client_code: string
    tracking_number: string
    event_key: string
    carrier: string
    code: string
    state: DeliveryState
    reason: Generated<string>
    occurred_at: Instant
    received_at: Instant
    description: Generated<string>
    location: Generated<string>
    is_late: Generated<boolean>
  }
  carrier_event_codes: {
    carrier: string
    code: string
    state: DeliveryState
    reason: Generated<string>
    description: Generated<string>
    version: Generated<number>
    changed_at: Instant
    changed_by: string
    /** Codes that this one was merged into, because they were recorded under another spelling of the carrier. */
    carried_to: Generated<string[]>
  }
  event_code_counts: {
    client_code: string
    carrier: string
    code: string
    events: number
    first_at: Instant
    last_at: Instant
    description: Generated<string>
  }
  return_events: {
    client_code: string
    order_number: string
    event_key: string
    return_reference: string
    sku_code: string
    quantity: number
    state: LifeState
    reason_code: Generated<string>
    condition: Generated<string>
    note: Generated<string>
    tracking_number: Generated<string>
    source: 'portal' | 'feed'
    occurred_at: Instant
    received_at: Instant
    /** The value that a row gave instead of its order. */
    customer_account: Generated<string>
    /** The reference that the row gave to the return it was matched with. */
    told_reference: Generated<string>
    /** How many of its pieces exceed what was bought. */
    surplus: Generated<number>
    /** By how many pieces the event raised the number in its state; null means all of its pieces. */
    growth: Generated<number | null>
    /** Whether it added anything new to its return. */
    is_news: Generated<boolean>
    /** Position in its file: of rows with the same time, later ones are newer. */
    file_line: Generated<number | null>
  }
  stock_levels: {
    client_code: string
    sku_code: string
    type: Generated<string>
    stock_on_hand: number
    available_stock: number
    as_of: Instant
    received_at: Instant
  }
  api_keys: {
    key_id: GeneratedAlways<number>
    name: string
    token_hash: Buffer
    beginning: string
    client_codes: string[]
    /** Entries of the permission tree, by path. */
    feeds: string[]
    /** Made by the operator. */
    is_internal: boolean
    created_at: Instant
    created_by: string
    user_id: number
    expires_at: Instant | null
    revoked_at: Instant | null
    revoked_by: Generated<string>
    last_used_at: Instant | null
    last_used_from: Generated<string>
    /** The previous key, accepted until then. */
    old_token_hash: Buffer | null
    old_token_until: Instant | null
    /** Since when, and why, the key's owner lacks a permission that the key needs. */
    orphaned_at: Instant | null
    orphaned_why: Generated<OwnerLoss | ''>
    suspended_from: Instant | null
    warned_at: Instant | null
    adopted_by: Generated<string>
    adopted_internally: Generated<boolean>
    adopted_at: Instant | null
  }
  webhooks: {
    client_code: string
    webhook_id: GeneratedAlways<number>
    name: string
    url: string
    /** Sealed. */
    secret: Buffer
    events: WebhookEvent[]
    active: Generated<boolean>
    off_reason: Generated<string>
    version: Generated<number>
    busy_until: Instant | null
    resting_until: Instant | null
    failing_since: Instant | null
    last_delivered_at: Instant | null
    created_at: Instant
    created_by: string
    /** The previous secret, sealed. Deliveries are signed with it as well until then. */
    old_secret: Buffer | null
    old_secret_until: Instant | null
  }
  webhook_deliveries: {
    client_code: string
    delivery_id: GeneratedAlways<number>
    webhook_id: number
    event_id: string
    event: WebhookEvent | 'webhook.test'
    at: Instant
    payload: unknown
    status: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    next_attempt_at: Instant
    queued_at: ColumnType<Date, Date | string | undefined, Date | string>
    last_attempt_at: Instant | null
    answer_status: number | null
    answer: Generated<string>
    took_ms: number | null
  }
  webhook_attempts: {
    client_code: string
    delivery_id: number
    /** Attempts over the whole life of the delivery. */
    attempt: number
    at: Instant
    answer_status: number | null
    answer: string
    took_ms: number
    /** The first attempt after a user asked for another delivery. */
    by_hand: Generated<boolean>
  }
}

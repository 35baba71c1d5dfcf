import type { Draft } from '@despatch/contract/routing/rule-book/drafts'
import type { CONSIGNMENT_STATES } from '@despatch/contract/routing/allocation/explanation'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import type { PassedOver } from '@despatch/domain/routing/allocation/passed-over'
import type { PlanConflict, PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Generated, JSONColumnType } from 'kysely'
import type { DayColumn, Decimal, Instant } from '../column-types.ts'

/** Which carriers take orders: consignments, used capacity, stops of carriers, and what-ifs. */
export type AllocationTables = {
  consignments: {
    client_code: string
    order_number: string
    attempt: number
    number: number
    at: Instant
    by_name: string
    state: (typeof CONSIGNMENT_STATES)[number]
    ended_at: Instant | null
    despatch_day: DayColumn
    rule_book_version: number
    parcels: number
    consignment: JSONColumnType<PlannedConsignment>
    /** By usageKey (carrier and day), of the despatch day and the days after it. */
    usage_seen: JSONColumnType<Record<string, number>>
    conflict: JSONColumnType<PlanConflict> | null
    carrier: string | null
    client_method_id: string | null
    cost: Decimal | null
    why: Generated<string>
    by_hand: JSONColumnType<StoredChoice> | null
    passed_over: JSONColumnType<PassedOver> | null
  }
  capacity_usage: { client_code: string; carrier: string; despatch_day: DayColumn; parcels: number }
  carrier_stops: {
    stop_id: string
    carrier: string
    carrier_name: string
    services: string[]
    first_day: DayColumn
    last_day: DayColumn | null
    reason: string
    stopped_at: Instant
    stopped_by: string
    user_id: number
    ended_at: Instant | null
    ended_by: string | null
  }
  carrier_cut_offs: {
    carrier: string
    service: string
    weekdays: (number | null)[]
    exceptions: JSONColumnType<{ day: string; minute: number | null }[], string>
    version: Generated<number>
    changed_at: Instant
    changed_by: string
  }
  client_despatch_times: {
    client_code: string
    pick_minutes: number
    is_same_day: boolean
    promised_by: number | null
    version: Generated<number>
  }
  /** One row; null before the first change of terms. */
  carrier_terms_moment: { is_only: boolean; moment: Instant | null }
  what_ifs: {
    client_code: string
    what_if_id: string
    user_id: number
    at: Instant
    draft: JSONColumnType<Draft>
    changes: JSONColumnType<readonly ItemChange[]>
    rule_book_version: number
    days: number
    since: DayColumn
    status: Generated<WhatIf['status']>
    /** How often the run has started. */
    run: Generated<number>
    done: Generated<number>
    total: Generated<number>
    summary: JSONColumnType<NonNullable<WhatIf['summary']>> | null
    error: Generated<string>
  }
  what_if_moves: {
    client_code: string
    what_if_id: string
    run: number
    position: number
    order_number: string
    number: number
    despatch_day: DayColumn
    from_method: string | null
    to_method: string | null
    cost_before: Decimal
    cost_after: Decimal
    /** null means the same as after. */
    consignment_before: JSONColumnType<PlannedConsignment> | null
    consignment_after: JSONColumnType<PlannedConsignment>
    usage_before: JSONColumnType<Record<string, number>>
    usage_after: JSONColumnType<Record<string, number>>
    /** The rule book version that decided the consignment before; null for moves made before this column existed. */
    rule_book_version_before: number | null
  }
}

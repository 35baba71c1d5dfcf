import type { RelativePeriod } from '@despatch/domain/reports/subscription-times'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of report subscriptions. */
export type SubscriptionTables = {
  report_subscriptions: {
    subscription_id: GeneratedAlways<number>
    owner_id: number
    owner_name: string
    owner_is_internal: boolean
    client_codes: string[]
    report: string
    format: 'xlsx' | 'csv'
    period: RelativePeriod
    weekday: number | null
    at_minute: number
    created_at: Instant
    next_at: Instant
    ended_at: Instant | null
    ended_why: Generated<string>
  }
  report_recipients: { subscription_id: number; user_id: number; stopped_at: Instant | null }
  report_sendings: {
    sending_id: GeneratedAlways<number>
    subscription_id: number
    due_at: Instant
    start_date: DayColumn
    end_date: DayColumn
    status: Generated<'Making' | 'Sent' | 'Failed'>
    reason: Generated<string>
    left_out: Generated<number[]>
    again_of: Generated<number | null>
  }
  report_sent_files: {
    sending_id: number
    user_id: number
    export_id: string
    mailed_at: Instant | null
    error: Generated<string>
  }
  /** `is_sealed`: sealed with a key that the server no longer has. */
  mails_given_up: { about: string; given_up_at: Instant; is_sealed: Generated<boolean> }
}

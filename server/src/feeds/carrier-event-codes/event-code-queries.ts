import {
  type EventCode,
  type EventCodeSort,
  EVENT_CODES_OPERATOR_ONLY,
} from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { DELIVERY_STATE_NAMES } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from '../../http/authentication/open-session.ts'

export type EventCodeFilter = {
  search?: string | undefined
  carrier?: string | undefined
  code?: string | undefined
  state?: DeliveryState | undefined
}
export type EventCodePage = { page: number; limit: number; sort: EventCodeSort; desc: boolean }

type CodeRow = Omit<EventCode, 'changedAt' | 'firstAt' | 'lastAt'> &
  Record<'changedAt' | 'firstAt' | 'lastAt', Date | null>

/** Codes that are the name of a delivery state, as `readDeliveryState` reads them. */
const STATE_NAMES = sql`unnest(${[...DELIVERY_STATE_NAMES.keys()]}::text[], ${[...DELIVERY_STATE_NAMES.values()]}::text[])
  as named (name, named_state)`

/** Codes with a meaning, and codes that came in events. Row-level security limits the counts to the caller's clients. */
const CODES = sql`(
  select carrier, code, coalesce(t.state, named_state, 'unknown') as state, coalesce(t.reason, '') as reason,
    coalesce(t.description, '') as description, coalesce(t.version, 0) as version, t.changed_at as "changedAt",
    coalesce(t.changed_by, '') as "changedBy", coalesce(c.events, 0) as events, c.first_at as "firstAt",
    c.last_at as "lastAt", coalesce(c.said, '') as said
  from (
    select carrier, code, sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at,
      (array_agg(description order by last_at desc))[1] as said
    from event_code_counts group by carrier, code
  ) c
  full join carrier_event_codes t using (carrier, code)
  left join ${STATE_NAMES} on name = regexp_replace(lower(code), '[[:space:]_-]+', '', 'g')
) as codes`

const SORTS = {
  carrier: sql`carrier`,
  code: sql`code`,
  state: sql`state`,
  events: sql`events`,
  lastAt: sql`coalesce("lastAt", '-infinity')`,
} as const satisfies Record<EventCodeSort, RawBuilder<unknown>>

export function selectCodes(filter: EventCodeFilter, { page, limit, sort, desc }: EventCodePage) {
  const order = desc ? sql`${SORTS[sort]} desc` : SORTS[sort]
  return sql<CodeRow>`
    select * from ${CODES} where ${matching(filter)}
    order by ${order}, carrier, code limit ${limit} offset ${(page - 1) * limit}`.compile(db)
}

export function countCodes(filter: EventCodeFilter) {
  return sql<{ total: number }>`select count(*)::int as total from ${CODES} where ${matching(filter)}`.compile(db)
}

/** Counts unknown codes, and the events that have them. */
export function countUnknownCodes() {
  return prepared(
    sql<{ codes: number; events: number }>`
      select count(*)::int as codes, coalesce(sum(events), 0)::bigint as events
      from ${CODES} where state = 'unknown'`.compile(db),
  )
}

export function selectCodeCarriers() {
  return sql<{ carrier: string }>`
    select carrier from event_code_counts union select carrier from carrier_event_codes order by carrier limit 200`.compile(
    db,
  )
}

function matching({ search, carrier, code, state }: EventCodeFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (code) conditions.push(sql`code = ${code}`)
  if (carrier) conditions.push(sql`carrier = ${carrier}`)
  if (state) conditions.push(sql`state = ${state}`)
  if (search) {
    const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    conditions.push(
      sql`(lower(code) like ${part} or lower(description) like ${part} or lower(said) like ${part} or lower(reason) like ${part})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

export function presentCode(row: CodeRow): EventCode {
  const at = (instant: Date | null) => instant?.toISOString() ?? null
  return { ...row, changedAt: at(row.changedAt), firstAt: at(row.firstAt), lastAt: at(row.lastAt) }
}

/** Finds a code's meaning and locks its row; undefined if it has none. */
export function codeToChange(transaction: Transaction, { carrier, code }: { carrier: string; code: string }) {
  return transaction.row(
    db
      .selectFrom('carrier_event_codes')
      .select(['state', 'reason', 'description', 'version'])
      .where('carrier', '=', carrier)
      .where('code', '=', code)
      .forUpdate(),
  )
}

/** @throws AppError (403) for client users, because a code has the same meaning for every client */
export function refuseClientUsers({ isInternal }: Caller): void {
  if (!isInternal) throw new AppError('unauthorized_access', EVENT_CODES_OPERATOR_ONLY)
}

export function codeLabel({ carrier, code }: { carrier: string; code: string }): string {
  return `${carrier}’s event code ${code}`
}

export function changedMeanwhile(key: { carrier: string; code: string }): AppError {
  return new AppError(
    'version_conflict',
    `Someone else changed ${codeLabel(key)}. Reload to see their changes, then try again.`,
  )
}

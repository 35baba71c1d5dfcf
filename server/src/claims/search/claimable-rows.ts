import type { Claimable } from '@despatch/contract/claims/claim'
import { addDays, dayOf, daysBetween } from '@despatch/domain/calendar/day'
import type { ClaimCause } from '@despatch/domain/claims/claim'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type RawBuilder, sql } from 'kysely'

export type ClaimableRow = {
  client_code: string
  tracking_number: string
  written_as: string
  order_number: string
  carrier: string
  carrier_name: string
  carrier_service: string
  cause: ClaimCause
  despatched_on: string
  deadline: string
  currency: string
  goods: number
  carriage: number
  amount: number
}

export type ClaimableFilter = {
  readonly today: string
  readonly carrier?: string | undefined
  readonly cause?: ClaimCause | undefined
  readonly until?: string | undefined
  readonly reference?: string | undefined
  readonly clientCode?: string | undefined
  /** With both, selects parcels not claimed before their deadline on these days, both included. */
  readonly missedFrom?: string | undefined
  readonly missedTo?: string | undefined
  readonly despatchedFrom?: string | undefined
  readonly despatchedTo?: string | undefined
}

/** The condition on `claim_candidates c` for claimable parcels, or for missed deadlines, in the form of the indexes. */
export function openCandidates(filter: ClaimableFilter): RawBuilder<unknown> {
  const { reference, missedFrom, missedTo } = filter
  const conditions = [
    sql`c.claim_id is null and c.amount > 0`,
    missedFrom && missedTo
      ? sql`c.deadline >= ${missedFrom}::date and c.deadline <= ${missedTo}::date and c.deadline < ${filter.today}::date`
      : sql`c.why = '' and c.deadline >= ${filter.today}::date`,
    filter.clientCode && sql`c.client_code = ${filter.clientCode}`,
    filter.until && sql`c.deadline <= ${filter.until}::date`,
    filter.carrier && sql`c.carrier = ${filter.carrier}`,
    filter.cause && sql`c.cause = ${filter.cause}`,
    filter.despatchedFrom && sql`c.despatched_on >= ${filter.despatchedFrom}::date`,
    filter.despatchedTo && sql`c.despatched_on <= ${filter.despatchedTo}::date`,
    reference &&
      sql`(c.tracking_number = any (${trackingNumbersToFind(reference)}::text[]) or c.order_number in (${reference}, upper(${reference})))`,
  ].filter((one) => typeof one === 'object')
  return sql.join(conditions, sql` and `)
}

/** The columns of `claim_candidates c` for {@link presentClaimable}. */
export const claimableColumns = sql`c.client_code, c.tracking_number, coalesce(p.written_as, c.tracking_number) as written_as,
  c.order_number, c.carrier, coalesce(n.content ->> 'name', c.carrier) as carrier_name, c.carrier_service, c.cause,
  c.despatched_on, c.deadline, c.currency, c.goods, c.carriage, c.amount`

export const claimableNames = sql`
  left join lateral (
    select written_as from parcels where client_code = c.client_code and tracking_number = c.tracking_number limit 1
  ) p on true
  left join rule_book_items n on n.client_code = c.client_code and n.kind = 'carrier' and n.item_key = c.carrier
    and n.to_version is null`

/** Reads one page of claimable parcels, the nearest deadline first. */
export const claimableRows = (
  clients: readonly string[],
  filter: ClaimableFilter,
  { limit, offset }: { limit: number; offset: number },
) => sql<ClaimableRow>`
  select ${claimableColumns} from (
    select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
      select c.client_code, c.deadline, c.tracking_number from claim_candidates c
      where c.client_code = mine.code and ${openCandidates(filter)}
      order by c.deadline, c.tracking_number limit ${limit + offset}
    ) found
    order by found.deadline, found.tracking_number, found.client_code limit ${limit} offset ${offset}
  ) k cross join lateral (
    select * from claim_candidates where client_code = k.client_code and tracking_number between k.tracking_number and k.tracking_number
    order by tracking_number limit 1
  ) c ${claimableNames}
  order by c.deadline, c.tracking_number, c.client_code`

export function presentClaimable(row: ClaimableRow, today: string): Claimable {
  return {
    clientCode: row.client_code,
    trackingNumber: row.written_as,
    orderNumber: row.order_number,
    carrierCode: row.carrier,
    carrierName: row.carrier_name,
    carrierService: row.carrier_service,
    cause: row.cause,
    despatchedOn: row.despatched_on,
    deadline: row.deadline,
    daysLeft: daysBetween(today, row.deadline),
    currency: row.currency,
    goods: costText(row.goods),
    carriage: costText(row.carriage),
    amount: costText(row.amount),
  }
}

/** The last of the seven days that begin today. */
export const endOfWeek = (now: Date) => addDays(dayOf(now), 6)

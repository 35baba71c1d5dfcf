import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { EVENT_RANK, NEWEST_EVENTS_FIRST } from '../../deliveries/parcels/event-order.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A claim of a submission, with what its form and receipt show. */
export type SubmittedClaim = Selectable<Tables['claims']> & { readonly written_as: string }

/** A claim with what the workbook shows. */
export type ClaimDetails = SubmittedClaim & {
  readonly grams: number | null
  readonly goods_text: string
  readonly delivered_at: Date | null
  readonly state_now: DeliveryState
}

type ClaimEvents = {
  readonly claim_id: number
  readonly written_as: string
  readonly events: readonly { at: string; state: DeliveryState; description: string; location: string }[]
}

export type Pack = {
  readonly database: Database
  readonly clients: readonly string[]
  readonly rows: readonly SubmittedClaim[]
  readonly withCosts: boolean
}

/** Claims whose evidence is read at a time. */
const BATCH_SIZE = 500
/** The newest events shown for each parcel. */
const MAX_EVENTS = 20

/** Reads the claims of a submission that were not withdrawn, in their order. */
export const readSubmission = (
  transaction: Transaction,
  clients: readonly string[],
  id: number,
): Promise<SubmittedClaim[]> =>
  transaction.rows(
    sql<SubmittedClaim>`
      select k.*, coalesce(p.written_as, k.tracking_number) as written_as
      from unnest(${clients}::text[]) as mine (code)
      cross join lateral (
        select * from claims where client_code = mine.code and submission_no = ${id} and state <> 'withdrawn' offset 0
      ) k
      left join lateral (
        select written_as from parcels where client_code = k.client_code and tracking_number = k.tracking_number offset 0
      ) p on true
      order by k.claim_id`.compile(db),
  )

/** The keys of the claims' parcels, with what the workbook needs of each claim. */
const keysOf = (rows: readonly SubmittedClaim[]) => sql`
  unnest(${rows.map(({ claim_id }) => claim_id)}::bigint[], ${rows.map(({ client_code }) => client_code)}::text[],
    ${rows.map(({ tracking_number }) => tracking_number)}::text[]) as k (claim_id, client_code, tracking_number)`

/** Reads rows for claims in batches, each in its own transaction, so that few are in memory. */
async function* inBatches<Row>(
  { database, clients, rows }: Pack,
  ask: (some: readonly SubmittedClaim[]) => ReturnType<typeof sql<Row>>,
): AsyncGenerator<{ row: Row; claim: SubmittedClaim }> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const some = rows.slice(from, from + BATCH_SIZE)
    const found = await inClients(database, clients, (transaction) => transaction.rows(ask(some).compile(db)))
    for (const [index, row] of found.entries()) {
      const claim = some[index]
      if (claim) yield { row, claim }
    }
  }
}

/** Reads the contents and location of each parcel, one row for each claim. */
export async function* readClaimDetails(pack: Pack): AsyncGenerator<ClaimDetails> {
  const rows = inBatches(
    pack,
    (some) => sql<Pick<ClaimDetails, 'grams' | 'goods_text' | 'delivered_at' | 'state_now'>>`
      select (p.weight * 1000)::int as grams, p.delivered_at, coalesce(p.state, 'despatched') as state_now,
        coalesce(g.goods_text, '') as goods_text
      from ${keysOf(some)}
      left join lateral (
        select weight, delivered_at, state from parcels
        where client_code = k.client_code and tracking_number = k.tracking_number offset 0
      ) p on true
      left join lateral (
        select string_agg(c.quantity || ' × ' || coalesce(nullif(s.description, ''), c.sku_code), '; ' order by c.sku_code) as goods_text
        from parcel_contents c left join lateral (
          select description from skus s where s.client_code = c.client_code and s.sku_code = c.sku_code offset 0
        ) s on true
        where c.client_code = k.client_code and c.tracking_number = k.tracking_number
      ) g on true
      order by k.claim_id`,
  )
  for await (const { row, claim } of rows) yield { ...claim, ...row }
}

/** Reads the carrier's events of each parcel in order, one row for each claim. */
export async function* readClaimEvents(pack: Pack): AsyncGenerator<ClaimEvents> {
  const rows = inBatches(
    pack,
    (some) => sql<Pick<ClaimEvents, 'events'>>`
      select coalesce(e.events, '[]') as events
      from ${keysOf(some)}
      left join lateral (
        select jsonb_agg(jsonb_build_object('at', occurred_at, 'state', state, 'description', description, 'location', location)
          order by occurred_at, ${EVENT_RANK}) as events
        from (
          select * from delivery_events where client_code = k.client_code and tracking_number = k.tracking_number
          order by ${NEWEST_EVENTS_FIRST} limit ${MAX_EVENTS}
        ) v
      ) e on true
      order by k.claim_id`,
  )
  for await (const { row, claim } of rows) yield { ...row, claim_id: claim.claim_id, written_as: claim.written_as }
}

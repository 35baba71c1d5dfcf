import type { claims as routes, ClaimSort } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import { claimIdOf, submissionIdOf } from '@despatch/domain/claims/claim'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { readClaimFiles } from '../evidence/claim-files.ts'
import { claimColumns, type ClaimRow, presentClaim } from './present-claim.ts'
import { noSuchClaim } from './refusals.ts'

type Filter = RouteChecked<typeof routes.list>['body']

const SORTS: Record<ClaimSort, RawBuilder<unknown>> = {
  deadline: sql`k.deadline`,
  number: sql`k.claim_id`,
  state: sql`k.state`,
  carrierName: sql`k.carrier_name`,
  preparedAt: sql`k.prepared_at`,
}

/** Lists one page of claims. */
export async function listClaims(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc } = body
  const where = whereOf(clients, body)
  const direction = desc ? sql`desc` : sql`asc`
  const [rows, counted] = await Promise.all([
    transaction.rows(
      sql<ClaimRow>`select ${claimColumns} from (
          select * from claims k where ${where}
          order by ${SORTS[sort]} ${direction}, k.claim_id ${direction} limit ${limit} offset ${(page - 1) * limit}
        ) k order by ${SORTS[sort]} ${direction}, k.claim_id ${direction}`.compile(db),
    ),
    transaction.row(sql<{ total: number }>`select count(*)::int as total from claims k where ${where}`.compile(db)),
  ])
  return { rows: rows.map(presentClaim), total: counted?.total ?? 0 }
}

function whereOf(clients: readonly string[], filter: Filter): RawBuilder<unknown> {
  const { state, carrier, cause, clientCode, preparedFrom, preparedTo, search } = filter
  const conditions = [
    sql`k.client_code = any (${clients}::text[])`,
    clientCode && sql`k.client_code = ${clientCode}`,
    state && state.length > 0 && sql`k.state = any (${state}::text[])`,
    carrier && sql`k.carrier = ${carrier}`,
    cause && sql`k.cause = ${cause}`,
    preparedFrom && sql`k.prepared_at >= ${startOfDay(preparedFrom)}`,
    preparedTo && sql`k.prepared_at < ${startOfDay(addDays(preparedTo, 1))}`,
    search && soughtBy(search),
  ].filter((one) => typeof one === 'object')
  return sql.join(conditions, sql` and `)
}

function soughtBy(text: string): RawBuilder<unknown> {
  const submission = submissionIdOf(text)
  if (submission !== undefined) return sql`k.submission_no = ${submission}::bigint`
  return sql`(k.claim_id = ${claimIdOf(text) ?? 0}::bigint or k.tracking_number = any (${trackingNumbersToFind(text)}::text[])
    or k.order_number in (${text}, upper(${text})) or k.carrier_reference = ${text})`
}

/** Reads one claim with its history. Throws an AppError (404) if there is no such claim. */
export async function readClaim(
  { transaction, clients }: Context,
  { params: { claimID } }: RouteChecked<typeof routes.claim>,
): Promise<RouteAnswer<typeof routes.claim>> {
  const [row, events, files] = await Promise.all([
    transaction.row(
      sql<ClaimRow>`select ${claimColumns} from claims k
        where k.claim_id = ${Number(claimID)} and k.client_code = any (${clients}::text[])`.compile(db),
    ),
    transaction.rows(
      db
        .selectFrom('claim_events')
        .selectAll()
        .where('client_code', '=', sql<string>`any (${clients}::text[])`)
        .where('claim_id', '=', Number(claimID))
        .orderBy('event_id'),
    ),
    readClaimFiles(transaction, clients, Number(claimID)),
  ])
  if (!row) throw noSuchClaim()
  return {
    claim: presentClaim(row),
    history: events.map(({ at, by_name, what, text, amount }) => ({
      at: at.toISOString(),
      by: by_name,
      what,
      text,
      amount: amount === null ? null : costText(amount),
    })),
    evidence: row.evidence,
    files,
    office: row.office,
  }
}

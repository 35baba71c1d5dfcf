import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { FeedRunRow } from '@despatch/contract/feeds/runs/runs'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { FEED_LEAVES } from '@despatch/domain/feeds/feed-fields'
import { MAX_TAKEN_BACK, whyNotTakenBack } from '@despatch/domain/feeds/runs/taking-back'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { MAX_SILENCE_MS } from './record-runs.ts'
import type { FeedRunTable } from '../../database/tables/delivery-tables.ts'
import type { Selectable } from 'kysely'

type RunOrders = { orders: number; is_all_new: boolean }
type RunRow = Selectable<FeedRunTable> & RunOrders

/**
 * Selects how many orders a run created (counted up to the limit for taking back) and whether all are New. One index
 * covers both.
 */
export const selectRunOrders = (
  client: string | RawBuilder<unknown>,
  run: RawBuilder<unknown>,
): RawBuilder<RunOrders> => sql`
  select (
      select count(*) from (
        select from orders where client_code = ${client} and feed_run = ${run} limit ${MAX_TAKEN_BACK + 1}
      ) made
    ) as orders,
    not exists (select from orders where client_code = ${client} and feed_run = ${run} and status < 'N')
      and not exists (select from orders where client_code = ${client} and feed_run = ${run} and status > 'N') as is_all_new`

/**
 * Lists files of a feed, of one client or several, newest first, in pages.
 * @throws AppError (403) if the caller may not see the feed
 */
export async function listRuns(
  { transaction, clients, caller, now }: Context,
  { query: { feed, page, limit } }: RouteChecked<typeof routes.runs>,
): Promise<RouteAnswer<typeof routes.runs>> {
  if (!mayCall({ reads: [FEED_LEAVES[feed]] }, caller.permissions))
    throw new AppError('unauthorized_access', 'You don’t have access to this. Ask your administrator.')
  const rows = await transaction.rows(
    sql<RunRow>`select runs.*, made.* from (
        select * from feed_runs where client_code = any(${clients}) and feed = ${feed}
        order by run_id desc limit ${limit + 1} offset ${(page - 1) * limit}
      ) runs cross join lateral (${selectRunOrders(sql.ref('runs.client_code'), sql.ref('runs.run_id'))}) made
      order by runs.run_id desc`.compile(db),
  )
  return { runs: rows.slice(0, limit).map((row) => present(row, now)), hasMore: rows.length > limit }
}

function present(row: RunRow, now: Date): FeedRunRow {
  const { summary, taken_back_at: takenBackAt, ended_at: endedAt } = row
  const cutOffAt = whenCutOff(row, now)
  return {
    run: row.run_id,
    client: row.client_code,
    feed: row.feed,
    startedAt: row.started_at.toISOString(),
    endedAt: (endedAt ?? cutOffAt)?.toISOString() ?? null,
    byName: row.by_name,
    fileName: row.file_name,
    mapping: row.mapping,
    problem: cutOffAt ? CUT_OFF : row.problem,
    isBroken: row.is_broken || cutOffAt !== undefined,
    counts: summary && {
      read: summary.read,
      created: summary.created,
      changed: 'changed' in summary ? summary.changed : 0,
      unchanged: summary.unchanged,
      leftOut: summary.leftOut,
      refused: summary.refused,
      ordersCreated: 'ordersCreated' in summary ? summary.ordersCreated : 0,
    },
    refusedByReason: summary?.refusedByReason ?? {},
    refusedRows: row.refused_rows,
    takenBack: takenBackAt && { at: takenBackAt.toISOString(), byName: row.taken_back_by },
    hasOrders: row.orders > 0,
    whyNotTakenBack: whyNotTakenBack(runFacts(row, now)) ?? '',
  }
}

const CUT_OFF = 'The server stopped during this import. Import the file again to finish.'

/** Longest run without heartbeats, for runs of servers of earlier versions that sent none. */
const MAX_RUN_MS = 6 * 3_600_000

/** When a run ended with its server; undefined if it did not. */
function whenCutOff({ started_at, ended_at, seen_at }: RunRow, now: Date): Date | undefined {
  if (ended_at) return undefined
  const heard = seen_at ?? started_at
  return now.getTime() - heard.getTime() > (seen_at ? MAX_SILENCE_MS : MAX_RUN_MS) ? heard : undefined
}

/** The facts of a run that decide whether it can be taken back. */
export const runFacts = (row: RunRow, now: Date) => ({
  feed: row.feed,
  isEnded: row.ended_at !== null || whenCutOff(row, now) !== undefined,
  isTakenBack: row.taken_back_at !== null,
  orders: row.orders,
  isAllNew: row.is_all_new,
})

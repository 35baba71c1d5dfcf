import type { DisputeSort } from '@despatch/contract/invoices/disputes'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { AGES, ageOf, disputeIdOf, dueDaysOf } from '@despatch/domain/invoices/dispute'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { openOperatorScope } from '../scope.ts'
import { type DisputeRow, isLiveIn } from './lock-disputes.ts'
import { presentDispute } from './present-dispute.ts'

type Query = RouteChecked<typeof routes.disputes>['query']

const IS_LIVE = isLiveIn('d')
const SORTS: Readonly<Record<DisputeSort, RawBuilder<unknown>>> = {
  number: sql`d.dispute_id`,
  state: sql`d.state`,
  carrierName: sql`d.carrier_name`,
  invoiceNumber: sql`d.invoice_number`,
  dueDay: sql`d.due_day`,
  openedAt: sql`d.opened_at`,
  claimed: sql`d.claimed`,
  open: sql`case when ${IS_LIVE} then d.claimed - d.credited else 0 end`,
}

/**
 * Lists one page of disputes with carriers.
 *
 * @throws AppError 403 for client users
 */
export async function listDisputes(
  context: Context,
  { query }: RouteChecked<typeof routes.disputes>,
): Promise<RouteAnswer<typeof routes.disputes>> {
  await openOperatorScope(context)
  const { transaction, now } = context
  const { page, limit, sort, desc } = query
  const today = dayOf(now)
  const where = whereOf(query, today)
  const direction = desc ? sql`desc` : sql`asc`
  const [rows, counted] = await Promise.all([
    transaction.rows(
      sql<DisputeRow>`select d.* from invoice_disputes d where ${where}
        order by ${SORTS[sort]} ${direction}, d.dispute_id ${direction} limit ${limit} offset ${(page - 1) * limit}`.compile(
        db,
      ),
    ),
    transaction.row(
      sql<{ total: number }>`select count(*) as total from invoice_disputes d where ${where}`.compile(db),
    ),
  ])
  return {
    code: 200,
    disputes: rows.map((row) => presentDispute(row, today)),
    pageInfo: { total: counted?.total ?? 0, page, limit },
  }
}

function whereOf({ search, state, carrier, overdue, age, summaryID }: Query, today: Day): RawBuilder<unknown> {
  const sought = search?.toLowerCase()
  const id = search === undefined ? undefined : disputeIdOf(search)
  const due = age && dueDaysOf(age, today)
  const conditions = [
    sql`true`,
    state && state !== 'unsettled' && sql`d.state = ${state}`,
    carrier && sql`d.carrier = ${carrier}`,
    summaryID && sql`d.invoice_id = ${summaryID}::bigint`,
    overdue && sql`d.due_day < ${today}::date`,
    (state === 'unsettled' || overdue || due) && IS_LIVE,
    due?.from ? sql`d.due_day >= ${due.from}::date` : undefined,
    due?.to ? sql`d.due_day <= ${due.to}::date` : undefined,
    sought &&
      sql`(strpos(lower(concat_ws(' ', d.invoice_number, d.carrier, d.carrier_name, d.account, d.reason)), ${sought}) > 0
        or d.dispute_id = ${id ?? 0}::bigint)`,
  ].filter((one) => typeof one === 'object')
  return sql.join(conditions, sql` and `)
}

/**
 * Sums what carriers still owe, by carrier, currency and age.
 *
 * @throws AppError 403 for client users
 */
export async function readAgeing(context: Context): Promise<RouteAnswer<typeof routes.disputeAgeing>> {
  await openOperatorScope(context)
  const today = dayOf(context.now)
  const rows = await context.transaction.rows(
    sql<{ carrier: string; name: string; currency: string; due_day: Day; disputes: number; open: number }>`
      select d.carrier, min(d.carrier_name) as name, d.currency, d.due_day, count(*)::int as disputes,
        sum(d.claimed - d.credited)::bigint as open
      from invoice_disputes d where ${IS_LIVE} group by d.carrier, d.currency, d.due_day
      order by d.carrier, d.currency`.compile(db),
  )
  const sum = (some: readonly { disputes: number; open: number }[]) => ({
    disputes: some.reduce((total, { disputes }) => total + disputes, 0),
    open: costText(some.reduce((total, { open }) => total + open, 0)),
  })
  const carriers = Map.groupBy(rows, ({ carrier, currency }) => `${carrier} ${currency}`)
  return {
    code: 200,
    carriers: [...carriers.values()].map((of) => {
      const byAge = Map.groupBy(of, ({ due_day }) => ageOf(due_day, today))
      return {
        carrierCode: of[0]?.carrier ?? '',
        carrierName: of[0]?.name ?? '',
        currency: of[0]?.currency ?? '',
        ...sum(of),
        ages: AGES.map((age) => ({ age, ...sum(byAge.get(age) ?? []) })),
      }
    }),
  }
}

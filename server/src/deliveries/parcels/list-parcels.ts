import type { parcels as routes } from '@despatch/contract/deliveries/parcels/parcels'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { Context } from '../../http/context.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { presentParcel } from './present-parcel.ts'
import { countByDaysLate, countByState, selectParcels } from './queries.ts'

type Body = RouteChecked<typeof routes.list>['body']

/** Lists matching parcels, newest despatch first by default. */
export async function listParcels(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const page = selectParcels(clients, { ...body, today: dayOf(now) }, body).compile(db)
  const rows = await transaction.rows(clients.length === 1 && isByDespatch(body) ? prepared(page) : page)
  return { rows: rows.slice(0, body.limit).map((row) => presentParcel(row, now)), hasMore: rows.length > body.limit }
}

/** The default list: the index by despatch serves it for any days, so the statement can be prepared. */
function isByDespatch({ sort, page: _page, limit: _limit, desc: _desc, ...filter }: Body): boolean {
  const { despatchedFrom: _from, despatchedTo: _to, ...narrowed } = filter
  return sort === 'despatchedAt' && Object.values(narrowed).every((value) => value === undefined)
}

/** Counts matching parcels by state, without empty states. */
export async function countStates(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.states>,
): Promise<RouteAnswer<typeof routes.states>> {
  const states = await transaction.rows(countByState(clients, { ...body, today: dayOf(now) }).compile(db))
  return { states }
}

/** Counts late parcels by the number of days. */
export async function countAges(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.ages>,
): Promise<RouteAnswer<typeof routes.ages>> {
  const ages = await transaction.rows(countByDaysLate(clients, { ...body, today: dayOf(now) }).compile(db))
  return { ages }
}

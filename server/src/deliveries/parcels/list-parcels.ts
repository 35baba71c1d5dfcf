import type { parcels as routes } from '@despatch/contract/deliveries/parcels/parcels'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { Context } from '../../http/context.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { presentParcel } from './present.ts'
import { parcelStates, parcelsPage } from './queries.ts'

type Body = RouteChecked<typeof routes.list>['body']

/** A page of the parcels that match, the newest despatch first unless told. */
export async function listParcels(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const page = parcelsPage(clients, { ...body, today: dayOf(now) }, body).compile(db)
  const rows = await transaction.rows(clients.length === 1 && isByDespatch(body) ? prepared(page) : page)
  return { rows: rows.slice(0, body.limit).map((row) => presentParcel(row, now)), hasMore: rows.length > body.limit }
}

/** What the list opens with: the index of despatches serves it, whatever the days. */
function isByDespatch({ sort, page: _page, limit: _limit, desc: _desc, ...filter }: Body): boolean {
  const { despatchedFrom: _from, despatchedTo: _to, ...narrowed } = filter
  return sort === 'despatchedAt' && Object.values(narrowed).every((value) => value === undefined)
}

/** How many parcels match, state by state; a state that none is in is left out. */
export async function countStates(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.states>,
): Promise<RouteAnswer<typeof routes.states>> {
  const states = await transaction.rows(parcelStates(clients, { ...body, today: dayOf(now) }).compile(db))
  return { states }
}

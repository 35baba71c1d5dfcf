import type { CutOffRow, cutOffs as routes } from '@despatch/contract/routing/cut-offs/cut-offs'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { dayOf } from '@despatch/domain/calendar/day'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { type CutOffRule, type Minute, minuteText, readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { loadCarriers } from '../carrier-stops/carriers-of-clients.ts'
import { hasCutOff, loadCutOffsToday } from './cut-offs-today.ts'
import { loadDespatchTimes } from './load-despatch-times.ts'

const timeOf = (minute: Minute | null) => (minute === null ? null : minuteText(minute))
const minuteOf = (time: string | null) => (time === null ? null : (readMinute(time) ?? null))

const presented = ({ weekdays, exceptions }: Pick<CutOffRule, 'weekdays' | 'exceptions'>) => ({
  weekdays: weekdays.map(timeOf),
  exceptions: exceptions.map(({ day, minute }) => ({ day, time: timeOf(minute) })),
})

type StoredCutOffs = Omit<CutOffRow, 'carrierName'>

async function loadStored(transaction: Transaction): Promise<StoredCutOffs[]> {
  const rows = await transaction.rows(
    db.selectFrom('carrier_cut_offs').selectAll().orderBy('carrier').orderBy('service'),
  )
  return rows.map(({ carrier, service, weekdays, exceptions, version }) => ({
    carrier,
    service,
    ...presented({ weekdays, exceptions }),
    version,
  }))
}

const findStored = async (transaction: Transaction, { carrier, service }: { carrier: string; service: string }) =>
  (await loadStored(transaction)).find((one) => one.carrier === carrier && one.service === service)

/** The cut-offs of all carriers, and how fast the orders of the caller's clients leave. */
export async function listCutOffs({ transaction, clients }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const [rows, carriers, times] = await Promise.all([
    loadStored(transaction),
    loadCarriers(transaction, clients),
    loadDespatchTimes(transaction, clients),
  ])
  const names = new Map(carriers.map(({ carrier, carrierName }) => [carrier, carrierName]))
  return {
    cutOffs: rows.map((one) => ({ ...one, carrierName: names.get(one.carrier) ?? one.carrier })),
    carriers,
    clients: times,
  }
}

type SavedCutOffs = Pick<CutOffRow, 'weekdays' | 'exceptions'>
const forAudit = ({ weekdays, exceptions }: SavedCutOffs) => ({
  weekdays: weekdays.map((time) => time ?? '-').join(' '),
  exceptions: exceptions.map(({ day, time }) => `${day} ${time ?? '-'}`).join(', '),
})
const NONE: SavedCutOffs = { weekdays: [], exceptions: [] }
const named = ({ carrier, service }: { carrier: string; service: string }) =>
  service === '' ? `carrier ${carrier}` : `carrier ${carrier}, ${service}`

/**
 * Sets the cut-offs of a carrier or of one of its services. Past exceptions are dropped. Throws an AppError (409) if
 * someone saved in between.
 */
export async function saveCutOffs(
  context: Context,
  { body: { carrier, service, version, ...body } }: RouteChecked<typeof routes.save>,
): Promise<RouteAnswer<typeof routes.save>> {
  const { transaction, caller, now } = context
  const before = await findStored(context.transaction, { carrier, service })
  const weekdays = body.weekdays.map(minuteOf)
  const exceptions = body.exceptions
    .filter(({ day }) => day >= dayOf(now))
    .map(({ day, time }) => ({ day, minute: minuteOf(time) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const set = {
    weekdays,
    exceptions: JSON.stringify(exceptions),
    changed_at: now,
    changed_by: caller.username,
  }
  const saved = await transaction.writeRow(
    db
      .insertInto('carrier_cut_offs')
      .values({ carrier, service, ...set })
      .onConflict((conflict) => {
        const update = conflict
          .columns(['carrier', 'service'])
          .doUpdateSet((is) => ({ ...set, version: is('carrier_cut_offs.version', '+', 1) }))
        return version === undefined ? update : update.where('carrier_cut_offs.version', '=', version)
      })
      .returning('version'),
  )
  if (!saved) throw new AppError('version_conflict', 'Someone else saved these cut-offs. Reload, then try again.')
  await audit(context, {
    clientCode: null,
    act: 'carrier.cut-offs-set',
    object: named({ carrier, service }),
    ...changedFields(forAudit(before ?? NONE), forAudit(presented({ weekdays, exceptions }))),
  })
  return { message: DATA_UPDATED, version: saved.version }
}

/** Removes the cut-offs of a carrier or of one of its services. Throws an AppError (404) if there are none. */
export async function removeCutOffs(
  context: Context,
  { query: { carrier, service } }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const before = await findStored(context.transaction, { carrier, service })
  if (!before) throw new AppError('not_found', noDataAvailable(carrier))
  await context.transaction.write(
    db.deleteFrom('carrier_cut_offs').where('carrier', '=', carrier).where('service', '=', service),
  )
  await audit(context, {
    clientCode: null,
    act: 'carrier.cut-offs-set',
    object: named({ carrier, service }),
    ...changedFields(forAudit(before), forAudit(NONE)),
  })
  return { message: DATA_UPDATED }
}

/** Today's cut-offs with the new and released orders that have to reach them, the next one first. */
export async function listCutOffsToday({
  transaction,
  clients,
  services,
  now,
}: Context): Promise<RouteAnswer<typeof routes.today>> {
  const all = await loadCutOffsToday({ transaction, clients, books: services.books, now })
  const counted = await Promise.all(
    all.map(async (one) => {
      const row = await transaction.row(
        sql<{ orders: number }>`select count(*)::int as orders from orders
          where client_code = ${one.client} and ${hasCutOff([one])}`.compile(db),
      )
      return { ...one, orders: row?.orders ?? 0 }
    }),
  )
  return {
    cutOffs: counted
      .filter(({ orders }) => orders > 0)
      .toSorted((one, other) => one.startBy.getTime() - other.startBy.getTime())
      .map(({ client, carrier, carrierName, cutOff, startBy, orders }) => ({
        client,
        carrier,
        carrierName,
        time: minuteText(cutOff),
        startBy: startBy.toISOString(),
        orders,
      })),
  }
}

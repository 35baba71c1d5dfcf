import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { isSameDays } from '@despatch/domain/routing/terms/zones'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { canonicalCarrierCode } from '../import/carrier-of-layout.ts'
import type { ZoneTerms } from '../../routing/terms/stored-terms.ts'
import { type StoredAgreement, listAgreements, removeAgreement, saveAgreement } from './save-agreement.ts'

type StoredZone = StoredAgreement<'zone'>

/**
 * Lists which places carriers' zones cover on which days. This and the other calls of this file throw an AppError
 * (403) for client users.
 */
export async function listZones(context: Context): Promise<RouteAnswer<typeof routes.zones>> {
  const rows = await listAgreements(context, 'zone')
  return {
    code: 200,
    zones: rows.map(({ id, carrier, version, changed_at, changed_by, terms }) => ({
      zoneID: String(id),
      carrierCode: carrier,
      version,
      changedAt: changed_at.toISOString(),
      changedBy: changed_by,
      ...terms,
    })),
  }
}

/**
 * @throws AppError 409 if an agreed charge names the zone by its earlier code, 422 if the zone covers other places on
 *   one of its days; otherwise as {@link saveAgreement} does
 */
export async function saveZone(context: Context, { body }: RouteChecked<typeof routes.saveZone>) {
  const { zoneID: id, carrierCode, version, ...terms } = body
  const all = await lockZones(context)
  const carrier = await canonicalCarrierCode(context.transaction, carrierCode)
  const others = all.filter((row) => String(row.id) !== id)
  const known = all.find((row) => String(row.id) === id)
  if (known && !isOf(known, carrier, terms.code))
    await refuseNamed(context.transaction, known, others, 'given another code or carrier')
  const other = others.find((row) => isOf(row, carrier, terms.code) && isSameDays(row.terms, terms))
  if (other) {
    const message = `Zone ${terms.code} of ${carrier} already exists ${daysText(other.terms)}. End that one first, or choose other dates.`
    throw new AppError('unprocessable', message, { fields: [{ path: 'from', message }] })
  }
  return saveAgreement(context, 'zone', { id, carrier, client: '', terms, version })
}

/** Throws an AppError (409) if an agreed charge names the zone; otherwise as {@link removeAgreement} does. */
export async function removeZone(context: Context, { query: { id } }: RouteChecked<typeof routes.removeZone>) {
  const all = await lockZones(context)
  const known = all.find((row) => String(row.id) === id)
  const others = all.filter((row) => row !== known)
  if (known) await refuseNamed(context.transaction, known, others, 'deleted')
  return removeAgreement(context, 'zone', id)
}

/** Throws an AppError (400) if an agreed charge names a zone that its carrier does not have. */
export async function refuseUnknownZones(
  context: Context,
  carrierCode: string,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const all = await lockZones(context)
  const carrier = await canonicalCarrierCode(context.transaction, carrierCode)
  const fields = codes.flatMap((code, index) =>
    all.some((row) => isOf(row, carrier, code))
      ? []
      : { path: `conditions.zones.${index}`, message: `${carrier} has no zone ${code}. Add it under Zones first` },
  )
  if (fields.length > 0) throw refuseFields(fields)
}

/** Reads all zones and locks them against changes and new references until the transaction ends. */
async function lockZones(context: Context): Promise<StoredZone[]> {
  await context.transaction.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('zones of carriers', 0))`.compile(db),
  )
  return listAgreements(context, 'zone')
}

const isOf = ({ carrier, terms }: StoredZone, of: string, code: string) => carrier === of && terms.code === code

/** The last row of a zone named by agreed charges cannot be deleted. */
async function refuseNamed(
  transaction: Transaction,
  { carrier, terms: { code } }: StoredZone,
  others: readonly StoredZone[],
  what: string,
): Promise<void> {
  if (others.some((row) => isOf(row, carrier, code))) return
  const named = await transaction.rows(
    sql<{ text: string }>`select distinct terms ->> 'chargeText' as text from invoice_agreed
      where carrier = ${carrier} and terms -> 'conditions' -> 'zones' ? ${code} order by 1`.compile(db),
  )
  if (named.length === 0) return
  const charges = named.map(({ text }) => `'${text}'`).join(', ')
  throw new AppError(
    'in_use',
    `Zone ${code} cannot be ${what}: the agreed charge ${charges} uses it. Remove the zone from the charge, or give the zone a last day.`,
  )
}

const daysText = ({ from, to }: Pick<ZoneTerms, 'from' | 'to'>) =>
  `from ${formatDayShort(from)}${to === null ? '' : ` to ${formatDayShort(to)}`}`

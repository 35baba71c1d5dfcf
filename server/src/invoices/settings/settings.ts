import { NO_CONDITIONS } from '@despatch/contract/invoices/settings'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { openScope, refuseClientUsers } from '../scope.ts'
import { type StoredAgreement, listAgreements, removeAgreement, saveAgreement } from './save-agreement.ts'
import { refuseUnknownZones } from './zones.ts'

const common = ({ carrier, for_client, version, changed_at, changed_by }: StoredAgreement) => ({
  carrierCode: carrier,
  clientCode: for_client,
  version,
  changedAt: changed_at.toISOString(),
  changedBy: changed_by,
})

/**
 * Lists how far billed amounts may differ. This and the other calls of this file throw an AppError (403) for client
 * users.
 */
export async function listTolerances(context: Context): Promise<RouteAnswer<typeof routes.tolerances>> {
  const rows = await listAgreements(context, 'tolerance')
  return {
    code: 200,
    tolerances: rows.map((row) => ({
      toleranceID: String(row.id),
      ...common(row),
      ...row.terms,
    })),
  }
}

/**
 * A carrier has one tolerance, and one for each of its clients: it is set, not added. Throws an AppError (400) for
 * money with more decimals than any of its possible currencies.
 */
export async function saveTolerance(context: Context, { body }: RouteChecked<typeof routes.saveTolerance>) {
  const { carrierCode, clientCode, version, ...terms } = body
  refuseClientUsers(context.caller)
  const clients = await context.transaction.rows(
    sql<{ currency: string }>`select distinct currency_code as currency from clients
      where ${clientCode} in ('', client_code) order by 1`.compile(db),
  )
  const [finest] = clients
    .map(({ currency }) => currency)
    .toSorted((one, other) => minorUnitOf(one) - minorUnitOf(other))
  const amounts = { 'row.money': terms.row.money, 'charge.money': terms.charge.money, invoice: terms.invoice }
  for (const [path, amount] of Object.entries(amounts))
    if (finest !== undefined && amount !== null) refuseExcessDecimals(path, amount, finest)
  return saveAgreement(context, 'tolerance', { carrier: carrierCode, client: clientCode, terms, version })
}

export async function listAgreed(context: Context): Promise<RouteAnswer<typeof routes.agreed>> {
  const charges = await listAgreements(context, 'agreed')
  const divisors = await listAgreements(context, 'divisor')
  return {
    code: 200,
    agreed: charges.map((row) => ({
      agreedID: String(row.id),
      ...common(row),
      ...row.terms,
      conditions: { ...NO_CONDITIONS, ...row.terms.conditions },
    })),
    divisors: divisors.map((row) => ({
      divisorID: String(row.id),
      ...common(row),
      ...row.terms,
    })),
  }
}

/** Throws an AppError (400) for a zone that the carrier does not have; otherwise as {@link saveAgreement} does. */
export async function saveAgreed(context: Context, { body }: RouteChecked<typeof routes.saveAgreed>) {
  const { agreedID: id, carrierCode, clientCode, version, ...terms } = body
  await refuseUnknownZones(context, carrierCode, terms.conditions.zones)
  return saveAgreement(context, 'agreed', { id, carrier: carrierCode, client: clientCode, terms, version })
}

export function saveDivisor(context: Context, { body }: RouteChecked<typeof routes.saveDivisor>) {
  const { divisorID: id, carrierCode, clientCode, version, ...terms } = body
  return saveAgreement(context, 'divisor', { id, carrier: carrierCode, client: clientCode, terms, version })
}

/** Lists how disputes with carriers are handled: each carrier has one set of terms. */
export async function listDisputeTerms(context: Context): Promise<RouteAnswer<typeof routes.disputeTerms>> {
  const rows = await listAgreements(context, 'disputes')
  return {
    code: 200,
    terms: rows.map((row) => {
      const { clientCode: _none, ...rest } = common(row)
      return { termsID: String(row.id), ...rest, ...row.terms }
    }),
  }
}

export function saveDisputeTerms(context: Context, { body }: RouteChecked<typeof routes.saveDisputeTerms>) {
  const { carrierCode, version, ...terms } = body
  return saveAgreement(context, 'disputes', { carrier: carrierCode, client: '', terms, version })
}

type Removal = RouteChecked<typeof routes.removeAgreed>
export const removeTolerance = (context: Context, { query }: Removal) => removeAgreement(context, 'tolerance', query.id)
export const removeAgreed = (context: Context, { query }: Removal) => removeAgreement(context, 'agreed', query.id)
export const removeDivisor = (context: Context, { query }: Removal) => removeAgreement(context, 'divisor', query.id)
export const removeDisputeTerms = (context: Context, { query }: Removal) =>
  removeAgreement(context, 'disputes', query.id)

const changed = ({ version, changed_at, changed_by }: StoredAgreement) => ({
  version,
  changedAt: changed_at.toISOString(),
  changedBy: changed_by,
})

/** Lists exchange rates and carriers' names of services. */
export async function listRates(context: Context): Promise<RouteAnswer<typeof routes.rates>> {
  const rates = await listAgreements(context, 'rate')
  const names = await listAgreements(context, 'service name')
  return {
    code: 200,
    rates: rates.map((row) => ({ rateID: String(row.id), ...changed(row), ...row.terms })),
    serviceNames: names.map((row) => ({
      serviceNameID: String(row.id),
      carrierCode: row.carrier,
      ...changed(row),
      ...row.terms,
    })),
  }
}

export function saveRate(context: Context, { body }: RouteChecked<typeof routes.saveRate>) {
  const { rateID: id, version, ...terms } = body
  return saveAgreement(context, 'rate', { id, carrier: '', client: '', terms, version })
}

export function saveServiceName(context: Context, { body }: RouteChecked<typeof routes.saveServiceName>) {
  const { serviceNameID: id, carrierCode, version, ...terms } = body
  return saveAgreement(context, 'service name', { id, carrier: carrierCode, client: '', terms, version })
}

export const removeRate = (context: Context, { query }: Removal) => removeAgreement(context, 'rate', query.id)
export const removeServiceName = (context: Context, { query }: Removal) =>
  removeAgreement(context, 'service name', query.id)

/** Lists which clients' parcels carriers bill on their accounts. */
export async function listAccounts(context: Context): Promise<RouteAnswer<typeof routes.accounts>> {
  const rows = await listAgreements(context, 'account')
  return {
    code: 200,
    accounts: rows.map((row) => ({
      accountID: String(row.id),
      carrierCode: row.carrier,
      ...changed(row),
      ...row.terms,
    })),
  }
}

/** Throws an AppError (404) for an unknown client; otherwise as {@link saveAgreement} does. */
export async function saveAccount(context: Context, { body }: RouteChecked<typeof routes.saveAccount>) {
  const { accountID: id, carrierCode, version, account, clients } = body
  for (const client of clients) await openScope(context, client)
  const terms = { account: account.trim(), clients: [...new Set(clients)].toSorted() }
  return saveAgreement(context, 'account', { id, carrier: carrierCode, client: '', terms, version })
}

export const removeAccount = (context: Context, { query }: Removal) => removeAgreement(context, 'account', query.id)

export async function listLedgerAccounts(context: Context): Promise<RouteAnswer<typeof routes.ledgerAccounts>> {
  const rows = await listAgreements(context, 'ledger account')
  return {
    code: 200,
    accounts: rows.map((row) => ({
      ledgerAccountID: String(row.id),
      clientCode: row.for_client,
      ...changed(row),
      ...row.terms,
    })),
  }
}

/** An account has one code for each client and charge: it is set, not added. */
export function saveLedgerAccount(context: Context, { body }: RouteChecked<typeof routes.saveLedgerAccount>) {
  const { clientCode, version, ...terms } = body
  return saveAgreement(context, 'ledger account', { carrier: '', client: clientCode, terms, version })
}

export const removeLedgerAccount = (context: Context, { query }: Removal) =>
  removeAgreement(context, 'ledger account', query.id)

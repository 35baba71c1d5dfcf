import { accrualsOf } from '@despatch/domain/invoices/parcel-accounts/accrual'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { loadConsignments, type OrderKey } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { WHOLE } from '../scope.ts'

/** Parcels whose accruals are calculated at a time. */
const BATCH_SIZE = 2000

type AccrualKey = ParcelKey & OrderKey

/** Stores the accruals of parcels by today's prices and agreements. The transaction must see their clients. */
export async function calculateAccruals(transaction: Transaction, parcels: readonly AccrualKey[]): Promise<void> {
  if (parcels.length === 0) return
  const seen = await transaction.row(
    sql<{ clients: string[] }>`select nullif(current_setting('app.clients', true), '')::text[] as clients`.compile(db),
  )
  const clients = seen?.clients ?? []
  // Agreements with carriers are the operator's: calls of client users read them only here, and show none of them.
  await seeClients(transaction, [...new Set([WHOLE, ...clients])])
  for (const [client, ofClient] of Map.groupBy(parcels, (parcel) => parcel.client)) {
    const rules = await loadRules(transaction.connection, [client])
    for (let at = 0; at < ofClient.length; at += BATCH_SIZE)
      await storeAccruals(transaction, ofClient.slice(at, at + BATCH_SIZE), rules)
  }
  await seeClients(transaction, clients)
}

/** Calculates what a client's parcels should cost by rules; null if unknown. */
export async function calculateCosts(
  transaction: Transaction,
  parcels: readonly AccrualKey[],
  rules: Rules,
): Promise<ReadonlyMap<string, Cost | null>> {
  const consignments = await loadConsignments(transaction.connection, parcels, rules)
  const accruals = new Map<string, number | null>()
  for (const one of [...consignments.values()].flat())
    for (const [index, amount] of accrualsOf(one, rules.rules, rules.rateBetween).entries())
      accruals.set(one.parcels[index]?.trackingNumber ?? '', amount)
  return accruals
}

async function storeAccruals(transaction: Transaction, parcels: readonly AccrualKey[], rules: Rules): Promise<void> {
  const accruals = await calculateCosts(transaction, parcels, rules)
  await transaction.write(
    sql`insert into parcel_accruals (client_code, tracking_number, amount)
      select * from unnest(${parcels.map(({ client }) => client)}::text[],
        ${parcels.map(({ trackingNumber }) => trackingNumber)}::text[],
        ${parcels.map(({ trackingNumber }) => accruals.get(trackingNumber) ?? null)}::bigint[])
      on conflict (client_code, tracking_number) do update set amount = excluded.amount
      where parcel_accruals.amount is distinct from excluded.amount`.compile(db),
  )
}

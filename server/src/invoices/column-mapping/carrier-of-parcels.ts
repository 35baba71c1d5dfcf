import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { readRuleBookCarriers } from '../import/carrier-of-layout.ts'

const MAX_LOOKED_UP = 50

/** Finds the name of the carrier of most of these parcels; '' if none is known. */
export async function findCarrierOfParcels(transaction: Transaction, written: readonly string[]): Promise<string> {
  const numbers = [...new Set(written.slice(0, MAX_LOOKED_UP).map(normaliseTrackingNumber))].filter(Boolean)
  if (numbers.length === 0) return ''
  const found = await transaction.row(
    sql<{ carrier: string }>`
      select p.carrier from unnest(${numbers}::text[]) n (number)
      cross join lateral (
        select carrier from parcels where tracking_number = n.number limit 1
      ) p
      where p.carrier <> '' group by p.carrier order by count(*) desc, p.carrier limit 1`.compile(db),
  )
  if (!found) return ''
  const carriers = await readRuleBookCarriers(transaction)
  return carriers.find(({ code }) => code === found.carrier)?.name ?? found.carrier
}

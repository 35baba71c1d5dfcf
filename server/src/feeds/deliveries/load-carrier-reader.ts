import { type ResolvedCarrier, makeCarrierReader } from '@despatch/domain/routing/active-dates/carrier-reader'
import type pg from 'pg'
import { carriersOfBooks } from '../../routing/active-dates/queries.ts'
import { db } from '../../database/sql.ts'
import { Transaction } from '../../database/transaction.ts'

/** Loads a client's carriers, once for a chunk of rows, into the domain's `makeCarrierReader`. */
export async function loadCarrierReader(
  connection: pg.PoolClient,
  client: string,
): Promise<(told: string) => ResolvedCarrier> {
  return makeCarrierReader(await new Transaction(connection).rows(carriersOfBooks([client]).compile(db)))
}

/** Note on a row whose carrier is not one of the client's. */
export const unknownCarrierNote = (carrier: string) => `Unknown carrier: ${carrier}`

/** Note on events: the parcel was handed on, or a file names the wrong carrier. */
export const OTHER_CARRIER = 'Events of another carrier than the parcel’s'

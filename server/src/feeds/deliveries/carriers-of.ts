import { type ResolvedCarrier, makeCarrierReader } from '@despatch/domain/routing/active-dates/carrier-reader'
import type pg from 'pg'
import { carriersOfBooks } from '../../routing/active-dates/queries.ts'
import { db } from '../../database/sql.ts'
import { Transaction } from '../../database/transaction.ts'

/** Reads the carriers of a client, once for a chunk of rows: gives the domain's `makeCarrierReader` of them. */
export async function carriersOf(
  connection: pg.PoolClient,
  client: string,
): Promise<(told: string) => ResolvedCarrier> {
  return makeCarrierReader(await new Transaction(connection).rows(carriersOfBooks([client]).compile(db)))
}

/** What is noted of a row whose carrier is none of its client's. */
export const unknownCarrier = (carrier: string) => `Unknown carrier: ${carrier}`

/** What is noted of events: a parcel may have been handed on, or a file may have told its carrier wrongly. */
export const OTHER_CARRIER = 'Events of another carrier than the parcel’s'

import pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'

/** The connections of a floor, to FLOOR_DATABASE_URL: as many as the product has, and as it sends, without waiting for the answer before. */
export function openFloorPool(): pg.Pool {
  return new pg.Pool({
    connectionString: process.env['FLOOR_DATABASE_URL'],
    // For what triggers write, whose tables bind the owner too.
    options: `-c app.clients={${CLIENT_CODES.join(',')}}`,
    max: 8,
    pipeline: true,
  } as pg.PoolConfig)
}

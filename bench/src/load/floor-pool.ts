import pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'

/** Opens the connections of a floor to FLOOR_DATABASE_URL: as many as the product's, and pipelined like them. */
export function openFloorPool(): pg.Pool {
  return new pg.Pool({
    connectionString: process.env['FLOOR_DATABASE_URL'],
    // Triggers write to tables whose row-level security applies to the owner too.
    options: `-c app.clients={${CLIENT_CODES.join(',')}}`,
    max: 8,
    pipeline: true,
  } as pg.PoolConfig)
}

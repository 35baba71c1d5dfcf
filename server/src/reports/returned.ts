import { sql } from 'kysely'
import { isOf } from '../database/sql.ts'
import type { FactsQuery } from '../figures/facts-of-days.ts'

/** Pieces that came back, by the day on which they were received. */
export const returnedFacts = ({ clients, days: { startDate, endDate } }: FactsQuery) => sql`(
    select client_code, day, received_pieces as pieces from return_facts
    where ${isOf('client_code', clients)} and split = 'all' and day between ${startDate}::date and ${endDate}::date
  ) as facts`

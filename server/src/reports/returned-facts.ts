import { sql } from 'kysely'
import { isOfClients } from '../database/sql.ts'
import type { FactsQuery } from '../figures/facts-of-days.ts'

/** Returned pieces by the day they were received. */
export const returnedFacts = ({ clients, days: { startDate, endDate } }: FactsQuery) => sql`(
    select client_code, day, received_pieces as pieces from return_facts
    where ${isOfClients('client_code', clients)} and split = 'all' and day between ${startDate}::date and ${endDate}::date
  ) as facts`

import { sql } from 'kysely'

/**
 * Joins the row `p` of each credit `c`. The row's client is the credit's: the row may have been matched after its
 * import. Client '' if unknown, as for a lump sum.
 */
export const ROW_OF_CREDIT = sql`join invoice_parcels p on p.invoice_id = c.invoice_id and p.parcel_no = c.parcel_no`

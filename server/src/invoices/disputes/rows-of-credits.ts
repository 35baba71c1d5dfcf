import { sql } from 'kysely'

/**
 * Joins the row `p` of each credit `c`. Its client is whose the credit is: the row may have been matched since it was imported. ''
 * where nobody knows, as of a lump sum.
 */
export const ROW_OF_CREDIT = sql`join invoice_parcels p on p.invoice_id = c.invoice_id and p.parcel_no = c.parcel_no`

import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { normalPostcode } from '@despatch/domain/text/postcode'
import type { Context } from '../app/context.ts'
import { Refusal, refuseFields } from '../app/refusal.ts'
import { db } from '../database/sql.ts'

const COLUMNS = [
  'address_id',
  'country',
  'postcode',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
] as const

/** The addresses of a postcode, each as one line to choose from. */
export async function lookUpAddress(
  { transaction }: Context,
  { body }: RouteChecked<typeof routes.addressLookup>,
): Promise<RouteAnswer<typeof routes.addressLookup>> {
  const postcode = normalPostcode(body.country, body.postcode)
  if (!postcode) throw refuseFields([{ path: 'postcode', message: 'A UK postcode looks like SW1A 1AA' }])
  const rows = await transaction.rows(
    db
      .selectFrom('addresses')
      .select(COLUMNS)
      .where('country', '=', body.country)
      .where('postcode', '=', postcode)
      .orderBy('address_id')
      .limit(200),
  )
  return {
    addresses: rows.map((row) => ({
      id: String(row.address_id),
      text: [row.address_line_1, row.address_line_2, row.address_line_3, row.address_line_4, row.postcode]
        .filter(Boolean)
        .join(', '),
    })),
  }
}

/** One address of a lookup, line by line. */
export async function addressDetails(
  { transaction }: Context,
  { body }: RouteChecked<typeof routes.addressDetails>,
): Promise<RouteAnswer<typeof routes.addressDetails>> {
  const row = await transaction.row(
    db.selectFrom('addresses').select(COLUMNS).where('address_id', '=', Number(body.id)),
  )
  if (!row) throw new Refusal('not_found', 'This address is no longer there: look the postcode up again.')
  return {
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    addressLine3: row.address_line_3,
    addressLine4: row.address_line_4,
    postCode: row.postcode,
    country: row.country,
  }
}

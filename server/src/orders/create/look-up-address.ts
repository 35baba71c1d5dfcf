import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sameCountries } from '@despatch/domain/text/crown-dependencies'
import { normalPostcode, postcodeProblem } from '@despatch/domain/text/postcode'
import type { StreamingContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { AddressesUnavailable, type AddressLines, type FoundAddress } from './address-provider.ts'

const COLUMNS = [
  'address_id',
  'country',
  'postcode',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
] as const

const UNAVAILABLE = 'Address lookup isn’t available right now. Enter the address by hand.'
/** Prefix of the provider's ids; ids of the portal's own table are digits. */
const PROVIDER_ID_PREFIX = 'p:'

/**
 * Finds the addresses of a postcode, one line each: from the provider if configured, else from the portal's own table.
 * If the provider does not answer, the table's addresses are returned with a notice. No transaction is open while
 * waiting for the provider.
 */
export async function lookUpAddress(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.addressLookup>,
): Promise<RouteAnswer<typeof routes.addressLookup>> {
  const { addresses: provider } = context.services
  const postcode = normalPostcode(body.country, body.postcode)
  if (!postcode)
    throw refuseFields([
      { path: 'postcode', message: postcodeProblem(body.country, body.postcode) ?? 'Enter a postcode' },
    ])
  if (!provider) return { addresses: await findInTable(context, body.country, postcode) }
  try {
    const addresses = await provider.find(body.country, postcode)
    return { addresses: addresses.map(({ id, text }) => ({ id: PROVIDER_ID_PREFIX + id, text })) }
  } catch (error) {
    logUnavailable(context, error)
    return { addresses: await findInTable(context, body.country, postcode), notice: UNAVAILABLE }
  }
}

/**
 * Returns one address in lines. Throws an AppError: 404 if it no longer exists, 503 if the provider does not answer.
 */
export async function addressDetails(
  context: StreamingContext,
  { body: { id } }: RouteChecked<typeof routes.addressDetails>,
): Promise<RouteAnswer<typeof routes.addressDetails>> {
  const found = id.startsWith(PROVIDER_ID_PREFIX)
    ? await detailsOfProvider(context, id.slice(PROVIDER_ID_PREFIX.length))
    : await detailsInTable(context, id)
  if (!found) throw new AppError('not_found', 'This address is no longer listed. Look up the postcode again.')
  return found
}

async function detailsOfProvider(context: StreamingContext, id: string): Promise<AddressLines | undefined> {
  try {
    return await context.services.addresses?.details(id)
  } catch (error) {
    logUnavailable(context, error)
    throw new AppError('unavailable', UNAVAILABLE)
  }
}

/** Rethrows errors that are not the provider's. */
function logUnavailable({ log }: StreamingContext, error: unknown): void {
  if (!(error instanceof AddressesUnavailable)) throw error
  log.warn({ why: error.message }, 'the provider of addresses does not answer')
}

async function findInTable({ database }: StreamingContext, country: string, postcode: string): Promise<FoundAddress[]> {
  const rows = await database.transaction((transaction) =>
    transaction.rows(
      db
        .selectFrom('addresses')
        .select(COLUMNS)
        .where('country', 'in', sameCountries(country, postcode))
        .where('postcode', '=', postcode)
        .orderBy('address_id')
        .limit(200),
    ),
  )
  return rows.map((row) => ({
    id: String(row.address_id),
    text: [row.address_line_1, row.address_line_2, row.address_line_3, row.address_line_4, row.postcode]
      .filter(Boolean)
      .join(', '),
  }))
}

async function detailsInTable({ database }: StreamingContext, id: string): Promise<AddressLines | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  const row = await database.transaction((transaction) =>
    transaction.row(db.selectFrom('addresses').select(COLUMNS).where('address_id', '=', Number(id))),
  )
  return (
    row && {
      addressLine1: row.address_line_1,
      addressLine2: row.address_line_2,
      addressLine3: row.address_line_3,
      addressLine4: row.address_line_4,
      postCode: row.postcode,
      country: row.country,
    }
  )
}

import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { possibleReferences, possibleSearch } from '@despatch/domain/enquiries/search/any-reference'
import { groupPeople, MAX_ORDERS_FOUND } from '@despatch/domain/enquiries/personal-data/person-records'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { findByWords, indexQuery, phoneQuery, wholeQuery } from '../search/search-queries.ts'
import { type OrderKey, readRecords, toDto } from './person-records.ts'

type KeyRow = { client_code: string; order_number: string }

/**
 * Finds a person's orders by any key or text, and then their other orders with the same email, or the same name and
 * postcode.
 */
export async function findPerson(
  context: Context,
  { body: { search } }: RouteChecked<typeof routes.find>,
): Promise<RouteAnswer<typeof routes.find>> {
  const { transaction, now } = context
  const [byKey, byWords] = [await findByKey(context, search), await findKeysByWords(context, search)]
  const found = unique([...byKey, ...byWords])
  const records = await readRecords(transaction, found.slice(0, MAX_ORDERS_FOUND), now)
  const others = await findOtherOrders(context, records)
  const known = new Set(found.map(keyText))
  const further = others.filter((key) => !known.has(keyText(key)))
  const room = MAX_ORDERS_FOUND - Math.min(found.length, MAX_ORDERS_FOUND)
  const all = [...records, ...(await readRecords(transaction, further.slice(0, room), now))]
  return {
    people: groupPeople(all).map((person) => ({
      names: [...person.names],
      emails: [...person.emails],
      phones: [...person.phones],
      addresses: [...person.addresses],
      records: person.records.map(toDto),
    })),
    isCutOff: found.length > MAX_ORDERS_FOUND || byWords.length >= MAX_ORDERS_FOUND || further.length > room,
  }
}

const keyText = ({ clientCode, orderNumber }: OrderKey) => `${clientCode} ${orderNumber}`
const unique = (keys: readonly OrderKey[]) => [...new Map(keys.map((key) => [keyText(key), key])).values()]
const toKey = ({ client_code, order_number }: KeyRow): OrderKey => ({
  clientCode: client_code,
  orderNumber: order_number,
})

/** Finds orders by number, email, postcode, tracking number or return reference, each through its index. */
async function findByKey({ transaction, clients }: Context, search: string): Promise<OrderKey[]> {
  const { order = [], email = [], postcode = [], parcel = [], return: returned = [] } = possibleReferences(search)
  const rows = await transaction.rows(
    sql<KeyRow>`
      select distinct f.* from unnest(${clients}::text[]) as mine (client_code) cross join lateral (
        (select client_code, order_number from orders o where o.client_code = mine.client_code
          and o.order_number collate any_case = any (${order}::text[]) limit 10)
        union all
        (select client_code, order_number from orders o where o.client_code = mine.client_code and o.email <> ''
          and o.email collate any_case = any (${email}::text[]) order by o.ordered_at desc limit ${MAX_ORDERS_FOUND + 1})
        union all
        (select client_code, order_number from orders o where o.client_code = mine.client_code and o.post_code <> ''
          and o.post_code = any (${postcode}::text[]) order by o.ordered_at desc limit ${MAX_ORDERS_FOUND + 1})
        union all
        (select client_code, order_number from parcels p where p.client_code = mine.client_code
          and p.tracking_number = any (${parcel}::text[]))
        union all
        (select client_code, order_number from return_events r where r.client_code = mine.client_code
          and r.return_reference = any (${returned}::text[]) limit 10)
      ) f limit ${MAX_ORDERS_FOUND + 1}`.compile(db),
  )
  return rows.map(toKey)
}

/** Finds orders by words of a name or address, or by the end of a phone number. */
async function findKeysByWords({ transaction, clients }: Context, search: string): Promise<OrderKey[]> {
  const { phone, words } = possibleSearch(search)
  if (phone !== undefined) {
    const query = phoneQuery(phone)
    return (await findByWords(transaction, { clients, index: query, whole: query })).map(toKey)
  }
  if (words === undefined) return []
  return (await findByWords(transaction, { clients, index: indexQuery(words), whole: wholeQuery(words) })).map(toKey)
}

/** Finds other orders of the same people. */
async function findOtherOrders({ transaction, clients }: Context, records: readonly Person[]): Promise<OrderKey[]> {
  const known = records.filter(({ isErased }) => !isErased)
  const emails = [...new Set(known.map(({ email }) => email.trim().toLowerCase()).filter(Boolean))]
  const places = known.filter(({ customer, postCode }) => customer !== '' && postCode !== '')
  const rows = await transaction.rows(
    sql<KeyRow>`
      select distinct f.* from unnest(${clients}::text[]) as mine (client_code) cross join lateral (
        (select client_code, order_number from orders o where o.client_code = mine.client_code and o.email <> ''
          and o.email collate any_case = any (${emails}::text[]) order by o.ordered_at desc limit ${MAX_ORDERS_FOUND + 1})
        union all
        (select o.client_code, o.order_number from unnest(
            ${places.map(({ postCode }) => postCode)}::text[], ${places.map(({ customer }) => customer.toLowerCase())}::text[]
          ) as p (post_code, name)
          join orders o on o.client_code = mine.client_code and o.post_code = p.post_code and o.post_code <> ''
          where lower(trim(o.customer_first_name || ' ' || o.customer_last_name)) = p.name limit ${MAX_ORDERS_FOUND + 1})
      ) f limit ${MAX_ORDERS_FOUND + 1}`.compile(db),
  )
  return rows.map(toKey)
}

type Person = {
  readonly isErased: boolean
  readonly email: string
  readonly customer: string
  readonly postCode: string
}

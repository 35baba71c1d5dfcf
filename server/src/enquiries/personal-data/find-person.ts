import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { possibleReferences, possibleSearch } from '@despatch/domain/enquiries/search/any-reference'
import { groupPeople, MAX_ORDERS_FOUND } from '@despatch/domain/enquiries/personal-data/person-records'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { findByWords, findNewestByWords, indexQuery, phoneQuery, wholeQuery } from '../search/search-queries.ts'
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
  const byKey = await findByKey(context, search)
  const byWords = await findByCustomerText(context, search)
  const found = unique([...byKey, ...byWords.keys])
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
    isCutOff: found.length > MAX_ORDERS_FOUND || byWords.isCutOff || further.length > room,
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

/** Finds the newest orders by words of a name or address, or by the end of a phone number. */
async function findByCustomerText(
  { transaction, clients, now }: Context,
  search: string,
): Promise<{ keys: OrderKey[]; isCutOff: boolean }> {
  const { phone, words } = possibleSearch(search)
  const query =
    phone === undefined ? words && { index: indexQuery(words), whole: wholeQuery(words) } : phoneQuery(phone)
  if (!query) return { keys: [], isCutOff: false }
  const rows =
    typeof query === 'string'
      ? await findByWords(transaction, { clients, index: query, whole: query })
      : await findNewestByWords(transaction, { clients, ...query }, now)
  return { keys: rows.map(toKey), isCutOff: (rows[0]?.count ?? 0) > rows.length }
}

/** Finds other orders of the same people. */
async function findOtherOrders({ transaction, clients }: Context, records: readonly Person[]): Promise<OrderKey[]> {
  const known = records.filter(({ isErased }) => !isErased)
  const emails = [...new Set(known.map(({ email }) => email.trim().toLowerCase()).filter(Boolean))]
  const withPlace = known.filter(({ customer, postCode }) => customer !== '' && postCode !== '')
  const places = [...new Map(withPlace.map((person) => [placeText(person), person])).values()]
  const postCodes = [...new Set(places.map(({ postCode }) => postCode))]
  const rows = await transaction.rows(
    sql<KeyRow>`
      select distinct f.* from unnest(${clients}::text[]) as mine (client_code) cross join lateral (
        (select client_code, order_number from orders o where o.client_code = mine.client_code and o.email <> ''
          and o.email collate any_case = any (${emails}::text[]) order by o.ordered_at desc limit ${MAX_ORDERS_FOUND + 1})
        union all
        (select o.client_code, o.order_number from orders o
          where o.client_code = mine.client_code and o.post_code <> '' and o.post_code = any (${postCodes}::text[])
            and (o.post_code, lower(trim(o.customer_first_name || ' ' || o.customer_last_name))) in (
              select * from unnest(${places.map(({ postCode }) => postCode)}::text[], ${places.map(nameOf)}::text[])
            ) limit ${MAX_ORDERS_FOUND + 1})
      ) f limit ${MAX_ORDERS_FOUND + 1}`.compile(db),
  )
  return rows.map(toKey)
}

const nameOf = ({ customer }: Person) => customer.toLowerCase()
const placeText = (person: Person) => `${person.postCode} ${nameOf(person)}`

type Person = {
  readonly isErased: boolean
  readonly email: string
  readonly customer: string
  readonly postCode: string
}

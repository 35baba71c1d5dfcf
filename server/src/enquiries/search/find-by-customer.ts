import type { ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import type { SearchKind } from '@despatch/domain/enquiries/search/any-reference'
import { type SearchWords, matchWords, type MatchedField } from '@despatch/domain/enquiries/search/search-words'
import { deliveryTown } from '@despatch/domain/orders/delivery-town'
import { compareFinished } from '@despatch/domain/orders/order-status'
import type { Context } from '../../http/context.ts'
import { readCarrierNames } from '../../orders/carrier-names.ts'
import { MAX_MATCHES } from './reference-queries.ts'
import {
  findByWords,
  findNewestByWords,
  type SearchedOrderRow,
  indexQuery,
  phoneQuery,
  wholeQuery,
} from './search-queries.ts'

type CustomerMatches = {
  readonly kind: SearchKind
  readonly count: number
  readonly matches: readonly ReferenceMatch[]
}
type CustomerQuery = { readonly phone?: string; readonly words?: SearchWords }

/** Finds orders by a customer's phone, name, company or address: the best matches first, then open ones, then the newest. */
export async function findByCustomer(
  context: Pick<Context, 'transaction' | 'clients' | 'now'>,
  query: CustomerQuery,
): Promise<CustomerMatches | undefined> {
  const found = await findRanked(context, query)
  if (!found) return undefined
  const carriers = await readCarrierNames(context.transaction, found.matches)
  return { ...found, matches: found.matches.map((match, index) => ({ ...match, carrier: carriers[index] ?? '' })) }
}

/** The matches without their carriers. */
async function findRanked(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  { phone, words }: CustomerQuery,
): Promise<CustomerMatches | undefined> {
  if (phone !== undefined) {
    const query = phoneQuery(phone)
    const rows = await findByWords(transaction, { clients, index: query, whole: query })
    return rankMatches('phone', rows, ({ phone: text }) => ({ found: [{ field: 'phone' as const, text }], score: 0 }))
  }
  if (words === undefined) return undefined
  const rows = await findNewestByWords(
    transaction,
    { clients, index: indexQuery(words), whole: wholeQuery(words) },
    now,
  )
  return rankMatches('words', rows, (row) =>
    matchWords(words, {
      name: nameOf(row),
      account: row.customer_account,
      addressLines: [row.address_line_1, row.address_line_2, row.address_line_3, row.address_line_4],
      postCode: row.post_code,
    }),
  )
}

type RowMatcher = (row: SearchedOrderRow) => { found: readonly { field: MatchedField; text: string }[]; score: number }

function rankMatches(
  kind: SearchKind,
  rows: readonly SearchedOrderRow[],
  matching: RowMatcher,
): CustomerMatches | undefined {
  const [first] = rows
  if (!first) return undefined
  const ranked = rows
    .map((row) => ({ row, ...matching(row) }))
    .toSorted((one, other) => other.score - one.score || compareFinished(one.row.status, other.row.status))
  return {
    kind,
    count: first.count,
    matches: ranked.slice(0, MAX_MATCHES).map(({ row, found }) => ({
      kind,
      reference: '',
      clientCode: row.client_code,
      orderNumber: row.order_number,
      Status: row.status,
      orderDate: row.ordered_at.toISOString(),
      customer: nameOf(row),
      town: deliveryTown({ addressLine2: row.address_line_2, addressLine3: row.address_line_3 }),
      postCode: row.post_code,
      carrier: '',
      trackingNumber: '',
      matched: [...found],
    })),
  }
}

const nameOf = ({ customer_first_name: first, customer_last_name: last }: SearchedOrderRow) => `${first} ${last}`.trim()

import type { ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import type { SearchKind } from '@despatch/domain/enquiries/search/any-reference'
import { type AskedWords, matchWords, type MatchedField } from '@despatch/domain/enquiries/search/search-words'
import type { Context } from '../../http/context.ts'
import { MAX_MATCHES } from './reference-queries.ts'
import {
  findByWords,
  findNewestByWords,
  type FoundOrder,
  indexQuery,
  isTelling,
  phoneQuery,
  wholeQuery,
} from './search-queries.ts'

type Found = { readonly kind: SearchKind; readonly count: number; readonly matches: readonly ReferenceMatch[] }
type Asked = { readonly phone?: string; readonly words?: AskedWords }

/** The orders of a customer by phone, name, company or address: those that match best, and the newest of them, first. */
export async function findByCustomer(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  { phone, words }: Asked,
): Promise<Found | undefined> {
  if (phone !== undefined) {
    const query = phoneQuery(phone)
    const rows = await findByWords(transaction, { clients, index: query, whole: query })
    return toFound('phone', rows, ({ phone: text }) => ({ found: [{ field: 'phone' as const, text }], score: 0 }))
  }
  if (words === undefined) return undefined
  const asked = { clients, index: indexQuery(words), whole: wholeQuery(words) }
  const rows = isTelling(words)
    ? await findByWords(transaction, asked)
    : await findNewestByWords(transaction, asked, now)
  return toFound('words', rows, (row) =>
    matchWords(words, {
      name: nameOf(row),
      account: row.customer_account,
      addressLines: [row.address_line_1, row.address_line_2, row.address_line_3, row.address_line_4],
      postCode: row.post_code,
    }),
  )
}

type Matching = (row: FoundOrder) => { found: readonly { field: MatchedField; text: string }[]; score: number }

function toFound(kind: SearchKind, rows: readonly FoundOrder[], matching: Matching): Found | undefined {
  const [first] = rows
  if (!first) return undefined
  const ranked = rows.map((row) => ({ row, ...matching(row) })).toSorted((one, other) => other.score - one.score)
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
      postCode: row.post_code,
      trackingNumber: '',
      matched: [...found],
    })),
  }
}

const nameOf = ({ customer_first_name: first, customer_last_name: last }: FoundOrder) => `${first} ${last}`.trim()

import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { ReferenceMatch } from '@despatch/contract/enquiries/any-reference'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  MAX_COUNTED,
  possibleReferences,
  REFERENCE_KIND_CODES,
  type ReferenceKind,
  tookItForWords,
} from '@despatch/domain/enquiries/any-reference'
import type { Context } from '../http/context.ts'
import { MAX_MATCHES, referenceMatches, type ReferenceRow } from './reference-queries.ts'

/**
 * Finds orders by whatever reference somebody has at hand, and says what it was taken for. Every kind that the text may be
 * is looked up by its index, all at once.
 */
export async function findReference(
  { transaction, clients }: Context,
  { query: { text } }: RouteChecked<typeof routes.reference>,
): Promise<RouteAnswer<typeof routes.reference>> {
  const possible = possibleReferences(text)
  const looked = await Promise.all(
    REFERENCE_KIND_CODES.map(async (kind) => ({
      kind,
      rows: possible[kind] ? await transaction.rows(referenceMatches(kind, clients, possible[kind])) : [],
    })),
  )
  const found = looked.flatMap(({ kind, rows }) => {
    const [first] = rows
    return first ? [{ kind, rows, reference: first.reference, count: Math.min(first.count, MAX_COUNTED + 1) }] : []
  })
  return {
    tookItFor: found.map(({ kind, reference, count }) => ({
      kind,
      reference,
      title: tookItForWords(kind, count),
      count,
    })),
    matches: found.flatMap(({ kind, rows }) => rows.map((row) => present(kind, row))),
    more: found.some(({ count }) => count > MAX_MATCHES),
  }
}

function present(kind: ReferenceKind, row: ReferenceRow): ReferenceMatch {
  return {
    kind,
    reference: row.reference,
    clientCode: row.client_code,
    orderNumber: row.order_number,
    Status: row.status,
    orderDate: row.ordered_at.toISOString(),
    customer: `${row.customer_first_name} ${row.customer_last_name}`.trim(),
    postCode: row.post_code,
    trackingNumber: row.tracking_number,
  }
}

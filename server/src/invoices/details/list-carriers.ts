import { compareNames } from '@despatch/domain/text/compare-names'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { readLayoutCarriers } from '../import/carrier-of-layout.ts'
import { openScope } from '../scope.ts'

/** Specification 7, GET /invoice/carrier: carriers with an invoice, and for the operator also those with a layout. */
export async function listCarriers(context: Context): Promise<RouteAnswer<typeof routes.carriers>> {
  const scope = await openScope(context)
  const [billed, known] = await Promise.all([
    context.transaction.rows(
      sql<{ code: string; name: string }>`
        select carrier as code, min(carrier_name) as name from invoice_sums
        where client_code = any (${scope.parts}::text[]) group by carrier`.compile(db),
    ),
    scope.isOperator ? readLayoutCarriers(context.transaction) : [],
  ])
  const carriers = new Map([...known, ...billed].map(({ code, name }) => [code, name]))
  return {
    code: 200,
    carriers: [...carriers]
      .map(([code, name]) => ({ code, name }))
      .toSorted((one, other) => compareNames(one.name, other.name)),
  }
}

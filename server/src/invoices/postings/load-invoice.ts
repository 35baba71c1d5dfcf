import type { InvoiceToPost } from '@despatch/domain/invoices/postings/make-posting'
import { shareOut } from '@despatch/domain/routing/terms/amounts'
import { minorUnitOf, roundMoney } from '@despatch/domain/money/minor-units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { ROW_OF_CREDIT } from '../disputes/rows-of-credits.ts'
import { STANDING_CLAIM } from '../disputes/standing-claims.ts'
import { DOCUMENT_TAX } from '../document-tax.ts'

/**
 * Loads what to post for an accepted invoice, except for accruals. The database sums its rows, of which there may be
 * a million.
 */
export async function loadInvoiceToPost(
  transaction: Transaction,
  invoiceId: number,
): Promise<Omit<InvoiceToPost, 'accrued'>> {
  const [costs, taxes, stated, claims, settled] = await Promise.all([
    transaction.rows(costsOf(invoiceId).compile(db)),
    transaction.rows(taxesOf(invoiceId).compile(db)),
    transaction.row(statedTax(invoiceId).compile(db)),
    transaction.rows(claimsOf(invoiceId).compile(db)),
    transaction.rows(settledBy(invoiceId).compile(db)),
  ])
  const currency = stated?.currency ?? ''
  const shared = taxes.length === 0 ? sharedTax(costs, roundMoney(stated?.tax ?? 0, currency), currency) : taxes
  return { currency, costs, taxes: shared, claims, settled }
}

/** Shares the tax of the whole document in proportion to what each client is billed. */
function sharedTax(costs: InvoiceToPost['costs'], tax: number, currency: string): InvoiceToPost['taxes'] {
  if (tax === 0) return []
  const clients = [...new Set(costs.map(({ client }) => client))]
  const billed = clients.map((client) => costs.reduce((sum, cost) => sum + (cost.client === client ? cost.net : 0), 0))
  if (clients.length === 0) return [{ client: '', tax }]
  const shares = shareOut(tax, billed, minorUnitOf(currency))
  return clients.map((client, index) => ({ client, tax: shares[index] ?? 0 }))
}

/** The part of a row that its charges do not explain is 'other', so that the sum is complete. */
const costsOf = (invoiceId: number) => sql<InvoiceToPost['costs'][number]>`
  with rows as materialized (
    select client_code, billed, charges, case when tax <> 0 then 'Taxed'
      when exists (select from invoice_parcels t where t.invoice_id = ${invoiceId} and t.tax <> 0) then 'No tax'
      else 'Not stated' end as tax_code
    from invoice_parcels where invoice_id = ${invoiceId}
  ),
  charged as (
    select r.client_code, c.value ->> 'category' as category, r.tax_code, sum((c.value ->> 'net')::bigint) as net
    from rows r cross join lateral jsonb_array_elements(r.charges) c
    group by 1, 2, 3
  ),
  billed as (select client_code, tax_code, sum(billed) as net from rows group by client_code, tax_code)
  select client_code as client, category, tax_code as "taxCode", sum(net)::bigint as net
  from (
    select * from charged
    union all
    select b.client_code, 'other', b.tax_code, b.net - coalesce(sum(c.net), 0)
    from billed b left join charged c using (client_code, tax_code)
    group by b.client_code, b.tax_code, b.net
  ) s
  group by client_code, category, tax_code
  having sum(net) <> 0
  order by client_code, category, tax_code`

const taxesOf = (invoiceId: number) => sql<InvoiceToPost['taxes'][number]>`
  select client_code as client, sum(tax)::bigint as tax from invoice_parcels where invoice_id = ${invoiceId} and tax <> 0
  group by client_code order by client_code`

const statedTax = (invoiceId: number) => sql<{ currency: string; tax: number | null }>`
  select i.currency, ${DOCUMENT_TAX} as tax from invoices i where i.invoice_id = ${invoiceId}`

const claimsOf = (invoiceId: number) => sql<InvoiceToPost['claims'][number]>`
  select r.client_code as client, x.category, d.payable,
    sum(${STANDING_CLAIM})::bigint as amount
  from invoice_dispute_parts x join invoice_disputes d using (dispute_id)
  join invoice_parcels r on r.invoice_id = x.invoice_id and r.parcel_no = x.parcel_no
  where x.invoice_id = ${invoiceId}
  group by 1, 2, 3
  having sum(${STANDING_CLAIM}) <> 0
  order by 1, 2, 3`

/** The client of a credit or claim is that of its row, which may have been matched since. */
const settledBy = (invoiceId: number) => sql<InvoiceToPost['settled'][number]>`
  select p.client_code as client, r.client_code as "disputeClient", c.category, d.payable, i.status = 'Rejected' as "isWithdrawn",
    sum(coalesce(s.given, s.amount))::bigint as amount
  from invoice_credits c ${ROW_OF_CREDIT} join invoice_settlements s using (credit_id) join invoice_disputes d using (dispute_id)
  join invoice_parcels r on r.invoice_id = d.invoice_id and r.parcel_no = s.parcel_no
  join invoices i on i.invoice_id = d.invoice_id
  where c.invoice_id = ${invoiceId}
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5`

import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../test-database.ts'

/** Opens a dispute of £1.00 base for the second row of a client's invoice, as user 'test'. Returns its id. */
export async function makeDispute(
  on: TestDatabase,
  { invoiceId, client, reason = 'Too heavy' }: { invoiceId: string; client: string; reason?: string },
): Promise<string> {
  const [row] = await on.asOwner(
    `insert into invoice_disputes (invoice_id, carrier, carrier_name, account, currency, invoice_number, invoice_day, due_day,
       payable, reason, opened_at, opened_by, command_id)
     select invoice_id, carrier, carrier_name, account, currency, invoice_number, invoice_day, invoice_day + 30,
       'billed less disputed', $2, now(), 'test', $3
     from invoices where invoice_id = $1 returning dispute_id`,
    [invoiceId, reason, randomUUID()],
  )
  const id = Number(row?.['dispute_id'])
  await on.asOwner(
    `insert into invoice_dispute_parts (client_code, dispute_id, invoice_id, parcel_no, category, tracking_number,
       consignment_number, claimed)
     values ($1, $2, $3, 2, 'base', $4, '', 10000)`,
    [client, id, invoiceId, `D${id}`],
  )
  await on.asOwner('select refresh_dispute($1)', [id])
  return String(id)
}

/** Adds a lump sum credit of £5.00 to an invoice. Returns its id. */
export async function makeCredit(
  on: TestDatabase,
  { invoiceId, client }: { invoiceId: string; client: string },
): Promise<string> {
  const [row] = await on.asOwner(
    `insert into invoice_credits (of_client, invoice_id, parcel_no, category, carrier, carrier_name, currency, invoice_number,
       invoice_day, tracking_number, consignment_number, is_lump, amount)
     select $2, invoice_id, 1, 'credit', carrier, carrier_name, currency, invoice_number, invoice_day, '', '', true, 50000
     from invoices where invoice_id = $1 returning credit_id`,
    [invoiceId, client],
  )
  return String(Number(row?.['credit_id']))
}

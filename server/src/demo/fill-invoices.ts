import { createHash } from 'node:crypto'
import { formatCount } from '@despatch/domain/money/money'
import type pg from 'pg'
import { DEMO_CREATOR } from '../invoices/import/import-demo-invoices.ts'
import { makeInvoiceFiles } from './demo-invoices.ts'
import { demoTerms, termsEnteredAt } from './terms/demo-terms.ts'

type FillInvoicesInput = Parameters<typeof makeInvoiceFiles>[0] & { readonly report: (line: string) => void }

/**
 * Inserts agreements with carriers, and their invoice files as if a user had uploaded them. `importDemoInvoices` imports them.
 */
export async function fillInvoices(client: pg.Client, input: FillInvoicesInput): Promise<void> {
  await client.query(
    "select set_config('app.clients', array_append(current_setting('app.clients')::text[], '')::text, true)",
  )
  await insertAgreements(client, input.now)
  // Users of this client see its costs; other clients' users do not.
  await client.query("insert into client_settings (client_code, settings) values ('BIRCH', '{\"showCosts\": true}')")
  const files = makeInvoiceFiles(input)
  for (const { name, sentAt: due, bytes } of files) {
    // The newest invoices are dated today, but nothing can be sent in the future.
    const sentAt = due < input.now ? due : input.now
    const { rows } = await client.query<{ file_id: string }>(
      `insert into invoice_files (sha256, filename, bytes, sent_at, sent_by, user_id, creator)
       select $1, $2, $3, $4, username, user_id, $5 from users where username = 'ops.user' returning file_id`,
      [createHash('sha256').update(bytes).digest(), name, bytes.length, sentAt, DEMO_CREATOR],
    )
    await client.query('insert into invoice_file_pieces (file_id, piece, bytes) values ($1, 0, $2)', [
      rows[0]?.file_id,
      bytes,
    ])
  }
  input.report(`Demo: ${formatCount(files.length)} invoice files of carriers`)
}

const TABLES = { agreed: 'invoice_agreed', zone: 'invoice_zones', divisor: 'invoice_divisors' } as const

/** Terms of carriers, agreed by ops.admin, and tolerances. */
async function insertAgreements(client: pg.Client, now: Date): Promise<void> {
  for (const { kind, carrier, terms } of demoTerms(now))
    await client.query(`insert into ${TABLES[kind]} (carrier, terms, changed_at, changed_by) values ($1, $2, $3, $4)`, [
      carrier,
      JSON.stringify(terms),
      termsEnteredAt(now),
      'ops.admin',
    ])
  const allowance = { money: '0.05', percent: '5' }
  for (const carrier of ['DPD', 'DHL'])
    await client.query(
      'insert into invoice_tolerances (carrier, terms, changed_at, changed_by) values ($1, $2, $3, $4)',
      [carrier, JSON.stringify({ row: allowance, charge: allowance, invoice: '10.00' }), now, 'ops.admin'],
    )
}

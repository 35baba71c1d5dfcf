import { createHash } from 'node:crypto'
import { formatCount } from '@despatch/domain/money/money'
import type pg from 'pg'
import { DEMO_CREATOR } from '../invoices/import/import-demo-invoices.ts'
import { DEMO_PRINTERS, DEMO_TERMS, makeInvoiceFiles } from './demo-invoices.ts'

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

/** Fuel, surcharges and tolerances, agreed by ops.admin before the first parcel was despatched. */
async function insertAgreements(client: pg.Client, now: Date): Promise<void> {
  const always = { from: '2020-01-01', to: null, least: null, most: null, currency: 'GBP' }
  for (const carrier of ['DPD', 'DHL'] as const) {
    const { fuel, remoteArea, returned } = DEMO_TERMS[carrier]
    const printer = DEMO_PRINTERS[carrier]
    const money = (amount: number) => ({ kind: 'money', money: (amount / 10_000).toFixed(2), per: 'detail' })
    const charges = [
      {
        chargeCode: '',
        chargeText: 'Fuel surcharge',
        category: 'fuel',
        amount: { kind: 'percent', percent: String(fuel / 100), of: ['base'], per: 'detail' },
      },
      {
        chargeCode: printer.remoteArea.code,
        chargeText: 'Remote area',
        category: printer.remoteArea.category,
        amount: money(remoteArea),
      },
      {
        chargeCode: printer.returned.code,
        chargeText: 'Return to sender',
        category: printer.returned.category,
        amount: money(returned),
      },
    ]
    for (const charge of charges)
      await client.query(
        'insert into invoice_agreed (carrier, terms, changed_at, changed_by) values ($1, $2, $3, $4)',
        [carrier, JSON.stringify({ ...always, when: 'if billed', ...charge }), now, 'ops.admin'],
      )
    const allowance = { money: '0.05', percent: '5' }
    await client.query(
      'insert into invoice_tolerances (carrier, terms, changed_at, changed_by) values ($1, $2, $3, $4)',
      [carrier, JSON.stringify({ row: allowance, charge: allowance, invoice: '10.00' }), now, 'ops.admin'],
    )
  }
}

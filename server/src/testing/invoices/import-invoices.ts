import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import type { SignedIn, TestPortal } from '../test-portal.ts'

const { invoices } = contract
const HEADER = ['Invoice', 'Account', 'Tracking', 'Reference', 'Service', 'Shipped', 'Weight', 'Base', 'Remote']
const column = (name: string) => ({ names: [name] })

/** A layout of the carrier Kestrel: parcel rows with one charge each. */
const LAYOUT = {
  code: 'kestrel',
  version: 1,
  carrier: 'Kestrel',
  title: 'Kestrel’s weekly file',
  row: 'parcel',
  header: HEADER,
  fields: {
    invoiceNumber: column('Invoice'),
    account: column('Account'),
    trackingNumber: column('Tracking'),
    consignmentNumber: column('Tracking'),
    service: column('Service'),
    shipmentDay: column('Shipped'),
    billedWeight: column('Weight'),
  },
  references: [column('Reference')],
  charges: [
    { column: column('Base'), code: 'BASE', text: 'Base', category: 'base' },
    { column: column('Remote'), code: 'SDZ', text: 'Scottish zone', category: 'remote area' },
  ],
  amounts: { decimal: '.' },
  dates: 'day-first',
  weightUnit: 'kg',
  currency: 'GBP',
}

type BilledRow = {
  tracking: string
  reference?: string
  base?: string
  remote?: string
  shipped?: string
  account?: string
}

/**
 * Imports an invoice of Kestrel (2 March 2026, account K1, £4.50 by default) through the call and its job. Returns
 * its id.
 */
export async function importInvoice(
  portal: TestPortal,
  as: SignedIn,
  { number, rows }: { number: string; rows: readonly BilledRow[] },
): Promise<string> {
  await portal.call(invoices.saveLayout, { body: { layout: LAYOUT } }, as)
  const lines = rows.map((row) => {
    const { tracking, reference = '', base = '4.50', remote = '', shipped = '02/03/2026', account = 'K1' } = row
    return [number, account, tracking, reference, 'Parcel', shipped, '1.5', base, remote].join()
  })
  const form = new FormData()
  form.append('file', new Blob([[HEADER.join(), ...lines, ''].join('\n')]), `${number}.csv`)
  const answer = await fetch(`${portal.url}/api/invoice/import/?creator`, {
    method: 'POST',
    body: form,
    headers: { access_token: as.token, client: as.client ?? '' },
  })
  const { imports } = (await answer.json()) as { imports?: InvoiceImport[] }
  const importID = imports?.[0]?.importID ?? ''
  for (let tries = 0; tries < 4800; tries++) {
    const { body } = await portal.call(invoices.imports, { query: { id: importID } }, as)
    const [is] = body.imports
    if (is?.state === 'Imported') return is.invoices[0]?.summaryID ?? ''
    if (!is || ['Refused', 'Unknown layout'].includes(is.state)) throw new Error(`Not imported: ${is?.message}`)
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClient, makeSession } from '../factories.ts'
import { makeParcel } from '../parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'
import type { TestDatabase } from '../test-database.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../test-portal.ts'

/** Invoices of a carrier that only tests use: their layout, rows and files, and their imports. */

const { invoices } = contract
const column = (name: string) => ({ names: [name] })
export const GOSHAWK_HEADER = [
  'Invoice',
  'Invoice date',
  'Account',
  'Tracking',
  'Reference',
  'Service',
  'Shipped',
  'Weight',
  'Base',
  'Fuel',
  'Net',
]
/** As the mapping studio sends it. */
export const GOSHAWK_LAYOUT = {
  code: 'goshawk',
  version: 1,
  carrier: 'Goshawk',
  title: 'Goshawk’s weekly file',
  row: 'parcel',
  header: GOSHAWK_HEADER,
  fields: {
    invoiceNumber: column('Invoice'),
    invoiceDay: column('Invoice date'),
    account: column('Account'),
    trackingNumber: column('Tracking'),
    consignmentNumber: column('Tracking'),
    service: column('Service'),
    shipmentDay: column('Shipped'),
    billedWeight: column('Weight'),
    rowNet: column('Net'),
  },
  references: [column('Reference')],
  charges: [
    { column: column('Base'), code: 'BASE', text: 'Base', category: 'base' },
    { column: column('Fuel'), code: 'FUEL', text: 'Fuel', category: 'fuel' },
  ],
  amounts: { decimal: '.' },
  dates: 'day-first',
  weightUnit: 'kg',
  currency: 'GBP',
}

/** Makes two clients with a price of £4.50 since the beginning of the year, and a user of the operator. */
export async function openGoshawk(on: TestDatabase): Promise<SignedIn> {
  for (const code of ['ACME', 'BIRCH']) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeRuleBook(on, code, [carrierItem('GOS', { name: 'Goshawk' }), methodItem('GOS-1', 'GOS', 45_000)])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  return { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
}

/** Opens a portal with the carrier and its layout. */
export async function openGoshawkPortal(): Promise<{ portal: TestPortal; operator: SignedIn }> {
  const portal = await openTestPortal()
  const operator = await openGoshawk(portal.testDatabase)
  await portal.call(invoices.saveLayout, { body: { layout: GOSHAWK_LAYOUT } }, operator)
  return { portal, operator }
}

export const goshawkParcel = (on: TestDatabase, client: string, trackingNumber: string) =>
  makeParcel(on, {
    client,
    trackingNumber,
    carrier: 'GOS',
    clientMethodId: 'GOS-1',
    carrierService: 'Parcel',
    orderNumber: `O-${trackingNumber}`,
  })

export const goshawkRow = (number: string, tracking: string, base = '4.50', fuel = '0') =>
  [
    number,
    '06/03/2026',
    'A1',
    tracking,
    `O-${tracking}`,
    'Parcel',
    '02/03/2026',
    '1.5',
    base,
    fuel,
    (Number(base) + Number(fuel)).toFixed(2),
  ].join()
export const goshawkFile = (...rows: string[]) => `${[GOSHAWK_HEADER.join(), ...rows].join('\n')}\n`

/** Sends files to a server as a form. */
export async function sendInvoices(
  url: string,
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  as: SignedIn,
) {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name)
  const answer = await fetch(`${url}/api/invoice/import/?creator`, {
    method: 'POST',
    body: form,
    headers: { access_token: as.token, client: as.client ?? '' },
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; imports: InvoiceImport[] } }
}

/** Waits until an import is finished, and returns it. */
export async function settledImport(portal: TestPortal, importID: string, as: SignedIn): Promise<InvoiceImport> {
  for (let tries = 0; tries < 4800; tries++) {
    const { body } = await portal.call(invoices.imports, { query: { id: importID } }, as)
    const [is] = body.imports
    if (!is) throw new Error('The import is gone')
    if (!['Waiting', 'Reading', 'Matching', 'Judging'].includes(is.state)) return is
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import type { SignedIn, TestPortal } from '../test-portal.ts'

const { invoices } = contract
const column = (name: string) => ({ names: [name] })
const HEADER = ['Bill', 'Billed on', 'Parcel', 'Sent on', 'Base', 'Fuel', 'Credit', 'Note'] as const

/** A carrier's layout, as the mapping studio sends it: KES is the carrier's code. */
const KESTREL = {
  code: 'kestrel',
  version: 1,
  carrier: 'Kestrel',
  title: 'Kestrel’s weekly file',
  row: 'parcel',
  header: HEADER,
  fields: {
    invoiceNumber: column('Bill'),
    invoiceDay: column('Billed on'),
    trackingNumber: column('Parcel'),
    shipmentDay: column('Sent on'),
  },
  references: [],
  overhead: { texts: [column('Note')], amount: column('Base') },
  charges: [
    { column: column('Base'), code: 'BASE', text: 'Base', category: 'base' },
    { column: column('Fuel'), code: 'FUEL', text: 'Fuel', category: 'fuel' },
    { column: column('Credit'), code: 'CR', text: 'Credit', category: 'credit' },
  ],
  amounts: { decimal: '.' },
  dates: 'year-first',
} as const

/** A row of such a file, in pounds. Without a parcel it is a charge of the invoice. */
export type KestrelRow = { parcel: string; base?: number; fuel?: number; credit?: number; note?: string }

/** Saves the layout, so that Kestrel's files can be imported. */
export async function saveKestrel(
  portal: TestPortal,
  operator: SignedIn,
  { currency = 'GBP' }: { currency?: string | null } = {},
): Promise<void> {
  await portal.call(invoices.saveLayout, { body: { layout: { ...KESTREL, currency } } }, operator)
}

/**
 * Imports an invoice of Kestrel, by default of 2 April 2026 with parcels sent on 2 March. Returns its id, and throws
 * if the import fails.
 */
export async function sendKestrel(
  portal: TestPortal,
  operator: SignedIn,
  number: string,
  rows: readonly KestrelRow[],
  { day = '2026-04-02', shipped = '2026-03-02' } = {},
): Promise<string> {
  const lines = rows.map(({ parcel, base = 0, fuel = 0, credit = 0, note = '' }) =>
    [number, day, parcel, shipped, base, fuel, credit, note].join(),
  )
  const form = new FormData()
  form.append('file', new Blob([`${[HEADER.join(), ...lines].join('\n')}\n`]), `${number}.csv`)
  const answer = await fetch(`${portal.url}/api/invoice/import/?creator`, {
    method: 'POST',
    body: form,
    headers: { access_token: operator.token, client: operator.client ?? '' },
  })
  const { imports } = (await answer.json()) as { imports: InvoiceImport[] }
  const importID = imports[0]?.importID ?? ''
  for (let tries = 0; tries < 4800; tries++) {
    const { body } = await portal.call(invoices.imports, { query: { id: importID } }, operator)
    const [is] = body.imports
    if (is?.state === 'Imported') return is.invoices[0]?.summaryID ?? ''
    if (!is || ['Refused', 'Cancelled', 'Unknown layout'].includes(is.state))
      throw new Error(`${number} was not imported: ${is?.state} ${is?.message}`)
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

import type { FeedRunRow } from '@despatch/contract/feeds/runs/runs'
import { invoices } from '@despatch/contract/invoices/invoices'
import { orders } from '@despatch/contract/orders/orders'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { NewKeyDialog } from '../administration/api-keys/new-key-dialog.tsx'
import { AddClientDialog } from '../administration/clients/add-client-dialog.tsx'
import { EraseDialog } from '../enquiries/personal-data/erase-dialog.tsx'
import { SetMeanings } from '../feeds/carrier-event-codes/set-meanings.tsx'
import { TakeBackDialog } from '../feeds/runs/take-back-dialog.tsx'
import { RejectDialog } from '../invoices/accept-and-reject/reject-dialog.tsx'
import { PARCEL } from '../invoices/invoice-samples.ts'
import { SaveViewDialog } from '../kit/list/views/save-view-dialog.tsx'
import { CommandDialog } from '../orders/commands/command-dialog.tsx'
import { newDraft } from '../feeds/mapping-draft.ts'
import { MappingEditor } from '../feeds/mapping-editor.tsx'
import { NoteForm } from '../orders/tags-and-notes/note-form.tsx'
import { openScreen, openServer } from '../testing/open-portal.tsx'

const nothing = () => undefined
const SUSPENSION = { action: 'suspend', selection: { orders: [{ clientCode: 'ACME', orderNumber: 'A-1' }] } } as const
const ROW = { kind: 'parcel', currency: 'GBP', rows: [PARCEL] } as const
const LAYOUT = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const FILE: FeedRunRow = {
  run: 7,
  client: 'ACME',
  feed: 'orders',
  startedAt: '2026-11-09T09:15:00.000Z',
  endedAt: '2026-11-09T09:16:00.000Z',
  byName: 'acme.user',
  fileName: 'monday.csv',
  mapping: 'shop',
  problem: '',
  isBroken: false,
  counts: null,
  refusedByReason: {},
  refusedRows: [],
  takenBack: null,
  hasOrders: true,
  whyNotTakenBack: '',
}

/** Opens a server with answers to the calls that these forms make as they open. */
function openFormServer() {
  const server = openServer()
  server.answer(orders.colleagues, { colleagues: [] })
  server.answer(orders.preflight, {
    total: 1,
    allowed: 1,
    untried: 0,
    refused: 0,
    goesAtOnce: false,
    short: { orders: 0, SKUs: [], moreSKUs: 0 },
    at: '2026-03-02T12:00:00.000Z',
    changed: [],
    reasons: [],
    rows: [],
  })
  server.answer(invoices.rejection, { code: 200, claims: [], unclaimed: 0, disputed: 0 })
}
const FORMS: readonly [
  name: string,
  field: string | RegExp,
  form: (opened: boolean, close: () => void) => ReactNode,
][] = [
  ['Add client', 'Name', (opened, close) => <AddClientDialog opened={opened} onClose={close} onCreated={nothing} />],
  ['Create key', 'Name', (opened, close) => <NewKeyDialog opened={opened} onClose={close} onMade={nothing} />],
  [
    'a note on an order',
    'New note',
    (opened) => opened && <NoteForm order={{ clientCode: 'ACME', orderNumber: 'A-1' }} />,
  ],
  [
    'a mapping of columns',
    'Name',
    (opened, close) =>
      opened && (
        <MappingEditor feed="stock" initial={newDraft('stock', ['SKU', 'Qty'])} head={undefined} onClose={close} />
      ),
  ],
  [
    'the note of a suspension',
    /^Note/,
    (opened, close) => (
      <CommandDialog request={opened ? SUSPENSION : undefined} client="ACME" onClose={close} onSent={nothing} />
    ),
  ],
  [
    'the reason of a rejection',
    'Reason',
    (opened, close) => <RejectDialog target={opened ? ROW : undefined} onDone={nothing} onClose={close} />,
  ],
  [
    'the reason for taking a file back',
    /^Reason/,
    (opened, close) => <TakeBackDialog run={opened ? FILE : undefined} onClose={close} />,
  ],
  [
    'one meaning of many codes',
    /^Incident reason/,
    (opened, close) => <SetMeanings codes={[]} opened={opened} onClose={close} onSaved={nothing} />,
  ],
  [
    'the reference of an erasure',
    /^Request reference/,
    (opened, close) => <EraseDialog opened={opened} chosen={[]} onErased={nothing} onClose={close} />,
  ],
  [
    'the name of a view',
    'Name',
    (opened, close) =>
      opened && <SaveViewDialog table="orders" search="" layout={LAYOUT} own={[]} onSaved={nothing} onClose={close} />,
  ],
]

/** A form with a button that closes and reopens it, as Back, a menu entry or another tab would. */
function ReopenableForm({ form }: { readonly form: (typeof FORMS)[number][2] }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Leave or come back
      </button>
      {form(isOpen, () => setIsOpen(false))}
    </>
  )
}

test.each(FORMS)('%s: typed text is restored when the form is opened again', async (_name, label, form) => {
  openFormServer()
  await openScreen('/form', { type: 'Internal User' }, () => <ReopenableForm form={form} />)
  const field = () => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
  fireEvent.change(await field(), { target: { value: 'half typed' } })
  fireEvent.click(screen.getByText('Leave or come back'))
  await waitFor(() => expect(screen.queryByLabelText(label, { selector: 'input, textarea' })).toBeNull())
  fireEvent.click(screen.getByText('Leave or come back'))
  expect((await field()).value).toBe('half typed')
})

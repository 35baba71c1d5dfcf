import { orders } from '@despatch/contract/orders/orders'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { NewKeyDialog } from '../administration/api-keys/new-key-dialog.tsx'
import { AddClientDialog } from '../administration/clients/add-client-dialog.tsx'
import { newDraft } from '../feeds/mapping-draft.ts'
import { MappingEditor } from '../feeds/mapping-editor.tsx'
import { NoteForm } from '../orders/tags-and-notes/note-form.tsx'
import { openScreen, openServer } from '../testing/open-portal.tsx'

const nothing = () => undefined
const FORMS: readonly [
  name: string,
  field: string | RegExp,
  form: (opened: boolean, close: () => void) => ReactNode,
][] = [
  ['Add client', 'Name', (opened, close) => <AddClientDialog opened={opened} onClose={close} onCreated={nothing} />],
  ['Make a key', 'Name', (opened, close) => <NewKeyDialog opened={opened} onClose={close} onMade={nothing} />],
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
]

/** A form that is left by Escape, or as any screen is by Back, a menu entry or another tab. */
function Opened({ form }: { readonly form: (typeof FORMS)[number][2] }) {
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

test.each(FORMS)('what is typed in %s is there again after the form was left', async (_name, label, form) => {
  const server = openServer()
  server.answer(orders.colleagues, { colleagues: [] })
  await openScreen('/form', { type: 'Internal User' }, () => <Opened form={form} />)
  const field = () => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
  fireEvent.change(await field(), { target: { value: 'half typed' } })
  fireEvent.click(screen.getByText('Leave or come back'))
  await waitFor(() => expect(screen.queryByLabelText(label, { selector: 'input, textarea' })).toBeNull())
  fireEvent.click(screen.getByText('Leave or come back'))
  expect((await field()).value).toBe('half typed')
})

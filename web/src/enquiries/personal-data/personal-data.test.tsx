import type { PersonRecordDto } from '@despatch/contract/enquiries/personal-data/personal-data'
import { personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const RECORD: PersonRecordDto = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  orderDate: '2026-03-02T10:00:00.000Z',
  Status: 'V',
  customer: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '020 7946 0000',
  address: ['12 St James Square'],
  postCode: 'SW1Y 4JH',
  country: 'GB',
  parcels: 2,
  returns: 1,
  claims: 0,
  notes: 3,
  photos: 0,
  withdrawals: 0,
  isErased: false,
  obstacles: [],
}
const ADA = {
  names: ['Ada Lovelace'],
  emails: ['ada@example.com'],
  phones: ['020 7946 0000'],
  addresses: ['12 St James Square, SW1Y 4JH'],
  records: [
    RECORD,
    {
      ...RECORD,
      orderNumber: 'A-2',
      Status: 'N' as const,
      obstacles: ['Order A-2 is new: deliver or cancel it first.'],
    },
  ],
}
const ERASURE = {
  erasureId: '1',
  clientCode: 'ACME',
  requestReference: 'DSR-11',
  reason: 'client' as const,
  erasedAt: '2026-03-02T10:00:00.000Z',
  erasedBy: 'ops.admin',
  orders: 4,
  counts: [
    { kind: 'orders' as const, count: 4 },
    { kind: 'notes' as const, count: 2 },
  ],
}

async function openPerson(holds: (leaf: string, right: string) => boolean = () => true) {
  const server = openServer()
  server.answer(personalData.find, { people: [ADA], isCutOff: false })
  server.answer(personalData.erasures, { erasures: [ERASURE], hasMore: false })
  server.answer(personalData.preview, {
    replaced: [
      { kind: 'orders', count: 1 },
      { kind: 'notes', count: 3 },
    ],
    obstacles: [],
    alreadyErased: 0,
  })
  const opened = await openScreen('/reporting-and-enquiries/personal-data', {
    type: 'Internal User',
    clients: ['ACME'],
    holds,
  })
  await opened.user.type(await screen.findByLabelText('Find a person'), 'ada@example.com')
  await opened.user.click(screen.getByRole('button', { name: 'Find' }))
  const rows = within(await screen.findByRole('table', { name: 'Orders of Ada Lovelace' }))
  return { ...opened, server, rows }
}

test('a person is found with all orders, and no address contains the name', async () => {
  const { rows, server } = await openPerson()
  expect(server.callsTo(personalData.find)[0]?.body).toEqual({ search: 'ada@example.com' })
  const [, first, second] = rows.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toContain('A-1')
  expect(first).toMatch(/Delivered.*21030$/)
  expect(second).toContain('Order A-2 is new: deliver or cancel it first.')
  expect(window.location.href).not.toContain('ada')
  const past = within(screen.getByRole('table', { name: 'Erasure log' }))
  expect(past.getByText('DSR-11')).toBeTruthy()
  expect(past.getByText('Notes about orders: 2')).toBeTruthy()
})

test('ticked orders are erased after a preview, for a request with a reference', async () => {
  const { user, rows, server } = await openPerson()
  await user.click(rows.getByRole('checkbox', { name: 'Order A-1' }))
  await user.click(screen.getByRole('button', { name: 'Erase…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase personal data of 1 order?' }))
  await dialog.findByText('Notes about orders: 3')
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase personal data' })
  expect(confirm.disabled).toBe(true)
  expect(dialog.getByText('Enter the request reference.')).toBeTruthy()
  await user.type(dialog.getByLabelText(/Request reference/), 'DSR-12')
  server.answer(
    personalData.erase,
    refusal('unprocessable', 'Nothing was erased. Order A-1 is new: deliver or cancel it first.'),
  )
  await user.click(confirm)
  await dialog.findByText('Nothing was erased. Order A-1 is new: deliver or cancel it first.')
  server.answer(personalData.erase, { message: 'Personal data erased from 1 order.', erasures: [] })
  server.answer(personalData.find, { people: [], isCutOff: false })
  await user.click(confirm)
  await screen.findByText('Personal data erased from 1 order.')
  expect(server.callsTo(personalData.erase).at(-1)?.body).toEqual({
    orders: [{ clientCode: 'ACME', orderNumber: 'A-1' }],
    requestReference: 'DSR-12',
    reason: 'request',
  })
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Orders of Ada Lovelace' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Find a person').value).toBe('')
})

test('records under way block the erasure, and are named', async () => {
  const { user, rows, server } = await openPerson()
  server.answer(personalData.preview, {
    replaced: [],
    obstacles: ['Order A-2 is new: deliver or cancel it first.'],
    alreadyErased: 0,
  })
  await user.click(rows.getByRole('checkbox', { name: 'All 2 orders of Ada Lovelace' }))
  await user.click(screen.getByRole('button', { name: 'Erase…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase personal data of 2 orders?' }))
  await dialog.findByText('Order A-2 is new: deliver or cancel it first.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase personal data' }).disabled).toBe(true)
  expect(dialog.getByText('Fix or untick the orders listed first.')).toBeTruthy()
})

test('a user who may only find and export sees why erasing is disabled', async () => {
  const { user, rows } = await openPerson((_leaf, right) => right !== 'Edit')
  await user.click(rows.getByRole('checkbox', { name: 'Order A-1' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase…' }).disabled).toBe(true)
  expect(screen.getByText("You need 'Edit' on Personal Data. Ask your administrator.")).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false)
})

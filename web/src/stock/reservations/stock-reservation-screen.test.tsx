import type { Reservation, StockRow } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { ReservationForm } from './reservation-form.tsx'

const SCREEN = '/SKUs-and-stock/stock-reservation'
const CLERK: SignInOptions = { clients: ['ACME'] }
const AT = '2026-03-20T10:00:00.000Z'
const LAMP: StockRow = {
  _id: 'LAMP SELLABLE',
  client: 'ACME',
  type: 'SELLABLE',
  sku: 'LAMP',
  title: 'A lamp',
  stock_on_hand: 20,
  reserved_stock: 4,
  promised_stock: 28,
  available_stock: -12,
  warehouse_available: 16,
  counted_at: AT,
  last_amended_date: AT,
  last_amended_user: 'ada',
}
const PROMOTION: Reservation = {
  _id: '0195c8a0-0000-7000-8000-000000000001',
  type: 'SELLABLE',
  sku: 'LAMP',
  title: 'A lamp',
  pieces: 6,
  drawn: 2,
  reserved_stock: 4,
  purpose: 'promotion',
  until: '2099-12-31',
  heldBy: 'ada',
  orderNumber: '',
  customerAccount: '',
  note: 'Easter',
  state: 'live',
  version: 1,
  last_amended_date: AT,
  last_amended_user: 'ada',
}
const ENDED = '0195c8a0-0000-7000-8000-000000000002'
const NO_ROOM = 'Only 3 of LAMP are available.'

function openWarehouse(rows: StockRow[] = [LAMP]) {
  const server = openServer()
  server.answer(stock.listStock, { rows, total: rows.length })
  server.answer(stock.allocationCodes, [{ code: 'SELLABLE', title: 'Sellable', mayBePromised: true, isOwn: false }])
  server.answer(stock.stockDetail, {
    row: LAMP,
    counts: [{ at: AT, pieces: 20, warehouseAvailable: 16, unexplained: -2 }],
    movements: [
      {
        at: AT,
        kind: 'despatch',
        pieces: -2,
        reason: '',
        reference: 'T-1',
        orderNumber: 'A-9',
        isUncertain: false,
        isCounted: true,
      },
      {
        at: AT,
        kind: 'return',
        pieces: 1,
        reason: '',
        reference: 'R-7',
        orderNumber: 'A-9',
        isUncertain: false,
        isCounted: true,
      },
    ],
    movementCount: 2,
    reservations: [PROMOTION],
    reservationCount: 1,
    ended: [
      { ...PROMOTION, _id: ENDED, reserved_stock: 0, state: 'expired', until: '2026-03-19', note: 'Mothers’ day' },
    ],
    promises: [{ orderNumber: 'A-1', status: 'New', pieces: 28 }],
    promiseCount: 41,
  })
  return server
}

test('a click anywhere on a row opens it', async () => {
  openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByText('A lamp'))
  await screen.findByRole('dialog')
})

test('a short row shows the shortage, and opens its records', async () => {
  const server = openWarehouse()
  server.answer(stock.releaseReservation, { message: 'Released.', reservation: { ...PROMOTION, state: 'released' } })
  const { user } = await openScreen(SCREEN, CLERK)
  const row = within(await screen.findByRole('row', { name: /LAMP.*A lamp/ }))
  await user.click(row.getByRole('button', { name: 'short by 12' }))
  const drawer = within(await screen.findByRole('dialog', { name: /LAMP/ }))
  expect((await drawer.findByText(/20 on hand − 4 reserved − 28 promised =/)).textContent).toContain('short by 12')
  drawer.getByRole('heading', { name: 'Promised to orders: 1 of 41' })
  const movements = within(drawer.getByRole('table', { name: 'Movements' }))
  expect(movements.getAllByRole('link', { name: 'A-9' })).toHaveLength(2)
  expect(movements.getByRole('link', { name: 'R-7' }).getAttribute('href')).toMatch(
    /returns-events-for-order\?.*return=R-7/,
  )
  expect(movements.queryByRole('link', { name: 'T-1' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(drawer.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(server.callsTo(stock.stockDetail).map(({ body }) => body.shown)).toEqual([50, 1000])
  within(drawer.getByRole('table', { name: 'Counts' })).getByText('−2')
  const ended = within(drawer.getByRole('table', { name: 'Ended reservations' }))
  ended.getByRole('row', { name: /Mothers’ day.*19 Mar.*expired/ })
  await user.click(drawer.getByRole('button', { name: 'Release…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release this reservation?' }))
  dialog.getByText('4 of LAMP become available again. Orders keep what they have used.')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  await screen.findByText('Released.')
  expect(server.callsTo(stock.releaseReservation).map(({ params }) => params.id)).toEqual([PROMOTION._id])
})

test('a kit shows its boxes, and the warehouse’s own count', async () => {
  const boxes = [
    { Code: 'LEG', quantity: 4 },
    { Code: 'TOP', quantity: 1 },
  ]
  const row = { ...LAMP, _id: 'TABLE SELLABLE', sku: 'TABLE', title: 'A table', kit: { boxes, warehouse_on_hand: 10 } }
  const server = openWarehouse([row])
  const of = { movements: [], counts: [], promises: [], movementCount: 0, promiseCount: 0, ended: [] }
  server.answer(stock.stockDetail, { row, ...of, reservations: [PROMOTION], reservationCount: 1 })
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByText('A table (kit of 5 boxes)'))
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Kit of LEG x 4; TOP x 1, made from these boxes.')
  drawer.getByText(/The warehouse count of 10 for TABLE itself is not used\./)
  drawer.getByText(/Promotion, as kits LAMP \(Easter\)/)
})

test('stock is reserved; a shortage is reported and typed values stay', async () => {
  const server = openWarehouse([])
  server.answer(stock.addReservation, refusal('unprocessable', NO_ROOM))
  const { user } = await openScreen(SCREEN, CLERK)
  await screen.findByText(/No stock yet/)
  await user.click(screen.getByRole('button', { name: 'Reserve stock' }))
  const form = within(await screen.findByRole('dialog', { name: 'Reserve stock' }))
  await user.type(form.getByLabelText('SKU', { selector: 'input' }), 'lamp')
  // An invalid number is reported, and never corrected silently.
  await user.clear(form.getByLabelText('Units'))
  await user.type(form.getByLabelText('Units'), '-5')
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await form.findByRole('button', { name: 'Enter a whole number from 1 to 999,999,999' })
  expect(server.callsTo(stock.addReservation)).toEqual([])
  fireEvent.change(form.getByLabelText('Units'), { target: { value: '4' } })
  fireEvent.change(form.getByLabelText('Until', { selector: 'input' }), { target: { value: '2099-12-31' } })
  fireEvent.blur(form.getByLabelText('Until', { selector: 'input' }))
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await form.findByText(NO_ROOM)
  expect(form.getByLabelText<HTMLInputElement>('SKU', { selector: 'input' }).value).toBe('lamp')
  expect(server.callsTo(stock.addReservation)[0]?.body).toMatchObject({ sku: 'lamp', pieces: 4, purpose: 'promotion' })
  server.answer(stock.addReservation, { message: 'Reserved.', reservation: PROMOTION })
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await screen.findByText('Reserved.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a reservation with a lost answer is sent again under the same key', async () => {
  const server = openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  const fill = async () => {
    await user.click(await screen.findByRole('button', { name: 'Reserve stock' }))
    return within(await screen.findByRole('dialog', { name: 'Reserve stock' }))
  }
  const first = await fill()
  const pieces = first.getByLabelText<HTMLInputElement>('Units')
  // An emptied field stays empty.
  await user.clear(pieces)
  expect(pieces.value).toBe('')
  await user.type(pieces, '2,000')
  fireEvent.change(first.getByLabelText('SKU', { selector: 'input' }), { target: { value: 'LAMP' } })
  fireEvent.change(first.getByLabelText('Until', { selector: 'input' }), { target: { value: '2099-12-31' } })
  server.answer(stock.addReservation, refusal('unavailable', 'The server cannot be reached.'))
  await user.click(first.getByRole('button', { name: 'Reserve' }))
  await first.findByText(/The server cannot be reached/)

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.answer(stock.addReservation, { message: 'Reserved.', reservation: PROMOTION })
  const again = await fill()
  again.getByText(/Your changes were sent but not confirmed/)
  await user.click(again.getByRole('button', { name: 'Reserve' }))
  await screen.findByText('Reserved.')
  const sent = server.callsTo(stock.addReservation)
  expect(sent.map(({ body }) => body.pieces)).toEqual([2000, 2000])
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a form changed after a lost answer reuses the key and saves once', async () => {
  const server = openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Reserve stock' }))
  const form = within(await screen.findByRole('dialog', { name: 'Reserve stock' }))
  fireEvent.change(form.getByLabelText('SKU', { selector: 'input' }), { target: { value: 'LAMP' } })
  fireEvent.change(form.getByLabelText('Until', { selector: 'input' }), { target: { value: '2099-12-31' } })
  server.answer(stock.addReservation, refusal('unavailable', 'The server cannot be reached.'))
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await form.findByText(/The server cannot be reached/)
  fireEvent.change(form.getByLabelText('Units'), { target: { value: '5' } })
  fireEvent.blur(form.getByLabelText('Units'))
  server.answer(stock.addReservation, refusal('idempotency_key_reused', 'This Idempotency-Key was used'))
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await form.findByText(/Your first version was saved/)
  server.answer(stock.addReservation, { message: 'Reserved.', reservation: PROMOTION })
  await user.click(form.getByRole('button', { name: 'Reserve' }))
  await screen.findByText('Reserved.')
  const sent = server.callsTo(stock.addReservation)
  expect(sent.map(({ body }) => body.pieces)).toEqual([1, 5, 5])
  const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect([second === first, third === first]).toEqual([true, false])
})

test('a slowly saved reservation disappears from a reopened form', async () => {
  const server = openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Reserve stock' }))
    return within(await screen.findByRole('dialog', { name: 'Reserve stock' }))
  }
  const first = await open()
  fireEvent.change(first.getByLabelText('SKU', { selector: 'input' }), { target: { value: 'LAMP' } })
  fireEvent.change(first.getByLabelText('Until', { selector: 'input' }), { target: { value: '2099-12-31' } })
  const { promise, resolve } = Promise.withResolvers<{ message: string; reservation: typeof PROMOTION }>()
  server.answer(stock.addReservation, () => promise)
  await user.click(first.getByRole('button', { name: 'Reserve' }))
  await waitFor(() => expect(server.callsTo(stock.addReservation)).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  again.getByText(/Your changes were sent but not confirmed/)
  resolve({ message: 'Reserved.', reservation: PROMOTION })
  await screen.findByText('Reserved.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).queryByText(/Your earlier draft|Your changes were sent/)).toBeNull()
})

test('the SKU field suggests matching SKUs with available stock', async () => {
  const server = openWarehouse([{ ...LAMP, available_stock: 7 }])
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Reserve stock' }))
  const form = within(await screen.findByRole('dialog', { name: 'Reserve stock' }))
  await user.type(form.getByLabelText('SKU', { selector: 'input' }), 'la')
  await user.click(await screen.findByRole('option', { name: /LAMP.*A lamp: 7 available/ }))
  await form.findAllByText('A lamp: 7 available')
  expect(form.getByLabelText<HTMLInputElement>('SKU', { selector: 'input' }).value).toBe('LAMP')
  expect(server.callsTo(stock.listStock).at(-1)?.body).toMatchObject({ type: 'SELLABLE', limit: 10 })
})

test('rows of a semicolon file are reserved independently, and only once', async () => {
  const server = openWarehouse()
  server.answer(stock.importReservations, {
    message: '1 of 2 rows reserved',
    verdicts: [
      { line: 2, isReserved: true, message: '5 of 00123 reserved until 31 Dec 2099' },
      { line: 3, isReserved: false, message: 'SKU X doesn’t exist' },
    ],
  })
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Reserve by file' }))
  const drawer = await screen.findByRole('dialog', { name: 'Reserve by file' })
  const text = 'SKU;Pieces;Purpose;Until\n00123;5;promotion;31/12/2099\nX;1;channel;31/12/2099\n'
  const input = drawer.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no field')
  await user.upload(input, new File([text], 'reserve.csv', { type: 'text/csv' }))
  await user.click(within(drawer).getByRole('button', { name: 'Reserve' }))
  await within(drawer).findByText('1 of 2 rows reserved')
  within(drawer).getByText('SKU X doesn’t exist')
  expect(server.callsTo(stock.importReservations)[0]?.body.rows).toEqual([
    { SKU: '00123', Pieces: '5', Purpose: 'promotion', Until: '31/12/2099' },
    { SKU: 'X', Pieces: '1', Purpose: 'channel', Until: '31/12/2099' },
  ])
  expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Reserve' }).disabled).toBe(true)
  // The browser reports the same file again only after the field is cleared.
  const cleared = vi.fn<(value: string) => void>()
  Object.defineProperty(input, 'value', { configurable: true, set: cleared })
  fireEvent.click(input)
  expect(cleared).toHaveBeenCalledWith('')
})

test('a failed list can be retried, and read-only users cannot reserve', async () => {
  const server = openWarehouse()
  server.answer(stock.listStock, refusal('internal_error', 'The database is not there.'))
  const { user } = await openScreen(SCREEN, { ...CLERK, holds: (_, right) => right !== 'Edit' })
  await screen.findByText(/The database is not there/)
  server.answer(stock.listStock, { rows: [LAMP], total: 1 })
  await user.click(screen.getByRole('button', { name: /again/i }))
  await screen.findByText('short by 12')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reserve stock' }).disabled).toBe(true)
})

test('uncounted stock says so instead of short, as does separate stock', async () => {
  const server = openWarehouse([{ ...LAMP, type: 'QUARANTINE', counted_at: null, warehouse_available: null }])
  server.answer(stock.allocationCodes, [
    { code: 'QUARANTINE', title: 'Quarantine', mayBePromised: false, isOwn: false },
    { code: 'SELLABLE', title: 'Sellable', mayBePromised: true, isOwn: false },
  ])
  await openScreen(SCREEN, CLERK)
  const row = within(await screen.findByRole('row', { name: /LAMP.*A lamp/ }))
  row.getByText('never counted')
  await row.findByText(/not counted/)
  expect(screen.queryByText(/short by/)).toBeNull()
})

test('a code is added, and an error is shown at its field', async () => {
  const server = openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Allocation codes' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Allocation codes' }))
  await drawer.findByRole('row', { name: /SELLABLE.*Counts.*Operator/ })
  await user.click(drawer.getByRole('button', { name: 'Create code' }))
  await user.type(await drawer.findByLabelText('Code'), 'outlet')
  await user.type(drawer.getByLabelText('Title'), 'Outlet')
  server.answer(
    stock.saveAllocationCode,
    refusal('unprocessable', 'A client has at most 50 allocation codes of its own.'),
  )
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText('A client has at most 50 allocation codes of its own.')
  const code = { code: 'OUTLET', title: 'Outlet', mayBePromised: false, isOwn: true }
  server.answer(stock.saveAllocationCode, { message: 'Data updated successfully.', code })
  server.answer(stock.allocationCodes, [code])
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByRole('row', { name: /OUTLET.*Not counted.*Client/ })
  expect(server.callsTo(stock.saveAllocationCode).at(-1)).toMatchObject({
    params: { code: 'outlet' },
    body: { title: 'Outlet', mayBePromised: false },
  })
})

test('each figure opens its records at the right section', async () => {
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.getAttribute('aria-label'))
  })
  openWarehouse()
  const { user } = await openScreen(SCREEN, CLERK)
  for (const [figure, part] of [
    ['20', 'Counts'],
    ['4', 'Reservations'],
    ['28', 'Promised to orders'],
  ] as const) {
    const row = within(await screen.findByRole('row', { name: /LAMP.*A lamp/ }))
    await user.click(row.getByRole('button', { name: figure }))
    await screen.findByRole('region', { name: part })
    await waitFor(() => expect(seen.at(-1)).toBe(part))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  vi.restoreAllMocks()
})

test('a reservation draft belongs to the row of its SKU', async () => {
  openWarehouse()
  const { user } = await openScreen('/home', CLERK, ReserveRows)
  const open = async (sku: string) => {
    await user.click(await screen.findByRole('button', { name: `Reserve ${sku}` }))
    return screen.findByLabelText<HTMLInputElement>('Units')
  }
  await user.clear(await open('LAMP'))
  await user.type(screen.getByLabelText('Units'), '40')
  expect((await open('SOFA')).value).toBe('1')
  expect(screen.getByLabelText<HTMLInputElement>('SKU', { selector: 'input' }).value).toBe('SOFA')
  expect((await open('LAMP')).value).toBe('40')
})

function ReserveRows() {
  const [sku, setSku] = useState<string>()
  return (
    <>
      {['LAMP', 'SOFA'].map((one) => (
        <button key={one} type="button" onClick={() => setSku(one)}>
          Reserve {one}
        </button>
      ))}
      {sku && <ReservationForm key={sku} of={undefined} sku={sku} onDone={() => undefined} />}
    </>
  )
}

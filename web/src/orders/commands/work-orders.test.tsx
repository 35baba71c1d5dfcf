import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CommandRun } from './command-run.ts'
import { commandRuns } from './command-store.ts'
import { refusal } from '../../testing/fake-server.ts'
import { session } from '../../kit/session/session-store.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const NEW = '/order-management/view-new-orders'
const OPEN = '/order-management/order_suspend_amend_or_cancel'

const order = (orderNumber: string, Status: 'N' | 'S' = 'N'): WorkOrderRow => ({
  clientCode: 'ACME',
  orderNumber,
  Status,
  Status_Description: Status === 'N' ? 'New' : 'Suspended',
  Is_On_PickNote: 'false',
  orderDate: '2026-03-02T09:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 1,
  totalValue: '2.50',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-03-03',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 1,
  suspendedFor: '',
  carrier: 'DPD',
  routingException: '',
  startBy: null,
})

/** Whether the pre-flight reports something to review. */
let isLooked = true
afterEach(() => (isLooked = true))

const isShort = ({ needsAttention }: WorkOrderRow) => needsAttention.includes('stock')

/** A server with these orders, whose commands refuse suspended orders only. */
function serverWith(...rows: WorkOrderRow[]) {
  const server = openServer()
  const isAllowed = ({ Status }: WorkOrderRow) => Status === 'N'
  server.answer(orders.list, { Orders: rows, hasMore: false })
  server.answer(orders.listTotal, { total: rows.length })
  server.answer(orders.commandProgress, { done: 0, total: rows.length })
  const chosen = (named: readonly { orderNumber: string }[] = rows) =>
    rows.filter(({ orderNumber }) => named.some((one) => one.orderNumber === orderNumber))
  server.answer(orders.preflight, ({ body }) => {
    const found = chosen(body.orders)
    const allowed = found.filter(isAllowed).length
    return {
      total: found.length,
      allowed,
      untried: 0,
      refused: found.length - allowed,
      goesAtOnce: body.action === 'release' && allowed === found.length && !isLooked,
      short: {
        orders: found.filter(isShort).length,
        SKUs: found.some(isShort)
          ? [{ clientCode: 'ACME', SKU: 'MUG', pieces: 12, orders: found.filter(isShort).length }]
          : [],
        moreSKUs: 0,
      },
      at: '2026-03-02T12:00:00.000Z',
      changed: [],
      reasons: [],
      rows: found
        .toSorted((one, other) => Number(isAllowed(one)) - Number(isAllowed(other)))
        .map((row) => ({
          clientCode: 'ACME',
          orderNumber: row.orderNumber,
          Status: row.Status,
          Status_Description: row.Status_Description,
          isAllowed: isAllowed(row),
          verdict: isAllowed(row) ? 'Will be done' : 'It is suspended already',
        })),
    }
  })
  const outcome = (
    words: string,
    body: { commandId?: string | undefined; orders?: { orderNumber: string }[] | undefined },
  ) => {
    const found = chosen(body.orders)
    const done = found.filter(isAllowed).length
    return {
      message: `${done} orders ${words}${done < found.length ? `, ${found.length - done} refused` : ''}.`,
      commandId: body.commandId ?? '',
      done,
      refused: found.length - done,
      unchanged: 0,
      short: found.filter(isShort).length,
      receipts: found.map((row) => ({
        clientCode: 'ACME',
        orderNumber: row.orderNumber,
        outcome: isAllowed(row) ? ('done' as const) : ('refused' as const),
        message: isAllowed(row) ? 'Done' : 'It is suspended already',
        shortOf: isShort(row) ? ['MUG'] : [],
        undoneAt: null,
      })),
    }
  }
  server.answer(orders.release, ({ body }) => outcome('released', body))
  server.answer(orders.suspend, ({ body }) => outcome('suspended', body))
  server.answer(orders.cancel, ({ body }) => outcome('cancelled', body))
  server.answer(orders.undo, ({ params: { commandId } }) => ({ ...outcome('restored', { commandId }), done: 2 }))
  return server
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const choose = async (...orderNumbers: string[]) => {
  for (const orderNumber of orderNumbers)
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ACME ${orderNumber}` }))
}
async function chooseReason(user: Awaited<ReturnType<typeof openScreen>>['user'], reason: string) {
  await user.click(await screen.findByRole('radio', { name: reason }))
}
const says = (text: string | RegExp) => screen.findAllByText(text)

test('orders are released after a confirmation, and restored with Undo', async () => {
  const server = serverWith(order('O-1'), order('O-2'))
  await openScreen(NEW)
  await choose('O-1', 'O-2')
  fireEvent.click(await screen.findByRole('button', { name: 'Release 2 orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 2 orders?' }))
  const verdicts = await dialog.findByRole('table', { name: 'Outcome for each order' })
  expect(
    within(verdicts)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^O-1.*New.*Will be done$/), expect.stringMatching(/^O-2/)])
  expect(server.callsTo(orders.release)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Release 2 orders' }))
  await says('2 orders released.')
  const [{ body: { commandId } } = expect.fail('nothing was released')] = server.callsTo(orders.release)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await says('2 orders restored.')
  expect(server.callsTo(orders.undo).map(({ params }) => params.commandId)).toEqual([commandId])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('shortages are named before a release, and listed apart after it', async () => {
  serverWith({ ...order('O-1'), needsAttention: ['stock'] }, order('O-2'))
  await openScreen(NEW)
  await choose('O-1', 'O-2')
  fireEvent.click(await screen.findByRole('button', { name: 'Release 2 orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 2 orders?' }))
  const note = within(await dialog.findByRole('note'))
  note.getByText('1 of them is short of stock but will still be released.')
  note.getByText('SKU MUG: 12 units short in 1 order')
  fireEvent.click(dialog.getByRole('button', { name: 'Release 2 orders' }))
  const short = await screen.findByRole('table', { name: 'Orders released short of stock' })
  expect(within(short).getAllByRole('row')).toHaveLength(1)
  within(short).getByText('O-1')
})

test('all matches are rated again, at most as many as counted, and undone', async () => {
  const server = serverWith(order('O-1'), order('O-2'))
  server.answer(orders.rateMatching, ({ body }) => ({
    message: '2 orders re-allocated.',
    commandId: body.commandId ?? '',
    done: 2,
    refused: 0,
    unchanged: 0,
    short: 0,
    receipts: [],
  }))
  const { user } = await openScreen(NEW, { type: 'Internal User' })
  await choose('O-1')
  await user.click(await screen.findByRole('button', { name: 'Select all 2 that match' }))
  await user.click(await screen.findByRole('button', { name: 'Re-allocate…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Re-allocate 2 orders?' }))
  await user.click(dialog.getByRole('button', { name: 'Re-allocate 2 orders' }))
  await says('2 orders re-allocated.')
  expect(server.callsTo(orders.rateMatching).map(({ body: { commandId: _id, ...body } }) => body)).toEqual([
    { matching: { status: ['N'] }, except: [], most: 2 },
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await says('2 orders restored.')
})

test('the receipt of another list does not follow to this one', async () => {
  serverWith(order('O-1'))
  const outcome = { done: 1, refused: 0, short: 0, unchanged: 0, refusals: [], shortages: [] }
  await openScreen(NEW)
  await choose('O-1')
  const run = (commandId: string, sentFrom: string, message: string): CommandRun => ({
    commandId,
    command: { action: 'release', selection: { orders: [] }, count: 1 },
    state: 'ended',
    progress: { done: 1, total: 1 },
    outcome: { ...outcome, message },
    client: 'ACME',
    of: `${session.store.get().user?._id} ${session.client()}`,
    sentFrom,
    givenAt: Date.now(),
  })
  act(() => commandRuns.set([run('1', '/other', 'Released there.'), run('2', location.pathname, 'Released here.')]))
  await screen.findByText('Released here.')
  expect(screen.queryByText('Released there.')).toBeNull()
})

test('a few unproblematic orders are released at once, and restored with Undo', async () => {
  // A second press counts within two seconds, however slow this machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  isLooked = false
  const server = serverWith(order('O-1'), order('O-2'))
  await openScreen(NEW)
  // No order is selected.
  await screen.findByRole('button', { name: 'Release all 2 orders…' })
  await choose('O-1', 'O-2')
  fireEvent.click(await screen.findByRole('button', { name: 'Release 2 orders' }))
  await says('2 orders released.')
  // The notification offers undo too, and is found first.
  await screen.findByLabelText('Undo: 2 orders released.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.callsTo(orders.preflight).length).toBeGreaterThan(1)
  // A second press was not meant for the other orders.
  await choose('O-1')
  fireEvent.click(await screen.findByRole('button', { name: 'Release 1 order' }))
  await screen.findByRole('dialog', { name: /Release order O-1/ })
  // 'Cancel' would mean the orders.
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  // The notification goes with its action.
  await waitFor(() => expect(screen.queryByLabelText('Undo: 2 orders released.')).toBeNull())
  await says('2 orders restored.')
})

test('a refused order among those selected opens the dialog, as the bar says', async () => {
  isLooked = false
  const server = serverWith(order('O-1'), order('O-2', 'S'))
  await openScreen(OPEN)
  await choose('O-1', 'O-2')
  await screen.findByText('1 order can’t be released')
  fireEvent.click(await screen.findByRole('button', { name: 'Release…' }))
  await screen.findByRole('dialog', { name: 'Release 2 orders?' })
  expect(server.callsTo(orders.release)).toEqual([])
})

test('suspending needs a reason; refused orders are named before and after', async () => {
  const server = serverWith(order('O-1'), order('O-2', 'S'))
  const { user } = await openScreen(OPEN)
  await choose('O-1', 'O-2')
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend 2 orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 orders?' }))
  await dialog.findByText('1 of 2 orders can be suspended. 1 can’t.')
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Suspend 1 order' })
  dialog.getByText('Choose a reason.')
  expect(confirm.disabled).toBe(true)
  await chooseReason(user, 'Out of stock')
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: 'Lamps come on Monday' } })
  fireEvent.click(confirm)
  const refused = await screen.findByRole('table', { name: 'Orders that failed' })
  expect(refused.textContent).toMatch(/O-2.*It is suspended already/)
  expect(server.callsTo(orders.suspend)[0]?.body).toMatchObject({
    reason: 'Out of stock',
    note: 'Lamps come on Monday',
  })
})

test('a command whose answer is lost is resumed as the same command', async () => {
  const server = serverWith(order('O-1'))
  const { user } = await openScreen(OPEN)
  await choose('O-1')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel orders…' }))
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel order' })
  await chooseReason(user, 'Customer asked')
  await waitFor(() => expect(confirm.disabled).toBe(false))
  server.breakConnection(true)
  fireEvent.click(confirm)
  await says(/Try again to continue; nothing is done twice/)
  server.breakConnection(false)
  fireEvent.click(button('Try again'))
  await says('1 orders cancelled.')
  expect(server.callsTo(orders.cancel)).toHaveLength(1)
  expect(server.callsTo(orders.cancel)[0]?.body.commandId).toMatch(/^[0-9a-f-]{36}$/)
})

test('cancelling needs a reason, and can be left with the orders unchanged', async () => {
  const server = serverWith(order('O-1'))
  const { user } = await openScreen(OPEN)
  await choose('O-1')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order O-1?' }))
  const confirm = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Cancel order' })
  await dialog.findByText('Choose a reason.')
  expect(confirm.disabled).toBe(true)
  dialog.getByRole('button', { name: 'Keep order' })
  await chooseReason(user, 'Ordered twice')
  fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: ' the other is O-7 ' } })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await says('1 orders cancelled.')
  expect(server.callsTo(orders.cancel)[0]?.body).toMatchObject({ note: 'Ordered twice: the other is O-7' })
})

test('an order is suspended by keyboard: row, action, reason, confirm', async () => {
  const server = serverWith(order('O-1'))
  const { user } = await openScreen(OPEN)
  await screen.findByRole('checkbox', { name: 'Select ACME O-1' })
  await user.keyboard('jx')
  await screen.findByRole('button', { name: 'Suspend 1 order…' })
  await user.keyboard('s')
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Suspend order' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Customer asked' })))
  await user.keyboard('5')
  await waitFor(() => expect(confirm.disabled).toBe(false))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(server.callsTo(orders.suspend)[0]?.body).toMatchObject({ reason: 'Out of stock' }))
})

test('cancelling more than fifty orders needs their number typed', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `O-${index + 1}`)
  const server = serverWith(...names.map((name) => order(name)))
  const { user } = await openScreen(OPEN)
  await screen.findByRole('checkbox', { name: 'Select ACME O-1' })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows that are loaded' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 51 orders?' }))
  await chooseReason(user, 'Out of stock')
  await dialog.findByText('Type 51 to confirm.')
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel 51 orders' })
  const typed = dialog.getByLabelText('Type 51 to cancel 51 orders')
  fireEvent.change(typed, { target: { value: '5' } })
  expect(confirm.disabled).toBe(true)
  fireEvent.change(typed, { target: { value: '51' } })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await says('51 orders cancelled.')
  expect(server.callsTo(orders.cancel)).toHaveLength(1)
})

test('a refused command stays in its dialog for another look', async () => {
  const server = serverWith(order('O-1'))
  server.answer(orders.release, refusal('version_conflict', 'More orders match by now.'))
  await openScreen(NEW)
  await choose('O-1')
  fireEvent.click(await screen.findByRole('button', { name: 'Release 1 order…' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Release order' }))
  await within(dialog).findByText('More orders match by now.')
})

test('a user who may only release sees no other actions', async () => {
  serverWith(order('O-1'))
  await openScreen(NEW, { holds: (leaf) => leaf !== 'orderManagement.orderSuspendAmendOrCancel' })
  await choose('O-1')
  const bar = within(await screen.findByRole('group', { name: 'Selection' }))
  expect(bar.getAllByRole('button', { name: /…$/ }).map(({ textContent }) => textContent)).toEqual([
    'Release 1 order…',
    // Users who may release orders may also tag them.
    'Tag…',
    'Assign…',
    // Users who may allocate orders again may also rate them.
    'Re-allocate…',
  ])
})

test('a user who may only read sees why the actions are disabled', async () => {
  serverWith(order('O-1'))
  await openScreen(OPEN, { holds: (_leaf, right) => right !== 'Edit' })
  await choose('O-1')
  const bar = within(await screen.findByRole('group', { name: 'Selection' }))
  // One reason covers both permissions.
  await bar.findByText("You need 'Edit' on View New Orders or Order: Suspend, Amend or Cancel. Ask your administrator.")
  for (const name of ['Release…', 'Suspend 1 order…', 'Cancel orders…', 'Amend…'])
    expect(bar.getByRole<HTMLButtonElement>('button', { name }).disabled, name).toBe(true)
})

test('filters are stored in the address and sent to the server', async () => {
  const server = serverWith(order('O-1'))
  const { search } = await openScreen(`${NEW}?orderRef=O-&sort=orderNumber&order=asc`)
  await screen.findByText('1 order')
  const lastListRequest = () => server.callsTo(orders.list).at(-1)?.body
  expect(lastListRequest()).toMatchObject({ orderRef: 'O-', status: ['N'], sort: 'orderNumber', desc: false })
  // The list's own status is no filter: its view has it.
  expect(screen.queryByRole('button', { name: /^Remove Status/ })).toBeNull()
  fireEvent.click(button(/^Overdue(?! in picking)/))
  await waitFor(() => expect(lastListRequest()?.status).not.toEqual(['N']))
  expect(search()).toMatchObject({ despatch: 'past' })
})

test('with a selection, only the bar offers to release', async () => {
  serverWith(order('O-1'), order('O-2'))
  const { user } = await openScreen(NEW)
  await screen.findByRole('button', { name: 'Release all 2 orders…' })
  await choose('O-1')
  await screen.findByRole('button', { name: 'Release 1 order…' })
  expect(screen.queryByRole('button', { name: /^Release all/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Duplicate…' }).getAttribute('href')).toContain('copy=O-1')
  await user.click(button('Clear the selection'))
  await screen.findByRole('button', { name: 'Release all 2 orders…' })
})

test('an order not yet offered to carriers shows that it has none', async () => {
  serverWith({ ...order('O-1'), carrier: '', needsAttention: ['carrier'] })
  await openScreen(NEW)
  const row = within(await screen.findByRole('row', { name: /O-1/ }))
  row.getByText('No carrier')
})

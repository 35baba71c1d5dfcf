import { session } from '../../kit/session/session-store.ts'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { clients } from '@despatch/contract/administration/clients/clients'
import { orders } from '@despatch/contract/orders/orders'
import { type SkuRow, stock } from '@despatch/contract/stock/stock'
import { type ClientParams, DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { addDays, dayOf, formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../kit/server/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { rememberClientChoice } from '../../sign-in/password/client-choice.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const CREATE = '/order-management/create-new-order'
const CREATED = 'Data added successfully.'
const TODAY = dayOf(new Date())
/** The next Sunday; a passed one would only show that it has passed. */
const SUNDAY = addDays(TODAY, 7 - ((weekday(TODAY) + 1) % 7))
const LAMP: SkuRow = { Code: 'LAMP-1', Item_Description: 'Desk lamp', unitValue: '12.35', isUnknownSku: false }
const SAVE = '{Control>}s{/Control}'

/** A server with one client and one SKU, which issues references and stores orders. */
function openShop(params: Partial<ClientParams> = {}) {
  const server = openServer()
  let references = 100_000
  server.answer(clients.params, ({ body: { clientCode } }) => ({
    clientCode,
    params: { ...DEFAULT_CLIENT_PARAMS, ...params },
  }))
  server.answer(clients.daysOff, { days: [] })
  server.answer(orders.nextCustomerReference, () => ({ CustomerOrderRef: `ACME-${++references}` }))
  server.answer(stock.searchSku, ({ body: { search } }) => {
    const rows = [LAMP].filter(({ Code, Item_Description }) =>
      `${Code} ${Item_Description}`.toLowerCase().includes(search.toLowerCase()),
    )
    return { rows, total: rows.length }
  })
  server.answer(stock.availableStock, ({ body: { skus } }) => ({
    refusesShort: false,
    rows: skus.map((sku) => ({ sku, available: null })),
  }))
  server.answer(orders.create, ({ body }) => ({
    message: CREATED,
    orderNumber: body.orderNo ?? '',
    version: 1,
    routing: { consignments: [], exception: 'No carrier takes it' },
  }))
  const created = () => server.callsTo(orders.create)
  return { server, created }
}

/** A list beside the field has the same label. */
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
/** Waits for a text anywhere on the page. */
const says = (text: string) => screen.findAllByText(text, { exact: false })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Path of the focused field in the body. */
const focused = () => document.activeElement?.getAttribute('data-path')

async function openForm(who: SignInOptions = {}) {
  const opened = await openScreen(CREATE, who)
  await waitFor(() => expect(field('Order reference').value).toBe('ACME-100001'))
  return opened
}

/** Fills in a valid order at once, because typing is not under test. */
async function typeOrder(user: UserEvent): Promise<void> {
  for (const [name, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@example.com'],
    ['Postcode', 'SW1Y 4JH'],
    ['Address line 1', '12 St James Square'],
  ] as const)
    fireEvent.change(field(name), { target: { value } })
  await user.type(field('SKU of line 1'), 'LAMP-1')
  await user.click(await screen.findByRole('option', { name: /LAMP-1/ }))
}

test('every invalid field shows its error, and a summary with links gets the focus', async () => {
  const { created } = openShop()
  const { user } = await openForm()
  for (const [name, value] of [
    ['Order reference', ''],
    ['Email', 'ada@example'],
    [/^Phone/, 'call me'],
    ['Postcode', 'SW1'],
    ['Quantity of line 1', ''],
    ['Value of line 1', '-1'],
  ] as const)
    fireEvent.change(field(name), { target: { value } })
  await user.click(screen.getByText('NAMED DAY'))
  await user.click(button('Create order'))
  for (const message of [
    'Enter an order number',
    'Enter a first name',
    'Enter a last name',
    'An email looks like name@example.com',
    'A phone number is digits, spaces, ( ) - and a leading +',
    'A UK postcode looks like SW1A 1AA',
    'Enter address line 1',
    'Choose a SKU',
    'An amount looks like 12.50, without a sign or currency',
    'Choose a date for the named-day order',
  ])
    await says(message)
  const summary = screen.getByRole('group', { name: 'There is a problem' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(document.title).toMatch(/^Error:/)
  await user.click(within(summary).getByRole('button', { name: 'Enter a first name' }))
  expect(document.activeElement).toBe(field('First name'))
  expect(created()).toEqual([])
  // A corrected field loses its error.
  fireEvent.change(field('Email'), { target: { value: 'ada@example.com' } })
  fireEvent.blur(field('Email'))
  await waitFor(() => expect(screen.queryAllByText(/^An email looks like/)).toEqual([]))
})

test('input stays, with errors beside it', async () => {
  openShop()
  const { user } = await openForm()
  await user.click(screen.getByText('NAMED DAY'))
  const day = field('Despatch date')
  for (const [typed, shown, words] of [
    [SUNDAY.split('-').toReversed().join('/'), formatDayShort(SUNDAY), 'Orders are not despatched at weekends'],
    ['01/01/2020', '1 Jan 2020', '1 January 2020 has passed'],
    ['garbage', 'garbage', '‘garbage’ is not a date'],
  ] as const) {
    await user.clear(day)
    await user.type(day, typed)
    await user.tab()
    await says(words)
    expect(day.value).toBe(shown)
  }
  const country = field('Country')
  for (const [typed, shown] of [
    ['Nowhere', 'Nowhere'],
    ['pola', 'Poland'],
    ['uk', 'United Kingdom'],
  ] as const) {
    await user.clear(country)
    await user.type(country, typed)
    await user.tab()
    await waitFor(() => expect(country.value).toBe(shown))
  }
  const value = field('Value of line 1')
  await user.type(value, '12.99999')
  await user.tab()
  await says('An amount looks like 12.50')
  expect(value.value).toBe('12.99999')
})

test('the server’s errors appear at their fields: unknown SKU, used reference', async () => {
  const { server, created } = openShop()
  const { user } = await openForm()
  await typeOrder(user)
  await user.click(button('Add line'))
  await user.type(field('SKU of line 2'), 'NO-SUCH')
  await user.tab()
  await screen.findByText('No SKU has this code')
  server.answer(
    orders.create,
    refusal('validation_failed', 'Check the order', {
      'items.1.SKU': 'SKU NO-SUCH doesn’t exist. Choose one from the list',
    }),
  )
  await user.click(button('Create order'))
  expect(await screen.findAllByText('SKU NO-SUCH doesn’t exist. Choose one from the list')).toHaveLength(2)
  await waitFor(() => expect(focused()).toBe('items.1.SKU'))
  await user.click(button('Remove line 2'))
  const taken = 'Order ACME-100001 already exists. Choose another order number'
  server.answer(orders.create, refusal('already_exists', taken, { orderNo: taken }))
  await user.click(button('Create order'))
  await screen.findAllByText(taken)
  await waitFor(() => expect(focused()).toBe('orderNo'))
  // At the field and above the form, without a notification.
  expect(screen.getAllByText(taken)).toHaveLength(2)
  await user.click(button('Next reference'))
  await waitFor(() => expect(field('Order reference').value).toBe('ACME-100002'))
  expect(created()).toHaveLength(2)
})

test('a double click, or a retry after a lost answer, creates one order', async () => {
  const { server, created } = openShop()
  const { user } = await openForm()
  await typeOrder(user)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refusal>>()
  server.answer(orders.create, () => promise)
  await user.dblClick(button('Create order'))
  await waitFor(() => expect(created()).toHaveLength(1))
  // Not twice while it is being sent.
  expect([button('Create order').disabled, button('Cancel').disabled]).toEqual([true, true])
  resolve(refusal('unavailable', 'Try again in a moment.'))
  await waitFor(() => expect(screen.getAllByText(/Try again in a moment\./).length).toBeGreaterThan(0))
  server.answer(orders.create, ({ body: { orderNo } }) => ({
    message: CREATED,
    orderNumber: orderNo ?? '',
    version: 1,
    routing: { consignments: [], exception: null },
  }))
  await user.click(button('Create order'))
  await screen.findByRole('link', { name: 'Open the order' })
  const keys = created().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/\S/)
  expect(keys[1]).toBe(keys[0])
  await user.click(button('Create another'))
  await waitFor(() => expect(field('Order reference').value).toBe('ACME-100002'))
  expect([field('First name').value, focused()]).toEqual(['', 'orderNo'])
})

test('open lists refresh after an order is created', async () => {
  openShop()
  const { user } = await openForm()
  const list = ['orders', 'work', 'a list']
  await queryClient.prefetchQuery({ queryKey: list, queryFn: () => 'as it was' })
  await typeOrder(user)
  await user.keyboard(SAVE)
  await screen.findByText(/was created\. Awaiting release\.$/)
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true)
})

test('an unreachable server is reported, and the input stays', async () => {
  const { server } = openShop()
  const { user } = await openForm()
  await typeOrder(user)
  server.breakConnection(true)
  await user.keyboard(SAVE)
  await waitFor(() =>
    expect(
      screen.getAllByText('We can’t reach the server. Check your connection and try again.').length,
    ).toBeGreaterThan(0),
  )
  expect(field('Last name').value).toBe('Lovelace')
})

test('the result shows carrier or exception, and links to the order', async () => {
  const { created } = openShop()
  const { user } = await openForm()
  await typeOrder(user)
  await user.clear(field('Quantity of line 1'))
  await user.type(field('Quantity of line 1'), '3')
  await waitFor(() => expect(field('Value of line 1').value).toBe('37.05'))
  expect(screen.getByLabelText('Order total').textContent).toContain('£37.05')
  await user.keyboard(SAVE)
  const notice = await screen.findByText(/was created\. Awaiting release\.$/)
  expect(notice.textContent).toBe('Order ACME-100001 was created. Awaiting release.')
  screen.getByText('Routing exception')
  screen.getByText('No carrier takes it.')
  expect(created()[0]?.body).toMatchObject({ orderNo: 'ACME-100001', items: [{ SKU: 'LAMP-1', quantity: 3 }] })
  expect(created()[0]?.headers.get('client')).toBe('ACME')
  await user.keyboard('{Enter}')
  await screen.findByText(
    /^Went to \/reporting-and-enquiries\/order-and-returns-enquiry\/summary-for-order\?orderNumber=ACME-100001$/,
  )
})

test('a SKU shows its available stock, and the shortage of all lines together', async () => {
  const { server } = openShop()
  const warned = vi.spyOn(console, 'warn')
  server.answer(stock.availableStock, ({ body: { skus } }) => ({
    refusesShort: false,
    rows: skus.map((sku) => ({ sku, available: 8 })),
  }))
  const { user } = await openForm()
  await typeOrder(user)
  await screen.findByText('· 8 available')
  fireEvent.change(field('Quantity of line 1'), { target: { value: '6' } })
  await user.click(button('Add line'))
  await user.type(field('SKU of line 2'), 'lamp-1')
  await user.tab()
  fireEvent.change(field('Quantity of line 2'), { target: { value: '14' } })
  await waitFor(() => expect(screen.getAllByText('· 8 available, short by 12')).toHaveLength(2))
  // No request for half a code, and one for two lines with the same SKU.
  expect(server.callsTo(stock.availableStock).map(({ body }) => body.skus)).toEqual([['LAMP-1']])
  expect(warned).not.toHaveBeenCalled()
})

test('client flags hide further lines and line values', async () => {
  openShop({ newOrderLine: false, orderLineValue: false })
  await openForm()
  await screen.findByText('Orders of this client have one line.')
  expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull()
  expect(screen.queryByLabelText('Value of line 1')).toBeNull()
})

test('a user of all clients chooses the order’s client, and all stay selected', async () => {
  openShop()
  const { user, server, search } = await openScreen(CREATE, { type: 'Internal User', clients: ['ACME', 'BIRCH'] })
  await screen.findByText('Choose a client to create an order.')
  await user.type(screen.getByPlaceholderText('Choose a client'), 'birch')
  await user.click(await screen.findByRole('option', { name: /BIRCH/ }))
  await waitFor(() => expect(server.callsTo(orders.nextCustomerReference)).toHaveLength(1))
  expect(server.callsTo(orders.nextCustomerReference)[0]?.headers.get('client')).toBe('BIRCH')
  expect(search()).toMatchObject({ for: 'BIRCH' })
  expect(session.selected()).toBe(ALL_CLIENTS)
})

test('an unknown client in the address is named, and the selected one stays', async () => {
  openShop()
  await openScreen(`${CREATE}?for=XYZ`, { type: 'Internal User', clients: ['ACME', 'BIRCH'] })
  await screen.findByText('The link is for client XYZ, which you don’t have.')
  await screen.findByText('Choose a client to create an order.')
})

test('only internal users choose a client by address', async () => {
  openShop()
  const { server } = await openScreen(`${CREATE}?for=BIRCH`, { clients: ['ACME', 'BIRCH'] })
  await waitFor(() => expect(server.callsTo(orders.nextCustomerReference)).toHaveLength(1))
  expect(server.callsTo(orders.nextCustomerReference)[0]?.headers.get('client')).toBe('ACME')
})

test('choosing a client focuses the first field, and typing stays in its field', async () => {
  openShop()
  rememberClientChoice('ACME')
  const { user } = await openForm()
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  await user.keyboard('Ada{Tab}Lovelace{Tab}ada@example.com')
  expect([field('First name'), field('Last name'), field('Email')].map(({ value }) => value)).toEqual([
    'Ada',
    'Lovelace',
    'ada@example.com',
  ])
})

test('cancelling discards the draft, and Undo restores it', async () => {
  openShop()
  const { user } = await openForm()
  fireEvent.change(field('Last name'), { target: { value: 'Lovelace' } })
  await screen.findByText('Unsaved changes: last name')
  await user.click(button('Cancel'))
  await waitFor(() => expect(field('Last name').value).toBe(''))
  await user.click(button('Undo'))
  await waitFor(() => expect(field('Last name').value).toBe('Lovelace'))
})

test('a postcode finds addresses, and the chosen one fills the lines', async () => {
  const { server } = openShop()
  server.answer(orders.addressLookup, ({ body: { postcode } }) => ({
    addresses: postcode === 'EH1 1AA' ? [{ id: '1', text: '1 High Street, Edinburgh' }] : [],
  }))
  server.answer(orders.addressDetails, {
    addressLine1: '1 High Street',
    addressLine2: '',
    addressLine3: 'Edinburgh',
    addressLine4: '',
    postCode: 'EH1 1AA',
    country: 'GB',
  })
  const { user } = await openForm()
  fireEvent.change(field('Postcode'), { target: { value: 'ZE9 9ZZ' } })
  await user.type(field('Postcode'), '{Enter}')
  await screen.findByText(/^No addresses found for ZE9 9ZZ/)
  fireEvent.change(field('Postcode'), { target: { value: 'EH1 1AA' } })
  await waitFor(() => expect(screen.queryByText(/^No addresses found/)).toBeNull())
  await user.click(button('Find address'))
  const found = within(await screen.findByRole('group', { name: 'Addresses of EH1 1AA' }))
  await user.click(await found.findByRole('button', { name: '1 High Street, Edinburgh' }))
  await waitFor(() => expect(field('Address line 1').value).toBe('1 High Street'))
  expect(field(/^Address line 3/).value).toBe('Edinburgh')
})

test('saving right after Enter on a partial SKU waits for the match', async () => {
  const { server, created } = openShop()
  const { user } = await openForm()
  await typeOrder(user)
  await user.clear(field('SKU of line 1'))
  server.answer(stock.searchSku, async ({ body: { search } }) => {
    await new Promise((resolve) => setTimeout(resolve, 40))
    const rows = LAMP.Code.startsWith(search) ? [LAMP] : []
    return { rows, total: rows.length }
  })
  await user.type(field('SKU of line 1'), 'LAM{Enter}')
  await user.keyboard(SAVE)
  await waitFor(() => expect(created()).toHaveLength(1))
  expect(created()[0]?.body).toMatchObject({ items: [{ SKU: 'LAMP-1' }] })
})

test('a read-only user sees why before typing', async () => {
  const { server } = openShop()
  await openScreen(CREATE, { holds: (_leaf, right) => right !== 'Edit' })
  await says("You can view orders, but not create them. You need 'Edit' on Create New Order. Ask your administrator.")
  expect(screen.queryByRole('button', { name: 'Create order' })).toBeNull()
  expect(server.callsTo(orders.nextCustomerReference)).toEqual([])
})

import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { AnyReference, ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import { orders } from '@despatch/contract/orders/orders'
import { users } from '@despatch/contract/administration/users/users'
import { stock } from '@despatch/contract/stock/stock'
import { SegmentedControl } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { requestedCommand } from '../../orders/requested-command.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { SCREENS } from '../screens.ts'
import { rememberChoice } from './choice-history.ts'
import { openPalette, Palette } from './palette.tsx'
import { paletteActions } from './sources.ts'

const NAME = 'Search orders, customers, parcels, screens and actions'
const release = vi.fn<() => void>()
const inRow = vi.fn<() => void>()
const period = vi.fn<(label: string) => void>()

function Page() {
  return (
    <>
      <div data-palette>
        <button>Notifications</button>
      </div>
      <div role="tabpanel" tabIndex={-1} aria-label="The screen">
        <button onClick={release}>Release 12 orders…</button>
        <button disabled>Suspend…</button>
        <div role="group" aria-label="Filters">
          <button>Carrier</button>
        </div>
        <SegmentedControl aria-label="Period" data={['Week', 'Month']} value="Week" onChange={period} />
        <table>
          <thead>
            <tr>
              <th>
                <button>Sorted by order</button>
                <button data-palette>Choose columns</button>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <button onClick={inRow}>Release this row</button>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <Palette />
    </>
  )
}

const match = (orderNumber: string, trackingNumber = ''): ReferenceMatch => ({
  kind: 'words',
  reference: '',
  clientCode: 'ACME',
  orderNumber,
  Status: 'N',
  orderDate: '2026-11-02T09:00:00.000Z',
  customer: 'Ann Smith',
  town: 'London',
  postCode: 'SW1A 1AA',
  carrier: 'DPD',
  trackingNumber,
  matched: [{ field: 'name', text: 'Ann Smith' }],
})

async function open(found: Partial<AnyReference> = {}) {
  const server = openServer()
  server.answer(enquiries.reference, {
    tookItFor: [],
    matches: [],
    invoices: [],
    disputes: [],
    more: false,
    ...found,
  })
  server.answer(users.list, { users: [], total: 0 })
  server.answer(stock.searchSku, { rows: [], total: 0 })
  const shown = await openScreen('/home', {}, Page)
  await screen.findByRole('button', { name: 'Release 12 orders…' })
  const show = async () => {
    act(openPalette)
    await screen.findByPlaceholderText(NAME)
  }
  const labels = () =>
    [...document.querySelectorAll('.mantine-Spotlight-action')].map(
      (action) => action.querySelector('.mantine-Spotlight-actionLabel')?.textContent ?? '',
    )
  const type = (text: string) => shown.user.type(screen.getByPlaceholderText(NAME), text)
  return { ...shown, server, show, type, labels }
}

test('a mistyped label presses the screen’s button and focuses it', async () => {
  const { show, type } = await open()
  await show()
  await type('relaese{Enter}')
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
  expect(document.activeElement?.textContent).toBe('Release 12 orders…')
})

test('mistyped words rank above matches within words', () => {
  const action = (label: string) => ({ id: label, label, group: 'Actions', run: () => undefined })
  const found = (text: string) =>
    paletteActions(text, [
      action('Orders missing goods without a date'),
      action('Sing out loud'),
      action('Sign out now'),
    ]).map(({ label }) => label)
  expect(found('missing').slice(0, 1)).toEqual(['Orders missing goods without a date'])
  expect(found('sing out').slice(0, 1)).toEqual(['Sing out loud'])
  expect(found('sing out')).not.toContain('Sign out now')
  const within = [action('Orders missing goods without a date'), action('Sign out now')]
  expect(paletteActions('sing out', within)[0]?.label).toBe('Sign out now')
})

test('offers the screen’s enabled buttons, but none of rows or headings', async () => {
  const { show, type, labels } = await open()
  await show()
  expect(labels()).toEqual(expect.arrayContaining(['Release 12 orders…', 'Filter by Carrier', 'Choose columns']))
  expect(labels()).not.toContain('Sorted by order')
  expect(labels()).not.toEqual(expect.arrayContaining(['Suspend…']))
  expect(labels()).not.toEqual(expect.arrayContaining(['Release this row']))
  // They come before actions of the frame and the portal.
  expect(labels().indexOf('Filter by Carrier')).toBeLessThan(labels().indexOf('Notifications'))
  expect(labels().indexOf('Release 12 orders…')).toBeLessThan(labels().indexOf('Home'))
  await type('{Escape}')
})

test('offers the options of a segmented control, except the selected one', async () => {
  const { show, type, labels } = await open()
  await show()
  expect(labels()).not.toContain('Period: Week')
  await type('period month{Enter}')
  await waitFor(() => expect(period).toHaveBeenCalledWith('Month'))
})

test('found orders, parcels and customers come before searches for the text', async () => {
  const { show, type, labels } = await open({ matches: [match('A-1'), match('A-2'), match('A-3', 'TRACK1')] })
  await show()
  await type('smith')
  await screen.findByText('A-1 · Ann Smith')
  expect(labels()).toEqual(['Ann Smith', 'A-1 · Ann Smith', 'A-2 · Ann Smith', 'TRACK1', 'Find users smith'])
  expect(screen.getAllByText('New · 2 Nov 2026 · London · DPD · ACME')).toHaveLength(2)
  expect(screen.getByText('Order A-3 · New · Ann Smith · London · DPD · ACME')).toBeTruthy()
})

test('a single found order offers its actions', async () => {
  const { show, type, labels } = await open({ matches: [match('A-1')] })
  await show()
  await type('A-1')
  await screen.findByText('Suspend order A-1')
  expect(labels()).toEqual([
    'A-1 · Ann Smith',
    'Release order A-1',
    'Suspend order A-1',
    'Amend order A-1',
    'Cancel order A-1',
    'Why this carrier: order A-1',
    'Find order A-1',
    'Find users A-1',
  ])
})

test('a command with an order number opens its dialog at once', async () => {
  const { server, show, type } = await open({ matches: [match('A-1')] })
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
  onTestFinished(() => requestedCommand.set(undefined))
  await show()
  await type('hold a-1{Enter}')
  await waitFor(() =>
    expect(requestedCommand.get()).toEqual({ action: 'suspend', orderNumber: 'A-1', clientCode: 'ACME' }),
  )
})

test('amend with an order number opens its form', async () => {
  const { show, type, path, search } = await open({ matches: [match('A-1')] })
  await show()
  await type('amend a-1{Enter}')
  await waitFor(() => expect(path()).toBe('/order-management/order_suspend_amend_or_cancel'))
  expect(search()).toMatchObject({ amend: 'A-1', client: 'ACME' })
})

const openedBefore = () =>
  rememberChoice(
    {
      id: 'found ACME A-2',
      group: 'Orders found',
      label: 'A-2 · Ann Smith',
      to: orderAddress({ orderNumber: 'A-2', client: 'ACME' }),
    },
    false,
  )

test('a recently opened record comes first for a matching name, and only once', async () => {
  const { show, type, labels } = await open({ matches: [match('A-1'), match('A-2')] })
  openedBefore()
  await show()
  expect(labels()[0]).toBe('A-2 · Ann Smith')
  await type('smith')
  await screen.findByText('A-1 · Ann Smith')
  expect(labels()).toEqual(['A-2 · Ann Smith', 'Ann Smith', 'A-1 · Ann Smith', 'Find users smith'])
})

test('a number is searched even if an order with it was opened before', async () => {
  const { show, type, labels } = await open()
  openedBefore()
  await show()
  await type('a-2')
  expect(labels()[0]).toBe('Find order a-2')
})

test('Enter right after typing does not choose a result of the previous text', async () => {
  const { show, type, labels } = await open({ matches: [match('A-1'), match('A-2')] })
  await show()
  await type('smith')
  await screen.findByText('A-1 · Ann Smith')
  await type('son')
  expect(labels()).toEqual(['Find users smithson'])
})

const screenPath = (title: string) => SCREENS.find((one) => one.isEntry && one.title === title)?.path ?? ''

test('recent actions come first, and frequent ones before equal matches', async () => {
  const { show, type, labels } = await open()
  await show()
  await type('carrier')
  const before = labels()
  const later = before.findLast((label) => label.startsWith('Carrier ')) ?? ''
  expect(before.indexOf(later)).toBeGreaterThan(0)
  await type(`{Escape}`)
  for (const time of [1, 2, 3, 4, 5, 6, 7]) {
    rememberChoice({ id: screenPath(later), group: 'Screens', label: later, to: `/elsewhere?${time}` }, true)
  }
  await show()
  expect(labels()[0]).toBe(later)
  await type('carrier')
  expect(labels().indexOf(later)).toBeLessThan(before.indexOf(later))
})

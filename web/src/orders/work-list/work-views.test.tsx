import { orders } from '@despatch/contract/orders/orders'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const NEW = '/order-management/view-new-orders'
const TODAY = dayOf(new Date())

function serverWithWork() {
  const requests: unknown[] = []
  const server = openServer()
  server.answer(orders.list, ({ body: { page: _page, limit: _limit, ...body } }) => {
    requests.push(body)
    return { Orders: [], hasMore: false }
  })
  server.answer(orders.listTotal, { total: 0 })
  server.answer(orders.listCounts, {
    values: [
      { choice: 'dispatchService', value: 'NEXT DAY', title: 'NEXT DAY', count: 14 },
      { choice: 'carrier', value: 'DPD', title: 'DPD UK', count: 9 },
      { choice: 'country', value: 'FR', title: 'FR', count: 3 },
    ],
    views: {
      toRelease: 20,
      pastDespatch: 2,
      pickingLate: 3,
      partSent: 1,
      dueToday: 7,
      noCarrier: 0,
      suspended: 4,
      needsAttention: 1,
      assignedToMe: 0,
    },
  })
  return requests
}

/** Chooses a filter in the menu, and one of its values. */
async function filterBy(user: UserEvent, name: string, value: string) {
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('option', { name }))
  await user.click(await screen.findByRole('checkbox', { name: value }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
}

test('today’s NEXT DAY for DPD: a view, then filters that show their counts', async () => {
  const requests = serverWithWork()
  const { user, search } = await openScreen(NEW)
  await user.click(await screen.findByRole('button', { name: 'Due today 7' }))
  await filterBy(user, 'Service', 'NEXT DAY (14)')
  await filterBy(user, 'Carrier', 'DPD UK (9)')
  await waitFor(() =>
    expect(requests.at(-1)).toEqual({
      status: ['N'],
      dispatchService: ['NEXT DAY'],
      carrier: ['DPD'],
      despatchFrom: TODAY,
      despatchTo: TODAY,
      sort: 'despatchDate',
      desc: false,
    }),
  )
  expect(screen.getByRole('button', { name: 'Carrier: DPD UK' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Due today 7', pressed: true })).toBeTruthy()
  // Orders that are only short of stock have a badge but do not count here.
  expect(screen.getByRole('button', { name: 'Needs attention 1' }).title).toContain('only short of stock')
  // Suspended orders belong to the other list.
  expect(screen.queryByRole('button', { name: /^Suspended \d/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Carrier: DPD UK' }))
  await waitFor(() => expect(search()['carrier'] ?? []).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Overdue 2' }))
  await waitFor(() =>
    expect(requests.at(-1)).toEqual({
      // Released or not.
      status: ['N', 'R', 'S'],
      despatchTo: addDays(TODAY, -1),
      sort: 'despatchDate',
      desc: false,
    }),
  )
  // Both lists and Home show the same number of incomplete orders.
  await user.click(screen.getByRole('button', { name: 'Needs attention 1' }))
  const ofAll = { status: ['N', 'R', 'S'], sort: 'despatchDate', desc: false }
  await waitFor(() => expect(requests.at(-1)).toEqual({ ...ofAll, needsAttention: true }))
  expect(screen.getByRole('button', { name: 'Needs attention 1', pressed: true })).toBeTruthy()
  // Releasing all would include suspended orders.
  expect(screen.queryByRole('button', { name: /^Release all/ })).toBeNull()
})

test('late orders at the warehouse are one click away, without impossible actions', async () => {
  const requests = serverWithWork()
  const { user } = await openScreen(NEW)
  await user.click(await screen.findByRole('button', { name: 'Overdue in picking 3' }))
  await waitFor(() => expect(requests.at(-1)).toEqual({ delay: 'pickingLate', sort: 'despatchDate', desc: false }))
  screen.getByRole('button', { name: 'Overdue in picking 3', pressed: true })
  expect(screen.queryByRole('button', { name: /^Release all/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Part-sent 1' }))
  await waitFor(() => expect(requests.at(-1)).toEqual({ delay: 'partSent', sort: 'despatchDate', desc: false }))
  await user.click(screen.getByRole('button', { name: 'Remove Delay: Part-sent' }))
  await screen.findByRole('button', { name: /^Release all/ })
})

test('an inverted filter says so, and is sent so', async () => {
  const requests = serverWithWork()
  const { user } = await openScreen(NEW)
  await screen.findByRole('button', { name: 'Due today 7' })
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(await screen.findByRole('textbox', { name: 'Find a filter' }), 'coun{Enter}')
  await user.click(await screen.findByRole('checkbox', { name: 'France (3)' }))
  await user.click(screen.getByRole('radio', { name: 'Is not' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Country: not France' })
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ country: ['FR'], isNot: ['country'] }))
  await user.click(screen.getByRole('button', { name: 'Remove Country: not France' }))
  // The unfiltered list has been loaded.
  await screen.findByRole('button', { name: 'Country' })
})

test('filters can be typed in words, and a reference still filters', async () => {
  const requests = serverWithWork()
  const { user } = await openScreen(NEW)
  await screen.findByRole('button', { name: 'Due today 7' })
  const field = screen.getByRole('textbox', { name: 'Order reference begins with' })
  await user.type(field, 'dpd next day today')
  await screen.findByRole('button', { name: 'Carrier DPD UK, Service NEXT DAY, Despatch today Enter' })
  await user.keyboard('{Enter}')
  const filters = { carrier: ['DPD'], dispatchService: ['NEXT DAY'], despatchFrom: TODAY, despatchTo: TODAY }
  await waitFor(() => expect(requests.at(-1)).toMatchObject(filters))
  expect(document.activeElement).not.toBe(field)
  await user.type(field, 'ACME-1')
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ ...filters, orderRef: 'ACME-1' }))
})

test('an inverted filter does not mark its view as on; client chips stay', async () => {
  serverWithWork()
  await openScreen(`${NEW}?assignee=me&isNot=assignee&clientCode=BIRCH`)
  const isOn = async (name: string) =>
    (await screen.findByRole('button', { name })).getAttribute('aria-pressed') === 'true'
  expect(await isOn('Assigned to me')).toBe(false)
  screen.getByRole('button', { name: 'Remove Client: BIRCH' })
})

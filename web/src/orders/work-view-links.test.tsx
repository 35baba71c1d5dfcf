import { orders } from '@despatch/contract/orders/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../testing/open-portal.tsx'
import { WorkViewLinks } from './work-view-links.tsx'

test('the menu shows built-in views with counts and opens them, oldest promise first', async () => {
  openServer().answer(orders.listCounts, {
    values: [],
    views: {
      toRelease: 7,
      pastDespatch: 1204,
      pickingLate: 5,
      partSent: 6,
      dueToday: 0,
      noCarrier: 2,
      suspended: 3,
      needsAttention: 4,
      assignedToMe: 0,
    },
  })
  const { user, path, search } = await openScreen('/home', {}, WorkViewLinks)
  await screen.findByRole('link', { name: 'Overdue 1,204' })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'To release 7',
    'Due today 0',
    'Overdue 1,204',
    'Overdue in picking 5',
    'Part-sent 6',
    'No carrier 2',
    'Needs attention 4',
    'Suspended 3',
    'Assigned to me 0',
  ])
  expect(screen.getByRole('link', { name: 'Part-sent 6' }).getAttribute('href')).toContain('delay=partSent')
  await user.click(screen.getByRole('link', { name: 'Overdue 1,204' }))
  await screen.findByText(/^Went to/)
  expect(path()).toBe('/order-management/order_suspend_amend_or_cancel')
  expect(search()).toEqual({ despatch: 'past', sort: 'despatchDate', order: 'asc' })
})

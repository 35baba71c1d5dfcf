import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const STATUS = '/reporting-and-enquiries/parcel-delivery-status'

test('late parcels have a bar for each day late, which shows its parcels', async () => {
  const server = openServer()
  server.answer(parcels.list, { rows: [], hasMore: false })
  server.answer(parcels.states, { states: [{ state: 'delivered', parcels: 5 }] })
  server.answer(parcels.carriers, { carriers: [] })
  server.answer(parcels.ages, {
    ages: [
      { daysLate: 1, parcels: 4 },
      { daysLate: 10, parcels: 1 },
    ],
  })
  const { user } = await openScreen(`${STATUS}?late=true`, { clients: ['ACME'] })
  const bars = within(await screen.findByRole('region', { name: 'Late parcels by days late' }))
  expect(bars.getAllByRole('button').map((bar) => bar.textContent)).toEqual([
    '41 day',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '110+',
  ])
  await user.click(bars.getByRole('button', { name: '10 or more days late: 1 parcel' }))
  await expect.poll(() => server.callsTo(parcels.list).at(-1)?.body).toMatchObject({ isLate: true, daysLate: 10 })
  // The bars stay those of all late parcels.
  expect(server.callsTo(parcels.ages).every(({ body }) => !('daysLate' in (body as object)))).toBe(true)
  await user.click(bars.getByRole('button', { name: '10 or more days late: 1 parcel', pressed: true }))
  await bars.findByRole('button', { name: '10 or more days late: 1 parcel', pressed: false })
  // The view sorts by what it is about.
  await user.click(screen.getByRole('button', { name: 'All' }))
  await expect.poll(() => server.callsTo(parcels.list).at(-1)?.body).toMatchObject({ sort: 'despatchedAt', desc: true })
  await user.click(screen.getByRole('button', { name: 'Late' }))
  await expect.poll(() => server.callsTo(parcels.list).at(-1)?.body).toMatchObject({ sort: 'daysLate', desc: true })
})

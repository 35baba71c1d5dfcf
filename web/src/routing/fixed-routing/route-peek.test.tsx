import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { RoutePeek } from './route-peek.tsx'

const MUG: CategoryDetailRow = {
  customPreferenceID: 'FR1',
  Code: 'MUG',
  Item_Description: 'Mug',
  category: 'Kitchen',
  RegionList: ['AB', 'AL', 'B'],
  RegionListName: 'AB Aberdeen, AL St Albans, B Birmingham',
  RegionListShort: 'AB Aberdeen and 2 more',
  CarrierCode: 'DPD',
  carrierName: 'DPD UK',
  service: 'Next Day',
  method: '',
  methodName: '',
  startDate: null,
  endDate: '2026-03-31',
  version: 1,
  heldByCategory: '',
}

async function peekAt(given: Partial<CategoryDetailRow>, whyNot?: string) {
  const onEdit = vi.fn<(row: CategoryDetailRow) => void>()
  openServer().answer(allocation.findings, { version: 1, findings: [], hasMore: false })
  const { user } = await openScreen('/peek', {}, () => (
    <RoutePeek row={{ ...MUG, ...given }} whyNot={whyNot} onClose={() => undefined} onEdit={onEdit} />
  ))
  return { user, onEdit, drawer: within(await screen.findByRole('dialog', { name: /MUG/ })) }
}

/** 'Carrier: DPD UK', for each fact in sight. */
const factsInSight = () =>
  [...(document.querySelector('dl')?.querySelectorAll('dt') ?? [])].map(
    (term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`,
  )

test('a fixed route has its carrier, method, regions and first day in sight, and each region beneath', async () => {
  const { user, onEdit, drawer } = await peekAt({})
  expect(factsInSight()).toEqual([
    'Description: Mug',
    'Carrier: DPD UK',
    'Service: Next Day',
    'Method: Any method',
    'Regions: AB Aberdeen and 2 more',
    'First day: From now on',
  ])
  within(drawer.getByText('Details').closest('details') ?? document.body).getByText('31 Mar 2026')
  within(drawer.getByRole('region', { name: 'Regions' })).getByText(MUG.RegionListName)
  await user.click(drawer.getByRole('button', { name: 'Change…' }))
  expect(onEdit).toHaveBeenCalledOnce()
})

test('a product without a route says by what it is carried, and why it cannot be held', async () => {
  const { drawer } = await peekAt({ customPreferenceID: '', RegionListShort: '', RegionListName: '' }, 'You may not.')
  expect(factsInSight()).toEqual([
    'Description: Mug',
    'Carrier: No fixed route – the cheapest eligible method',
    'Category: Kitchen',
  ])
  expect(drawer.queryByRole('region', { name: 'Regions' })).toBeNull()
  expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Hold it…' }).disabled).toBe(true)
  drawer.getByText('You may not.')
})

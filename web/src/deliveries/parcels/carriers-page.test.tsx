import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { CarriersPage } from './carriers-page.tsx'

const parcel: Parcel = {
  clientCode: 'ACME',
  trackingNumber: '15501',
  carrier: 'DPD',
  carrierName: 'DPD UK',
  carrierService: 'Next Day',
  orderNumber: 'A-1',
  despatchedAt: '2026-11-02T09:00:00.000Z',
  promisedDate: '2026-11-03',
  weight: null,
  state: 'in_transit',
  stateTitle: 'In transit',
  reason: '',
  stateAt: null,
  deliveredAt: null,
  exception: null,
  daysLate: 0,
}

test('a parcel leads to its carrier’s own page, in a tab that learns nothing of this one', async () => {
  await openScreen('/home', {}, () => <CarriersPage parcel={parcel} />)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Track at DPD/ })
  expect(link.href).toBe('https://track.dpd.co.uk/parcels/15501')
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

test('where the carrier’s page is not known there is no link', async () => {
  await openScreen('/home', {}, () => (
    <>
      <h1>Parcel</h1>
      <CarriersPage parcel={{ ...parcel, carrier: 'VAN', carrierName: 'Own van' }} />
    </>
  ))
  await screen.findByRole('heading', { name: 'Parcel' })
  expect(screen.queryByRole('link')).toBeNull()
})

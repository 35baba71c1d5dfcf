import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { CarrierTrackingLink } from './carrier-tracking-link.tsx'

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

test('a parcel links to its carrier’s tracking page in an isolated tab', async () => {
  await openScreen('/home', {}, () => <CarrierTrackingLink parcel={parcel} />)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Track at DPD/ })
  expect(link.href).toBe('https://track.dpd.co.uk/parcels/15501')
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

test('without a known tracking page there is no link', async () => {
  await openScreen('/home', {}, () => (
    <>
      <h1>Parcel</h1>
      <CarrierTrackingLink parcel={{ ...parcel, carrier: 'VAN', carrierName: 'Own van' }} />
    </>
  ))
  await screen.findByRole('heading', { name: 'Parcel' })
  expect(screen.queryByRole('link')).toBeNull()
})

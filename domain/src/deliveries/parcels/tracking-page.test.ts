import { expect, test } from 'vitest'
import { trackingPage } from './tracking-page.ts'

test.each([
  ['RMG', 'Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/A%2FB1'],
  ['DPD', 'DPD', 'https://track.dpd.co.uk/parcels/A%2FB1'],
  ['C7', 'Evri', 'https://www.evri.com/track/parcel/A%2FB1'],
  ['C8', 'Yodel Direct', 'https://www.yodel.co.uk/tracking/A%2FB1'],
  ['PFW', 'Express', 'https://www.parcelforce.com/track-trace?trackNumber=A%2FB1'],
  ['DHL', 'DHL Express', 'https://www.dhl.com/gb-en/home/tracking.html?tracking-id=A%2FB1'],
  ['ups', '', 'https://www.ups.com/track?tracknum=A%2FB1'],
  ['FX', 'Fed-Ex', 'https://www.fedex.com/fedextrack/?trknbr=A%2FB1'],
])('a parcel of %s, %s, is shown by its carrier at %s', (carrier, carrierName, address) => {
  expect(trackingPage({ carrier, carrierName, trackingNumber: 'A/B1' })?.address).toBe(address)
})

test.each([
  ['VAN', 'Own van'],
  ['', ''],
  ['GROUPS', 'Groups of parcels'],
])('carrier %s, %s has no known page', (carrier, carrierName) => {
  expect(trackingPage({ carrier, carrierName, trackingNumber: '1' })).toBeUndefined()
})

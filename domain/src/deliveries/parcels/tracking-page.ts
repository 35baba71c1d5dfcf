/** A carrier's tracking page. */
type TrackingPage = {
  /** Matches the operator's code or name for the carrier, in lowercase letters and digits only. */
  readonly pattern: RegExp
  readonly name: string
  readonly address: (number: string) => string
}

/**
 * Tracking pages of carriers, with the addresses that carriers publish and open-source shops link to. Checked in public
 * repositories on 23 November 2026: Royal Mail 'track-your-item#/tracking-results/', DPD UK 'track.dpd.co.uk/parcels/',
 * Evri 'track/parcel/', Yodel 'tracking/', Parcelforce 'track-trace?trackNumber=', DHL 'tracking.html?tracking-id=',
 * UPS 'track?tracknum=', FedEx 'fedextrack/?trknbr='. A carrier that moves its page redirects to the new one.
 */
const PAGES: readonly TrackingPage[] = [
  {
    pattern: /^(rm|rmg|royalmail.*)$/,
    name: 'Royal Mail',
    address: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    pattern: /^(dpd|dpduk|dpdlocal.*|dpdnextday.*)$/,
    name: 'DPD',
    address: (number) => `https://track.dpd.co.uk/parcels/${number}`,
  },
  {
    pattern: /^(evri.*|hermes.*)$/,
    name: 'Evri',
    address: (number) => `https://www.evri.com/track/parcel/${number}`,
  },
  { pattern: /^(yodel.*)$/, name: 'Yodel', address: (number) => `https://www.yodel.co.uk/tracking/${number}` },
  {
    pattern: /^(pf|pfw|parcelforce.*)$/,
    name: 'Parcelforce',
    address: (number) => `https://www.parcelforce.com/track-trace?trackNumber=${number}`,
  },
  {
    pattern: /^(dhl.*)$/,
    name: 'DHL',
    address: (number) => `https://www.dhl.com/gb-en/home/tracking.html?tracking-id=${number}`,
  },
  { pattern: /^(ups.*)$/, name: 'UPS', address: (number) => `https://www.ups.com/track?tracknum=${number}` },
  {
    pattern: /^(fedex.*|fdx)$/,
    name: 'FedEx',
    address: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
]

const normalise = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The carrier's tracking page of a parcel; undefined if the carrier is not known by code or name. */
export function trackingPage(parcel: {
  readonly carrier: string
  readonly carrierName: string
  readonly trackingNumber: string
}): { readonly name: string; readonly address: string } | undefined {
  const names = [normalise(parcel.carrier), normalise(parcel.carrierName)]
  const page = PAGES.find((one) => names.some((text) => one.pattern.test(text)))
  return page && { name: page.name, address: page.address(encodeURIComponent(parcel.trackingNumber)) }
}

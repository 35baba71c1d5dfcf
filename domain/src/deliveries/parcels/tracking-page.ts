/** A carrier whose own page shows where a parcel is. */
type TrackingPage = {
  /** What the operator may call it, by code or by name, in small letters and without what stands between them. */
  readonly called: RegExp
  readonly name: string
  readonly address: (number: string) => string
}

/**
 * The pages on which carriers show their parcels, by the addresses that they give themselves and that open-source shops and
 * plugins link to. Looked up in public repositories on 23 November 2026: Royal Mail 'track-your-item#/tracking-results/',
 * DPD UK 'track.dpd.co.uk/parcels/', Evri 'track/parcel/', Yodel 'tracking/', Parcelforce 'track-trace?trackNumber=', DHL
 * 'tracking.html?tracking-id=', UPS 'track?tracknum=', FedEx 'fedextrack/?trknbr='. Where a carrier has moved its page, its
 * own site leads on.
 */
const PAGES: readonly TrackingPage[] = [
  {
    called: /^(rm|rmg|royalmail.*)$/,
    name: 'Royal Mail',
    address: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    called: /^(dpd|dpduk|dpdlocal.*|dpdnextday.*)$/,
    name: 'DPD',
    address: (number) => `https://track.dpd.co.uk/parcels/${number}`,
  },
  {
    called: /^(evri.*|hermes.*)$/,
    name: 'Evri',
    address: (number) => `https://www.evri.com/track/parcel/${number}`,
  },
  { called: /^(yodel.*)$/, name: 'Yodel', address: (number) => `https://www.yodel.co.uk/tracking/${number}` },
  {
    called: /^(pf|pfw|parcelforce.*)$/,
    name: 'Parcelforce',
    address: (number) => `https://www.parcelforce.com/track-trace?trackNumber=${number}`,
  },
  {
    called: /^(dhl.*)$/,
    name: 'DHL',
    address: (number) => `https://www.dhl.com/gb-en/home/tracking.html?tracking-id=${number}`,
  },
  { called: /^(ups.*)$/, name: 'UPS', address: (number) => `https://www.ups.com/track?tracknum=${number}` },
  {
    called: /^(fedex.*|fdx)$/,
    name: 'FedEx',
    address: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
]

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The page of a parcel at its carrier; undefined where the carrier is none of those that are known by code or name. */
export function trackingPage(parcel: {
  readonly carrier: string
  readonly carrierName: string
  readonly trackingNumber: string
}): { readonly name: string; readonly address: string } | undefined {
  const called = [plain(parcel.carrier), plain(parcel.carrierName)]
  const page = PAGES.find((one) => called.some((text) => one.called.test(text)))
  return page && { name: page.name, address: page.address(encodeURIComponent(parcel.trackingNumber)) }
}

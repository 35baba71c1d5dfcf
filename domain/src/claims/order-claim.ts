import { CAUSE_LABELS, type ClaimCause, type ClaimEvent } from './claim.ts'

/** An event of a claim for a parcel, as an entry of its order's timeline. It contains no amounts. */
export type OrderClaim = {
  /** 'C-000123'. */
  readonly number: string
  readonly happened: ClaimEvent
  readonly carrier: string
  readonly cause: ClaimCause
  readonly trackingNumber: string
  /** A reason, a message, or the invoice that credited it. */
  readonly text: string
}

const TITLES: Readonly<Record<ClaimEvent, string>> = {
  prepared: 'Claim prepared',
  sent: 'Claim sent',
  acknowledged: 'Claim acknowledged',
  accepted: 'Claim accepted',
  'partly accepted': 'Claim partly accepted',
  refused: 'Claim refused',
  appealed: 'Claim sent again',
  paid: 'Claim paid',
  credited: 'Claim credited',
  'credit taken back': 'Claim credit removed',
  withdrawn: 'Claim withdrawn',
  arrived: 'Claim stopped (parcel arrived)',
  message: 'Note on a claim',
  'evidence added': 'Evidence added to a claim',
  'evidence removed': 'Evidence removed from a claim',
}

/** The title and detail of a timeline entry. */
export function orderClaimText({ number, happened, carrier, cause, trackingNumber, text }: OrderClaim) {
  const details =
    happened === 'prepared' || happened === 'arrived' ? '' : happened.startsWith('credit') ? `invoice ${text}` : text
  return {
    title: `${TITLES[happened]}, ${carrier}`,
    detail: [number, CAUSE_LABELS[cause].toLowerCase(), trackingNumber, details].filter(Boolean).join(', '),
  }
}

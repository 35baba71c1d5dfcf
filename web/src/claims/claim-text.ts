import { CAUSE_LABELS, CLAIM_CAUSES, CLAIM_STATES, type ClaimState } from '@despatch/domain/claims/claim'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import type { Meaning } from '../kit/list/columns/cells.tsx'

export const CLAIM_MEANINGS: Readonly<Record<ClaimState, Meaning>> = {
  prepared: 'attention',
  sent: 'neutral',
  acknowledged: 'neutral',
  accepted: 'good',
  'partly accepted': 'good',
  refused: 'bad',
  paid: 'good',
  withdrawn: 'neutral',
}

/** 'Partly accepted', with a capital letter. */
export const claimStateLabel = (state: string) => state.charAt(0).toUpperCase() + state.slice(1)

export const CAUSE_OPTIONS = CLAIM_CAUSES.map((value) => ({ value, label: CAUSE_LABELS[value] }))
export const STATE_OPTIONS = CLAIM_STATES.map((value) => ({ value, label: claimStateLabel(value) }))

type Claimed = { readonly amount?: string | undefined; readonly goods: string; readonly currency: string }

/** The claimed amount for files; '' if it is only carriage and the user does not see costs. */
export const claimedNumber = ({ amount, goods }: Omit<Claimed, 'currency'>) =>
  amount === undefined && Number(goods) === 0 ? '' : Number(amount ?? goods)

/** The claimed amount, or only the goods for users who do not see the cost of carriage. */
export const claimedText = (of: Claimed) =>
  claimedNumber(of) === '' ? 'Carriage' : formatMoney(of.amount ?? of.goods, of.currency)

/** The value of goods; '' if none are claimed, as for a late parcel. */
export const goodsText = ({ goods, currency }: Claimed) => (Number(goods) === 0 ? '' : formatMoney(goods, currency))

/** An unsent claim stands out from this many days before its deadline. */
export const SOON_DAYS = 7

/** '1 claim', '12 claims'. */
export const claimsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'claim' : 'claims'}`

/** '1 day', '12 days'. */
export const daysText = (days: number) => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`

/** 'today', '1 day left', '12 days left', 'expired 3 days ago'. */
export const daysLeftText = (days: number) => {
  const many = daysText(Math.abs(days))
  return days === 0 ? 'today' : days < 0 ? `expired ${many} ago` : `${many} left`
}

import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import { type Bound, bind } from '../../http/bind.ts'
import { announceForShopper, markReturn, refundReturn, reviewReturn } from './change-record.ts'
import { offerReturn } from './offer-return.ts'
import { listReturns } from './list-returns.ts'
import { readRecord } from './read-record.ts'

export const announcedReturnRoutes: Bound[] = bind(announcedReturns, {
  list: listReturns,
  record: readRecord,
  review: reviewReturn,
  refund: refundReturn,
  mark: markReturn,
  offer: offerReturn,
  announce: announceForShopper,
})

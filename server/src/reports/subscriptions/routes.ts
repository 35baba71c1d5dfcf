import { subscriptions } from '@despatch/contract/reports/subscriptions'
import { type Bound, bind } from '../../http/bind.ts'
import { changeSubscription } from './change-subscription.ts'
import { add, end, list, recipients, sendAgain, stop } from './subscription-calls.ts'

/** The calls on reports that are sent by mail. */
export const subscriptionRoutes: Bound[] = bind(subscriptions, {
  list,
  recipients,
  add,
  change: changeSubscription,
  stop,
  end,
  sendAgain,
})

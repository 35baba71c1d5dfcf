import { subscriptions } from '@despatch/contract/reports/subscriptions'
import { type Bound, bind } from '../../http/bind.ts'
import { changeSubscription } from './change-subscription.ts'
import { add, end, list, recipients, sendAgain, stop } from './subscription-calls.ts'

export const subscriptionRoutes: Bound[] = bind(subscriptions, {
  list,
  recipients,
  add,
  change: changeSubscription,
  stop,
  end,
  sendAgain,
})

import { activity } from '@despatch/contract/activity/activity'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const activityRoutes = bind(activity, {
  list: notYet,
  history: notYet,
})

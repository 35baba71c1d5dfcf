import { planTheDay } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { bind } from '../../http/bind.ts'
import { applyPlan } from './apply-plan.ts'
import { setMissedDayCost } from './missed-day-cost.ts'
import { previewPlan } from './preview-plan.ts'

export const planTheDayRoutes = bind(planTheDay, {
  preview: previewPlan,
  apply: applyPlan,
  setMissedDayCost,
})

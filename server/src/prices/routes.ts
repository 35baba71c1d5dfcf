import { prices } from '@despatch/contract/prices/prices'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const priceRoutes = bind(prices, {
  list: notYet,
  costing: notYet,
  updateSingle: notYet,
  updateMatrix: notYet,
  createMethod: notYet,
  updateMethod: notYet,
  removeMethod: notYet,
})

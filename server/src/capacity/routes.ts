import { capacity } from '@despatch/contract/capacity/capacity'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const capacityRoutes = bind(capacity, {
  list: notYet,
  carrier: notYet,
  update: notYet,
  clear: notYet,
})

import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { bind } from '../../http/bind.ts'
import { carrierCapacity } from './carrier-capacity.ts'
import { clearCapacity } from './clear-capacity.ts'
import { listCapacities } from './list-capacities.ts'
import { updateCapacity } from './update-capacity.ts'

export const capacityRoutes = bind(capacity, {
  list: listCapacities,
  carrier: carrierCapacity,
  update: updateCapacity,
  clear: clearCapacity,
})

import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { bind } from '../../http/bind.ts'
import { readCarrierCapacity } from './carrier-capacity.ts'
import { clearCapacity } from './clear-capacity.ts'
import { listCapacities } from './list-capacities.ts'
import { updateCapacity } from './update-capacity.ts'

export const capacityRoutes = bind(capacity, {
  list: listCapacities,
  carrier: readCarrierCapacity,
  update: updateCapacity,
  clear: clearCapacity,
})

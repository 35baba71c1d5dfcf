import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { bind } from '../../http/bind.ts'
import { readCarrierStatus } from './carrier-status.ts'
import { listCarriers } from './list-carriers.ts'
import { updateCarrierStatus } from './update-carrier-status.ts'

export const carrierRoutes = bind(carriers, {
  list: listCarriers,
  status: readCarrierStatus,
  update: updateCarrierStatus,
})

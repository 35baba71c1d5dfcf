import { parcelLimits } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { listAllLimits } from './all-limits.ts'
import { bind } from '../../http/bind.ts'
import { clearLimits } from './clear-limits.ts'
import { listMethodsOfService } from './methods-of-service.ts'
import { readLimits } from './read-limits.ts'
import { readPacking } from './read-packing.ts'
import { listCarrierServices, listServicesOfCarrier } from './services.ts'
import { setPacking } from './set-packing.ts'
import { updateLimits } from './update-limits.ts'

export const parcelLimitRoutes = bind(parcelLimits, {
  services: listCarrierServices,
  servicesOfCarrier: listServicesOfCarrier,
  all: listAllLimits,
  methods: listMethodsOfService,
  method: readLimits,
  update: updateLimits,
  clear: clearLimits,
  packing: readPacking,
  setPacking,
})

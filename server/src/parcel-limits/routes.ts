import { parcelLimits } from '@despatch/contract/parcel-limits/parcel-limits'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const parcelLimitRoutes = bind(parcelLimits, {
  services: notYet,
  servicesOfCarrier: notYet,
  methods: notYet,
  method: notYet,
  update: notYet,
  clear: notYet,
  packing: notYet,
  setPacking: notYet,
})

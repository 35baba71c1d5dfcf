import { fixedRouting } from '@despatch/contract/fixed-routing/fixed-routing'
import { bind } from '../app/bind.ts'
import { notYet } from '../app/not-yet.ts'

export const fixedRoutingRoutes = bind(fixedRouting, {
  skusByRegion: notYet,
  skuDetails: notYet,
  regions: notYet,
  skusWithRegions: notYet,
  skus: notYet,
  categoryDetail: notYet,
  exportCategoryDetail: notYet,
  add: notYet,
  update: notYet,
  remove: notYet,
  categories: notYet,
  services: notYet,
  carrierServices: notYet,
})

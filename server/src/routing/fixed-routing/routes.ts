import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { bind } from '../../http/bind.ts'
import { addFixedRoutes } from './add-fixed-routes.ts'
import { carrierServices, services } from './carrier-services.ts'
import { categories } from './categories.ts'
import { categoryDetail, exportCategoryDetail } from './category-detail.ts'
import { allRegions } from './regions.ts'
import { removeFixedRoutes } from './remove-fixed-routes.ts'
import { skuRows, skuRowsByRegion } from './sku-rows.ts'
import { skuDetails, skusWithRegions } from './skus-with-regions.ts'
import { updateFixedRoutes } from './update-fixed-routes.ts'

export const fixedRoutingRoutes = bind(fixedRouting, {
  skusByRegion: skuRowsByRegion,
  skuDetails,
  regions: allRegions,
  skusWithRegions,
  skus: skuRows,
  categoryDetail,
  exportCategoryDetail,
  add: addFixedRoutes,
  update: updateFixedRoutes,
  remove: removeFixedRoutes,
  categories,
  services,
  carrierServices,
})

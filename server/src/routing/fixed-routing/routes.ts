import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { bind } from '../../http/bind.ts'
import { addFixedRoutes } from './add-fixed-routes.ts'
import { listCarrierServices, listServices } from './carrier-services.ts'
import { listCategories } from './categories.ts'
import { listCategoryDetail, exportCategoryDetail } from './category-detail.ts'
import { listRegions } from './regions.ts'
import { removeFixedRoutes } from './remove-fixed-routes.ts'
import { listSkus, listSkusByRegion } from './sku-rows.ts'
import { listSkuDetails, listSkusWithRegions } from './skus-with-regions.ts'
import { updateFixedRoutes } from './update-fixed-routes.ts'

export const fixedRoutingRoutes = bind(fixedRouting, {
  skusByRegion: listSkusByRegion,
  skuDetails: listSkuDetails,
  regions: listRegions,
  skusWithRegions: listSkusWithRegions,
  skus: listSkus,
  categoryDetail: listCategoryDetail,
  exportCategoryDetail,
  add: addFixedRoutes,
  update: updateFixedRoutes,
  remove: removeFixedRoutes,
  categories: listCategories,
  services: listServices,
  carrierServices: listCarrierServices,
})

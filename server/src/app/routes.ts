import { apiKeysRoutes } from '../api-keys/routes.ts'
import { deliveryExceptionsRoutes } from '../delivery-exceptions/routes.ts'
import { parcelsRoutes } from '../parcels/routes.ts'
import { webhooksRoutes } from '../webhooks/routes.ts'
import { carrierRoutes } from '../carriers/routes.ts'
import { capacityRoutes } from '../capacity/routes.ts'
import { parcelLimitRoutes } from '../parcel-limits/routes.ts'
import { priceRoutes } from '../prices/routes.ts'
import { fixedRoutingRoutes } from '../fixed-routing/routes.ts'
import { multiBoxRoutes } from '../multi-box/routes.ts'
import { allocationRoutes } from '../allocation/routes.ts'
import { activityRoutes } from '../activity/routes.ts'
import { clientRoutes } from '../clients/routes.ts'
import { enquiryRoutes } from '../enquiries/routes.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { orderRoutes } from '../orders/routes.ts'
import { roleRoutes } from '../roles/routes.ts'
import { sessionRoutes } from '../session/routes.ts'
import { stockRoutes } from '../stock/routes.ts'
import { userRoutes } from '../users/routes.ts'
import type { Bound } from './bind.ts'

/** Every call that the server answers. */
export const allRoutes: Bound[] = [
  ...sessionRoutes,
  ...userRoutes,
  ...roleRoutes,
  ...clientRoutes,
  ...activityRoutes,
  ...carrierRoutes,
  ...capacityRoutes,
  ...parcelLimitRoutes,
  ...priceRoutes,
  ...fixedRoutingRoutes,
  ...multiBoxRoutes,
  ...allocationRoutes,
  ...orderRoutes,
  ...enquiryRoutes,
  ...parcelsRoutes,
  ...deliveryExceptionsRoutes,
  ...stockRoutes,
  ...feedRoutes,
  ...apiKeysRoutes,
  ...webhooksRoutes,
]

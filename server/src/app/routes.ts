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
  ...orderRoutes,
  ...enquiryRoutes,
  ...stockRoutes,
  ...feedRoutes,
]

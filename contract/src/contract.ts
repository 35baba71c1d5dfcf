import { activity } from './activity/activity.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { allocation } from './allocation/allocation.ts'
import { capacity } from './capacity/capacity.ts'
import { carriers } from './carriers/carriers.ts'
import { clients } from './clients/clients.ts'
import { deliveryExceptions } from './delivery-exceptions/delivery-exceptions.ts'
import { enquiries } from './enquiries/enquiries.ts'
import { feeds } from './feeds/feeds.ts'
import { fixedRouting } from './fixed-routing/fixed-routing.ts'
import { multiBox } from './multi-box/multi-box.ts'
import { orders } from './orders/orders.ts'
import { parcels } from './parcels/parcels.ts'
import { parcelLimits } from './parcel-limits/parcel-limits.ts'
import { prices } from './prices/prices.ts'
import { roles } from './roles/roles.ts'
import { session } from './session/session.ts'
import { stock } from './stock/stock.ts'
import { users } from './users/users.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Everything that is said on the wire, room by room. The server registers from it; the browser's client is made of it. */
export const contract = {
  session,
  users,
  roles,
  clients,
  activity,
  carriers,
  capacity,
  'parcel-limits': parcelLimits,
  prices,
  'fixed-routing': fixedRouting,
  'multi-box': multiBox,
  allocation,
  orders,
  enquiries,
  parcels,
  'delivery-exceptions': deliveryExceptions,
  stock,
  feeds,
  'api-keys': apiKeys,
  webhooks,
}

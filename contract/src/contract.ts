import { activity } from './activity/activity.ts'
import { clients } from './clients/clients.ts'
import { enquiries } from './enquiries/enquiries.ts'
import { feeds } from './feeds/feeds.ts'
import { orders } from './orders/orders.ts'
import { roles } from './roles/roles.ts'
import { session } from './session/session.ts'
import { stock } from './stock/stock.ts'
import { users } from './users/users.ts'

/** Everything that is said on the wire, room by room. The server registers from it; the browser's client is made of it. */
export const contract = { session, users, roles, clients, activity, orders, enquiries, stock, feeds }

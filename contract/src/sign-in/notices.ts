import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'

/** A notice behind the user's bell. */
export const notice = z.strictObject({
  noticeId: recordId,
  clientCode: z.string(),
  at: instant,
  kind: z.enum(['mention', 'assigned']),
  by: personName(),
  /** The order concerned; '' for several. */
  orderNumber: z.string(),
  orders: z.int(),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const noticeRoutes = routes({
  notices: {
    method: 'GET',
    path: '/api/session/notices',
    summary: 'What the bell tells the caller: the newest 50, of the clients of the call',
    permission: 'session',
    access: 'clients',
    answer: z.strictObject({ notices: z.array(notice) }),
    errors: [],
    audited: false,
  },
  readNotices: {
    method: 'POST',
    path: '/api/session/notices/read',
    summary: 'Note that the caller has read what the bell told, up to a notice',
    permission: 'session',
    access: 'clients',
    body: z.strictObject({ upTo: recordId }),
    answer: z.strictObject({ message: z.string() }),
    errors: [],
    audited: false,
  },
})

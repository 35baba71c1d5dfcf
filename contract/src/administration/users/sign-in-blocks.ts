import { z } from 'zod'
import { instant, recordId } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const LOGIN_STATUS = 'setUpAndControl.userAdministration.multipleUsers.userLoginStatus' as const
const MANAGE = 'setUpAndControl.userAdministration.manageUsers' as const

/** A user who must wait after failures, by what failed and from where. */
export const signInBlock = z.strictObject({
  _id: recordId,
  username: z.string(),
  kind: z.enum(['password', 'code', 'reset']),
  /**
   * 'network': one network; 'device': one of the user's known devices; 'everywhere': all unknown devices and networks.
   */
  scope: z.enum(['network', 'device', 'everywhere']),
  /** The IPv4 address, or the first 64 bits of the IPv6 address; '' unless it is one network. */
  network: z.string(),
  failures: z.int(),
  since: instant,
  until: instant,
  /** Whether the wait is still running; otherwise the next failure starts a longer one. */
  isWaiting: z.boolean(),
})
export type SignInBlock = z.infer<typeof signInBlock>

/** A network from which so many usernames failed that newcomers there must wait. */
export const networkBlock = z.strictObject({
  kind: z.enum(['password', 'reset']),
  network: z.string(),
  /** Number of usernames that failed. */
  names: z.int(),
  since: instant,
  until: instant,
  isWaiting: z.boolean(),
})
export type NetworkBlock = z.infer<typeof networkBlock>

export const signInBlockRoutes = routes({
  signInBlocks: {
    method: 'GET',
    path: '/api/users/sign-in-blocks',
    summary: 'Where failed sign-ins make users wait: from which network, since when, until when',
    permission: { reads: [LOGIN_STATUS] },
    access: 'clients',
    answer: z.strictObject({
      blocks: z.array(signInBlock),
      /** Only internal users see networks, because they belong to no client. */
      networks: z.array(networkBlock),
    }),
    errors: [],
    audited: false,
  },
  clearSignInBlocks: {
    method: 'DELETE',
    path: '/api/users/sign-in-blocks',
    summary: 'Forget the failed sign-ins of a user, who may then try again at once from everywhere, or of a network',
    permission: { edits: [LOGIN_STATUS, MANAGE] },
    access: 'clients',
    query: z
      .strictObject({
        user: recordId.optional(),
        network: z.string().min(1, 'A network is missing').max(60).optional(),
      })
      .refine(({ user, network }) => (user === undefined) !== (network === undefined), {
        path: ['user'],
        message: 'Name a user or a network',
      }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'user.unblocked',
  },
})

import { z } from 'zod'
import { instant, recordId } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const LOGIN_STATUS = 'setUpAndControl.userAdministration.multipleUsers.userLoginStatus' as const
const MANAGE = 'setUpAndControl.userAdministration.manageUsers' as const

/** Where failures make a user wait, by which of them is being tried, and from where. */
export const signInBlock = z.strictObject({
  _id: recordId,
  username: z.string(),
  kind: z.enum(['password', 'code', 'reset']),
  /** From one network; at one of the user's known devices; or from anywhere, for devices and networks that are not known. */
  scope: z.enum(['network', 'device', 'everywhere']),
  /** The IPv4 address, or the first 64 bits of the IPv6 one; '' where it is not one network. */
  network: z.string(),
  failures: z.int(),
  since: instant,
  until: instant,
  /** It still has to wait; else the next failure makes it wait longer. */
  isWaiting: z.boolean(),
})
export type SignInBlock = z.infer<typeof signInBlock>

/** A network from which so many names failed that people who are new there have to wait. */
export const networkBlock = z.strictObject({
  kind: z.enum(['password', 'reset']),
  network: z.string(),
  /** How many names failed. */
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
      /** Of networks, which are nobody's: internal users alone see them. */
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

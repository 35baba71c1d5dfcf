import { screenAddress } from '../../kit/navigation/screen-address.ts'

/** The address of Roles & Permissions; with `role` the record of one, 'new' for one that is still to be created. */
export const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
export const NEW_ROLE = 'new'

const address = screenAddress<{ readonly role: string; readonly copy?: string }>(ROLES)
export const roleAddress = (id: string) => address({ role: id })

/** A new role that begins as another is. */
export const copyAddress = (id: string) => address({ role: NEW_ROLE, copy: id })

/** The tab of a role's record. */
export const roleTabId = (id: string) => `role-${id}`

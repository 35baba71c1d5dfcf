import { screenAddress } from '../../kit/navigation/screen-address.ts'

/** The address of Roles & Permissions; with `role`, of one record, or 'new' for the form of a new role. */
export const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
export const NEW_ROLE = 'new'

const address = screenAddress<{ readonly role: string; readonly copy?: string }>(ROLES)
export const roleAddress = (id: string) => address({ role: id })

/** The address of a new role that starts as a copy. */
export const copyAddress = (id: string) => address({ role: NEW_ROLE, copy: id })

export const roleTabId = (id: string) => `role-${id}`

import { stringifySearch } from '../../kit/browser/search-text.ts'

/** The address of Roles & Permissions; with `role` the record of one, 'new' for one that is still to be created. */
export const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
export const NEW_ROLE = 'new'

export const roleAddress = (id: string) => ROLES + stringifySearch({ role: id })

/** A new role that begins as another is. */
export const copyAddress = (id: string) => ROLES + stringifySearch({ role: NEW_ROLE, copy: id })

/** The tab of a role's record. */
export const roleTabId = (id: string) => `role-${id}`

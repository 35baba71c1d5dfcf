import { screenAddress } from '../../kit/navigation/screen-address.ts'

/** The address of Manage Users; with `user`, of one record, or 'new' for the form of a new user. */
export const MANAGE_USERS = '/setup-and-control/user-administration/manage-users'
export const NEW_USER = 'new'

export const userTabId = (id: string) => `user-${id}`

export const usersAddress = screenAddress<{ readonly user?: string; readonly search?: string }>(MANAGE_USERS)
export const userAddress = (id: string) => usersAddress({ user: id })

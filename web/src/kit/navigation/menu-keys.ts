import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'

const USERS = 'setUpAndControl.userAdministration'
const CLIENTS = 'setUpAndControl.clientAdministration'

/** The menu entries that manage clients, roles and users. */
export const ENTRIES = {
  clientList: `${CLIENTS}.clientList`,
  clientMenuOptions: `${CLIENTS}.clientMenuOptions`,
  clientSpecificParameters: `${CLIENTS}.clientSpecificParameters`,
  rolesAndPermissions: `${USERS}.rolesAndPermissions`,
  manageUsers: `${USERS}.manageUsers`,
  activateUsers: `${USERS}.activateUsers`,
  userLoginStatus: `${USERS}.multipleUsers.userLoginStatus`,
  addMultipleUsers: `${USERS}.multipleUsers.addMultipleUsers`,
  amendMultipleUsers: `${USERS}.multipleUsers.amendMultipleUsers`,
  deleteMultipleUsers: `${USERS}.multipleUsers.deleteMultipleUsers`,
} as const satisfies Record<string, LeafPath>

/** The path and title of a menu entry. */
export function entryOf(leaf: LeafPath): { readonly path: string; readonly title: string } {
  const entry = menuLeaves().find((one) => one.leaf === leaf)
  if (!entry) throw new Error(`The menu has no entry ${leaf}`)
  return entry
}

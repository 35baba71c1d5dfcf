import type { LeafPath } from '@despatch/domain/administration/roles/menu'

const USERS = 'setUpAndControl.userAdministration'
const CLIENTS = 'setUpAndControl.clientAdministration'

/** The entries of the menu under which clients, roles and users are kept. */
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

/** The role types a role is made from. Internal ones are staff of the operator (`iforce_user`). */
export const ROLE_TYPES = ['Internal Administrator', 'Internal User', 'Client Administrator', 'Client User'] as const
export type RoleType = (typeof ROLE_TYPES)[number]

/** The special client value of specification 3, with its label 'Add All': all clients that the user has. */
export const ALL_CLIENTS = 'All_client'
export const ALL_CLIENTS_LABEL = 'Add All'

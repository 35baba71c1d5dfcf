import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { type Granter, roleSuitabilityProblem } from '@despatch/domain/administration/roles/granting'
import { offerRoleProblem } from './granter.ts'

export type RolePreview = {
  readonly changes: readonly User[]
  /** Users who have the role already. */
  readonly already: readonly User[]
  readonly refused: readonly { readonly user: User; readonly reason: string }[]
}

type RolePreviewInput = {
  readonly users: Iterable<User>
  readonly role: Role
  readonly roles: readonly Role[]
  readonly granter: Granter | undefined
  readonly ownId: string | undefined
}

/** The expected effect of giving a role to users. The server has the last word. */
export function previewRole(input: RolePreviewInput): RolePreview {
  // Check once per role instead of once per user: there may be ten thousand users.
  const whyNotByRole = new Map(input.roles.map((role) => [role._id, changeUserProblem(role, input.granter)]))
  const changes: User[] = []
  const already: User[] = []
  const refused: { user: User; reason: string }[] = []
  for (const user of input.users) {
    const reason = haveRoleProblem(user, input) ?? whyNotByRole.get(user.role._id)
    if (user.role._id === input.role._id) already.push(user)
    else if (reason) refused.push({ user, reason })
    else changes.push(user)
  }
  return { changes, already, refused }
}

function haveRoleProblem(user: User, { role, ownId }: RolePreviewInput): string | undefined {
  return user._id === ownId ? 'You can’t change your own role' : roleFitProblem(user, role)
}

/** Why a role does not suit a user's clients. */
export function roleFitProblem(user: { client: readonly { code: string }[] }, role: Role): string | undefined {
  return roleSuitabilityProblem(
    role,
    user.client.map(({ code }) => code),
  )?.message
}

/**
 * Why the user may not change users with a role, because it grants more than they hold. Undefined if they may, or if it
 * is unknown.
 */
export function changeUserProblem(present: Role | undefined, granter: Granter | undefined): string | undefined {
  // An inactive role does not prevent changing its users.
  const reason = present && offerRoleProblem({ ...present, active: true }, granter)
  return reason && `You can’t change their current role. ${reason}`
}

/** Groups users by their current role, the largest group first. */
export function groupByCurrentRole(users: readonly User[]): { role: User['role']; users: User[] }[] {
  const groups = new Map<string, { role: User['role']; users: User[] }>()
  for (const user of users) {
    const group = groups.get(user.role._id) ?? { role: user.role, users: [] }
    group.users.push(user)
    groups.set(user.role._id, group)
  }
  return [...groups.values()].toSorted((a, b) => b.users.length - a.users.length)
}

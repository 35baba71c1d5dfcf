import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { type Granter, roleSuitabilityProblem } from '@despatch/domain/administration/roles/granting'
import { whyNotOffer } from './granter.ts'

export type RolePreview = {
  readonly changes: readonly User[]
  /** They have the role already. */
  readonly already: readonly User[]
  readonly refused: readonly { readonly user: User; readonly reason: string }[]
}

type Given = {
  readonly users: Iterable<User>
  readonly role: Role
  readonly roles: readonly Role[]
  readonly granter: Granter | undefined
  readonly ownId: string | undefined
}

/** What giving a role to users would do to each, before it is done. The server has the last word. */
export function previewRole(given: Given): RolePreview {
  // Once a role, and not once a user: there are ten thousand of these.
  const whyNotByRole = new Map(given.roles.map((role) => [role._id, whyNotAmend(role, given.granter)]))
  const changes: User[] = []
  const already: User[] = []
  const refused: { user: User; reason: string }[] = []
  for (const user of given.users) {
    const reason = whyNotHave(user, given) ?? whyNotByRole.get(user.role._id)
    if (user.role._id === given.role._id) already.push(user)
    else if (reason) refused.push({ user, reason })
    else changes.push(user)
  }
  return { changes, already, refused }
}

function whyNotHave(user: User, { role, ownId }: Given): string | undefined {
  return user._id === ownId ? 'Nobody changes their own role' : whyNotFit(user, role)
}

/** Why a role does not go with a user's clients, in words. */
export function whyNotFit(user: { client: readonly { code: string }[] }, role: Role): string | undefined {
  return roleSuitabilityProblem(
    role,
    user.client.map(({ code }) => code),
  )?.message
}

/** Why someone may not change a user who has a role: it holds what they do not. Undefined where it is not known. */
export function whyNotAmend(present: Role | undefined, granter: Granter | undefined): string | undefined {
  // That the role is no longer active keeps nobody from changing who has it.
  const reason = present && whyNotOffer({ ...present, active: true }, granter)
  return reason && `Their present role is not yours to give. ${reason}`
}

/** The users by the role they have now: the largest group first. */
export function byPresentRole(users: readonly User[]): { role: User['role']; users: User[] }[] {
  const groups = new Map<string, { role: User['role']; users: User[] }>()
  for (const user of users) {
    const group = groups.get(user.role._id) ?? { role: user.role, users: [] }
    group.users.push(user)
    groups.set(user.role._id, group)
  }
  return [...groups.values()].toSorted((a, b) => b.users.length - a.users.length)
}

import type { User } from '@despatch/contract/administration/users/user'
import { newUser } from '@despatch/contract/administration/users/user'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { z } from 'zod'
import type { ShownFields } from '../../../kit/form/conflict.ts'
import type { useContractForm } from '../../../kit/form/use-contract-form.tsx'

/**
 * The values of the user form, without the password: drafts are stored in the browser, and passwords must not be. A new
 * user has version 0.
 */
export const userValues = z.strictObject({
  ...newUser.omit({ password: true }).shape,
  role: z.string().min(1, 'Choose a role'),
  version: z.int(),
  resetSecondFactor: z.boolean(),
})
export type UserValues = z.infer<typeof userValues>
export type UserForm = ReturnType<typeof useContractForm<typeof userValues>>['form']

export const USER_LABELS = {
  username: 'username',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  phone_number: 'phone number',
  power_bi_username: 'Power BI username',
  domain_username: 'domain username',
  role: 'role',
  client: 'clients',
  active: 'active',
  lock: 'lock',
  resetSecondFactor: 'two-factor',
} as const

export function valuesOf(user: User): UserValues {
  return {
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone_number: user.phone_number,
    power_bi_username: user.power_bi_username,
    domain_username: user.domain_username,
    active: user.active,
    lock: user.lock,
    client: user.client.map(({ code }) => code),
    role: user.role._id,
    version: user.version,
    resetSecondFactor: false,
  }
}

/** Initial values of a new user: active, with the given clients. */
export function blankUser(client: readonly string[]): UserValues {
  return {
    username: '',
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    power_bi_username: '',
    domain_username: '',
    active: true,
    lock: false,
    client: [...client],
    role: '',
    version: 0,
    resetSecondFactor: false,
  }
}

/** The values in words, to show conflicting edits. */
export function shownUser(values: UserValues, roles: readonly Role[]): ShownFields {
  const role = roles.find(({ _id }) => _id === values.role)
  const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')
  return {
    username: { title: 'Username', text: values.username },
    first_name: { title: 'First name', text: values.first_name },
    last_name: { title: 'Last name', text: values.last_name },
    email: { title: 'Email', text: values.email },
    phone_number: { title: 'Phone number', text: values.phone_number },
    power_bi_username: { title: 'Power BI username', text: values.power_bi_username },
    domain_username: { title: 'Domain username', text: values.domain_username },
    role: { title: 'Role', text: role ? roleTitle(role) : values.role },
    client: { title: 'Clients', text: values.client.join(', ') },
    active: { title: 'Active', text: yesNo(values.active) },
    lock: { title: 'Locked', text: yesNo(values.lock) },
  }
}

/** Merges two edits: the other's values in the fields named, and the other's version. */
export function mergedUser(mine: UserValues, theirs: UserValues, fromTheirs: ReadonlySet<string>): UserValues {
  const taken = Object.entries(theirs).filter(([field]) => field === 'version' || fromTheirs.has(field))
  return { ...mine, ...Object.fromEntries(taken) }
}

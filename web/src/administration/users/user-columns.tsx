import type { User } from '@despatch/contract/administration/users/user'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { nameOfUser } from '@despatch/domain/administration/users/username'
import { ListInstant, NoValue, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { UserLink } from './user-link.tsx'
import { stateOf } from './user-state.ts'

const column = columnsOf<User>()

/** 'ACME, BIRCH', or words for an internal user. */
export function clientsOf({ client, role }: User): string {
  return role.iforce_user ? 'All (internal)' : client.map(({ code }) => code).join(', ')
}

/** The columns of every list of users. At 1280 pixels those up to the status fit beside the menu. */
export const USER_COLUMNS: Columns<User> = column.columns([
  column.accessor('username', {
    header: 'Username',
    size: 152,
    cell: ({ row: { original } }) => (
      <Reference text={original.username}>
        <UserLink user={original} />
      </Reference>
    ),
  }),
  // Sorts by first name, which is shown first. The last name has its own column to sort by.
  column.accessor(nameOfUser, { id: 'first_name', header: 'Name', size: 130 }),
  column.accessor(({ role }) => roleTitle(role), { id: 'role', header: 'Role', size: 280, meta: { fills: true } }),
  column.accessor(clientsOf, { id: 'clients', header: 'Clients', size: 104, enableSorting: false }),
  column.accessor((user) => stateOf(user).word, {
    id: 'status',
    header: 'Status',
    size: 184,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => <Status meaning={stateOf(original).meaning}>{getValue()}</Status>,
  }),
  column.accessor(({ is_login }) => (is_login ? 'Yes' : 'No'), {
    id: 'signed_in',
    header: 'Signed in',
    size: 92,
    enableSorting: false,
  }),
  column.accessor(({ otp_enabled }) => (otp_enabled ? 'Set up' : 'Not set up'), {
    id: 'two_factor',
    header: 'Two-factor',
    size: 104,
    enableSorting: false,
  }),
  column.accessor(({ last_login }) => last_login ?? '', {
    id: 'last_login',
    header: 'Last sign-in',
    size: 112,
    meta: { kind: 'time' },
    cell: ({ getValue }) => (getValue() ? <ListInstant at={getValue()} /> : <NoValue>Never</NoValue>),
  }),
  column.accessor('created_on', {
    header: 'Created',
    size: 112,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <ListInstant at={getValue()} />,
  }),
  column.accessor('last_name', { header: 'Last name', size: 130 }),
  column.accessor('email', { header: 'Email', size: 220, enableSorting: false }),
])

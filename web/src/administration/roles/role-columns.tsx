import type { Role } from '@despatch/contract/administration/roles/roles'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FigureText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { roleAddress } from './addresses.ts'

const column = columnsOf<Role>()

/** 'ACME', or words for a role that all clients share. */
export const clientOfRole = (client: string) => (client === ALL_CLIENTS ? `All clients (${ALL_CLIENTS_LABEL})` : client)

export const ROLE_COLUMNS: Columns<Role> = column.columns([
  column.accessor('code', {
    header: 'Code',
    size: 132,
    cell: ({ row: { original } }) => (
      <Reference text={original.code}>
        <ScreenLink to={roleAddress(original._id)}>{original.code}</ScreenLink>
      </Reference>
    ),
  }),
  column.accessor('name', { header: 'Name', size: 200 }),
  column.accessor(({ client }) => clientOfRole(client), { id: 'client', header: 'Client', size: 156 }),
  column.accessor('type', { header: 'Type', size: 160 }),
  column.accessor('users', {
    header: 'Users',
    size: 72,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(({ active }) => (active ? 'Active' : 'Not active'), {
    id: 'active',
    header: 'Status',
    size: 110,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <Status meaning={original.active ? 'good' : 'neutral'}>{getValue()}</Status>
    ),
  }),
  column.accessor(({ mfaRequired }) => (mfaRequired ? 'Demanded' : 'By choice'), {
    id: 'two_factor',
    header: 'Two-factor',
    size: 110,
    enableSorting: false,
  }),
])

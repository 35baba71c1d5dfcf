import type { Client } from '@despatch/contract/administration/clients/client'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FigureText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { clientAddress } from './addresses.ts'

const column = columnsOf<Client>()

export const CLIENT_COLUMNS: Columns<Client> = column.columns([
  column.accessor('code', {
    header: 'Code',
    size: 120,
    cell: ({ row: { original } }) => (
      <Reference text={original.code}>
        <ScreenLink to={clientAddress(original.code)}>{original.code}</ScreenLink>
      </Reference>
    ),
  }),
  column.accessor('name', { header: 'Name', size: 200 }),
  column.accessor(({ children }) => children.map(({ childCode }) => childCode).join(', '), {
    id: 'children',
    header: 'Sub-accounts',
    size: 160,
    enableSorting: false,
  }),
  column.accessor('currencyCode', { header: 'Currency', size: 92 }),
  column.accessor('users', {
    header: 'Users',
    size: 72,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(({ active }) => (active ? 'Active' : 'Closed'), {
    id: 'active',
    header: 'Status',
    size: 100,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <Status meaning={original.active ? 'good' : 'neutral'}>{getValue()}</Status>
    ),
  }),
  column.accessor(({ mfaRequired }) => (mfaRequired ? 'Demanded' : 'By role'), {
    id: 'two_factor',
    header: 'Two-factor',
    size: 110,
    enableSorting: false,
  }),
  column.accessor('description', { header: 'Description', size: 240, enableSorting: false }),
])

import { Button } from '@mantine/core'
import type { LoginStatus } from '@despatch/contract/administration/users/user'
import { createContext, useContext } from 'react'
import { MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { browserText } from '../../kit/session/browser-text.ts'
import { UserLink } from '../users/user-link.tsx'

/** The End button of a row; undefined if sessions cannot be ended here. */
export const EndSession = createContext<((row: LoginStatus) => void) | undefined>(undefined)

function EndButton({ row }: { readonly row: LoginStatus }) {
  const end = useContext(EndSession)
  if (row.isOwn) return 'Your session'
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={!end}
      aria-label={`End session of ${row.username}`}
      onClick={() => end?.(row)}
    >
      End…
    </Button>
  )
}

const column = columnsOf<LoginStatus>()

/** The columns of User Login Status, with a row per session. */
export const LOGIN_COLUMNS: Columns<LoginStatus> = column.columns([
  column.accessor('username', {
    header: 'Username',
    size: 156,
    cell: ({ row: { original } }) => (
      <Reference text={original.username}>
        <UserLink user={original} />
      </Reference>
    ),
  }),
  column.accessor('role', { header: 'Role', size: 140, enableSorting: false }),
  column.accessor(({ client }) => client.join(', '), {
    id: 'client',
    header: 'Clients',
    size: 92,
    enableSorting: false,
  }),
  column.accessor('since', {
    header: 'Since',
    size: 148,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('last_used', {
    header: 'Last used',
    size: 148,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('address', {
    header: 'From',
    size: 112,
    enableSorting: false,
    cell: ({ getValue }) => <span className="reference">{getValue()}</span>,
  }),
  column.accessor(({ browser }) => browserText(browser), {
    id: 'browser',
    header: 'Browser',
    size: 156,
    enableSorting: false,
  }),
  column.display({
    id: 'end',
    header: 'End',
    size: 112,
    enableSorting: false,
    cell: ({ row: { original } }) => <EndButton row={original} />,
  }),
  column.accessor((row) => `${row.first_name} ${row.last_name}`.trim(), {
    id: 'name',
    header: 'Name',
    size: 160,
    enableSorting: false,
  }),
])

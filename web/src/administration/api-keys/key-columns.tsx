import { Button } from '@mantine/core'
import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { createContext, useContext } from 'react'
import { ListInstant, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { feedText, lastMomentOf, ownerText, STATES } from './key-text.ts'

/** The Revoke button of a row, and why it is disabled for some. */
export const RevokeKey = createContext<{ whyNot(row: ApiKey): string | undefined; revoke(row: ApiKey): void }>({
  whyNot: () => undefined,
  revoke() {},
})

function RevokeButton({ row }: { readonly row: ApiKey }) {
  const { whyNot, revoke } = useContext(RevokeKey)
  if (row.state === 'revoked') return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={whyNot(row) !== undefined}
      title={whyNot(row)}
      aria-label={`Revoke key ${row.name}`}
      onClick={() => revoke(row)}
    >
      Revoke…
    </Button>
  )
}

const column = columnsOf<ApiKey>()

export const KEY_COLUMNS: Columns<ApiKey> = column.columns([
  column.accessor('name', { header: 'Name', size: 148 }),
  column.accessor(({ state }) => STATES[state].word, {
    id: 'state',
    header: 'Status',
    size: 104,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => <Status meaning={STATES[original.state].meaning}>{getValue()}</Status>,
  }),
  column.accessor(({ clients }) => clients.join(', '), {
    id: 'clients',
    header: 'Clients',
    size: 104,
    enableSorting: false,
  }),
  column.accessor(feedText, { id: 'feeds', header: 'Feeds', size: 176, enableSorting: false }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    size: 165,
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const used = getValue()
      return used ? <MomentText at={used} /> : 'Never'
    },
  }),
  column.accessor('lastUsedFrom', {
    header: 'From',
    size: 104,
    enableSorting: false,
    cell: ({ getValue }) => <span className="reference">{getValue()}</span>,
  }),
  column.accessor('expiresAt', {
    header: 'Expires',
    size: 104,
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const expires = getValue()
      return expires ? <ListInstant at={lastMomentOf(expires)} /> : 'Never'
    },
  }),
  column.display({
    id: 'revoke',
    header: 'Revoke',
    size: 104,
    enableSorting: false,
    cell: ({ row: { original } }) => <RevokeButton row={original} />,
  }),
  column.accessor('beginning', {
    header: 'Starts with',
    size: 120,
    enableSorting: false,
    cell: ({ getValue }) => <span className="reference">{getValue()}…</span>,
  }),
  column.accessor(ownerText, {
    id: 'owner',
    header: 'Owner',
    size: 168,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) =>
      original.ownerLoss ? <Status meaning="attention">{getValue()}</Status> : getValue(),
  }),
  column.accessor('createdBy', { header: 'Created by', size: 120, enableSorting: false }),
  column.accessor('createdAt', {
    header: 'Made',
    size: 104,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <ListInstant at={getValue()} />,
  }),
])

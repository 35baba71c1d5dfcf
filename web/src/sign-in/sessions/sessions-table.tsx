import { Button, Table } from '@mantine/core'
import type { UserSession } from '@despatch/contract/sign-in/sessions'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { browserText } from '../../kit/session/browser-text.ts'

type SessionsTableProps = {
  readonly sessions: readonly UserSession[]
  /** Ends a session; undefined if sessions cannot be ended here. */
  readonly onEnd: ((session: UserSession) => void) | undefined
  /** Whether ending asks first, so that the button shows dots. */
  readonly isAsking?: boolean
}

/** A user's sessions: since when, from where, with which browser. */
export function SessionsTable({ sessions, onEnd, isAsking = false }: SessionsTableProps) {
  return (
    <Table aria-label="Sessions">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Since</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>Browser</Table.Th>
          <Table.Th>End</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map((one) => (
          <Table.Tr key={one.session}>
            <Table.Td>
              <MomentText at={one.since} />
            </Table.Td>
            <Table.Td>
              <MomentText at={one.last_used} />
            </Table.Td>
            <Table.Td className="reference">{one.address}</Table.Td>
            <Table.Td>{browserText(one.browser)}</Table.Td>
            <Table.Td>
              {one.isOwn ? (
                'This session'
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={!onEnd}
                  aria-label={`End the session from ${one.address}`}
                  onClick={() => onEnd?.(one)}
                >
                  {isAsking ? 'End…' : 'End'}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

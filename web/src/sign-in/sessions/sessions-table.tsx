import { Button, Table } from '@mantine/core'
import type { UserSession } from '@despatch/contract/sign-in/sessions'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { browserText } from '../../kit/session/browser-text.ts'

type SessionsTableProps = {
  readonly sessions: readonly UserSession[]
  /** What the button of a session does; undefined where sessions cannot be ended. */
  readonly onEnd: ((session: UserSession) => void) | undefined
  /** A question comes first, which the button tells by its dots. */
  readonly isAsking?: boolean
}

/** The sessions of one user: since when, from where, with which browser. */
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

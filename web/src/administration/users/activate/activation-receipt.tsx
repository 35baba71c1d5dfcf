import { Table } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import type { Activated } from './activate-users.ts'
import { Receipt } from '../../../kit/list/receipt.tsx'

/** The result of activating users. */
export function ActivationReceipt({ done, onClose }: { readonly done: Activated; readonly onClose: () => void }) {
  const { activated, invited, refused } = done
  const users = `${formatCount(activated)} ${activated === 1 ? 'user is' : 'users are'}`
  return (
    <Receipt isGood={refused.length === 0} onClose={onClose}>
      <p>
        {users} active now.
        {invited > 0 && ` ${formatCount(invited)} will be emailed a link to choose a password.`}
      </p>
      {refused.length > 0 && (
        <>
          <p>
            {formatCount(refused.length)} {refused.length === 1 ? 'was' : 'were'} refused:
          </p>
          <Table aria-label="Users not activated">
            <Table.Tbody>
              {refused.map(({ username, reason }) => (
                <Table.Tr key={username}>
                  <Table.Td className="reference">{username}</Table.Td>
                  <Table.Td>{reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Receipt>
  )
}

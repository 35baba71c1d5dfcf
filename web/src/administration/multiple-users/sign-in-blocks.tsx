import { Button, Table } from '@mantine/core'
import type { SignInBlock } from '@despatch/contract/administration/users/sign-in-blocks'
import { users } from '@despatch/contract/administration/users/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { blockPlace } from './block-place.ts'
import styles from '../users/users.module.css'

const signInBlocks = queryOptions({
  // Beneath the sessions, so that what refreshes them refreshes these.
  queryKey: ['users', 'sessions', 'blocks'],
  queryFn: ({ signal }) => call(users.signInBlocks, {}, { signal }),
})

/** Where failed sign-ins make users wait; nothing is shown while nobody has to. */
export function SignInBlocks({ mayClear }: { readonly mayClear: boolean }) {
  const { data } = useQuery(signInBlocks)
  if (!data || data.blocks.length === 0) return null

  async function clear({ _id }: SignInBlock) {
    try {
      notify.success((await call(users.clearSignInBlocks, { query: { user: _id } })).message)
    } catch (error) {
      notify.danger(messageOf(error))
    } finally {
      void queryClient.invalidateQueries({ queryKey: signInBlocks.queryKey })
    }
  }

  return (
    <section className={styles.section} aria-labelledby="sign-in-blocks-heading">
      <h2 id="sign-in-blocks-heading">Waiting after failed sign-ins</h2>
      <Table aria-label="Waiting after failed sign-ins">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Username</Table.Th>
            <Table.Th>Where</Table.Th>
            <Table.Th>Failures</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th>Until</Table.Th>
            <Table.Th>Clear</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.blocks.map((block) => (
            <Table.Tr key={`${block._id} ${block.kind} ${block.scope} ${block.network} ${block.since}`}>
              <Table.Td className="reference">{block.username}</Table.Td>
              <Table.Td>{blockPlace(block)}</Table.Td>
              <Table.Td>{block.failures}</Table.Td>
              <Table.Td>
                <MomentText at={block.since} />
              </Table.Td>
              <Table.Td>{block.isWaiting ? <MomentText at={block.until} /> : 'Until the next failure'}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={!mayClear}
                  aria-label={`Clear the failed sign-ins of ${block.username}`}
                  onClick={() => void clear(block)}
                >
                  Clear
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

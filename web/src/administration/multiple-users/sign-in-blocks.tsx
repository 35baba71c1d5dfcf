import { Button, Table } from '@mantine/core'
import type { SignInBlock } from '@despatch/contract/administration/users/sign-in-blocks'
import { users } from '@despatch/contract/administration/users/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatCount } from '@despatch/domain/money/money'
import { keepFocus } from '../../kit/browser/focus.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { blockPlace, blocksByUser } from './block-place.ts'
import styles from '../users/users.module.css'

const signInBlocks = queryOptions({
  // Beneath the sessions, so that what refreshes them refreshes these.
  queryKey: ['users', 'sessions', 'blocks'],
  queryFn: ({ signal }) => call(users.signInBlocks, {}, { signal }),
})

const TITLE = 'Locked out after failed sign-ins'

/** Which users are locked out after failed sign-ins, and where from; nothing is shown while nobody is. */
export function SignInBlocks({ mayUnlock }: { readonly mayUnlock: boolean }) {
  const { data, error, refetch } = useQuery(signInBlocks)
  if (!data && !error) return null
  if (data?.blocks.length === 0) return null

  async function unlock({ _id }: SignInBlock) {
    try {
      notify.success((await call(users.clearSignInBlocks, { query: { user: _id } })).message)
    } catch (failure) {
      notify.danger(messageOf(failure))
    } finally {
      await queryClient.invalidateQueries({ queryKey: signInBlocks.queryKey })
      // The button that was pressed is gone.
      requestAnimationFrame(keepFocus)
    }
  }

  return (
    <section className={styles.section} aria-labelledby="sign-in-blocks-heading">
      <h2 id="sign-in-blocks-heading">{TITLE}</h2>
      {data ? (
        <Table aria-label={TITLE}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Username</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>Failures</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th>Until</Table.Th>
              <Table.Th>Unlock</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {blocksByUser(data.blocks).flatMap((blocks) =>
              blocks.map((block, index) => (
                <Table.Tr key={`${block._id} ${block.kind} ${block.scope} ${block.network} ${block.since}`}>
                  {index === 0 && (
                    <Table.Td className="reference" rowSpan={blocks.length}>
                      {block.username}
                    </Table.Td>
                  )}
                  <Table.Td>{blockPlace(block)}</Table.Td>
                  <Table.Td>{formatCount(block.failures)}</Table.Td>
                  <Table.Td>
                    <MomentText at={block.since} />
                  </Table.Td>
                  <Table.Td>{block.isWaiting ? <MomentText at={block.until} /> : 'Not locked now'}</Table.Td>
                  {index === 0 && (
                    <Table.Td rowSpan={blocks.length}>
                      <Button
                        size="compact-xs"
                        variant="default"
                        disabled={!mayUnlock}
                        aria-label={`Unlock ${block.username}`}
                        title={`Clears every lock of ${block.username}`}
                        onClick={() => void unlock(block)}
                      >
                        Unlock
                      </Button>
                    </Table.Td>
                  )}
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      ) : (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      )}
    </section>
  )
}

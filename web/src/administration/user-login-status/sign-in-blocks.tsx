import { Button, Table } from '@mantine/core'
import type { SignInBlock } from '@despatch/contract/administration/users/sign-in-blocks'
import { users } from '@despatch/contract/administration/users/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatCount } from '@despatch/domain/money/money'
import { type ReactNode, useEffect, useRef } from 'react'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { blockPlace, blocksByUser, networkPlace } from './block-place.ts'
import styles from '../users/users.module.css'

const signInBlocks = queryOptions({
  // Under the key of the sessions, so that both refresh together.
  queryKey: ['users', 'sessions', 'blocks'],
  queryFn: ({ signal }) => call(users.signInBlocks, {}, { signal }),
})

const TITLE = 'Locked out after failed sign-ins'

/** Users who are locked out after failed sign-ins, and from where. Shows nothing if there are none. */
export function SignInBlocks({ mayUnlock }: { readonly mayUnlock: boolean }) {
  const { data, error, refetch } = useQuery(signInBlocks)
  const wasPressed = useRef(false)
  // The pressed button vanishes with the unlocked rows: move the focus.
  useEffect(() => {
    if (!wasPressed.current) return
    wasPressed.current = false
    restoreFocus()
  }, [data])
  if (!data && !error) return null
  if (data && data.blocks.length + data.networks.length === 0) return null

  async function unlock(query: { user: string } | { network: string }) {
    try {
      notify.success((await call(users.clearSignInBlocks, { query })).message)
    } catch (failure) {
      notify.danger(messageOf(failure))
    } finally {
      wasPressed.current = true
      await queryClient.invalidateQueries({ queryKey: signInBlocks.queryKey })
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
            {blocksByUser(data.blocks).map((blocks) => {
              const { _id, username = '' } = blocks[0] ?? {}
              return (
                <BlockRows
                  key={_id}
                  who={<span className="reference">{username}</span>}
                  whom={username}
                  rows={blocks.map((block) => ({ ...block, place: blockPlace(block) }))}
                  onUnlock={mayUnlock && _id !== undefined ? () => void unlock({ user: _id }) : undefined}
                />
              )
            })}
            {[...Map.groupBy(data.networks, ({ network }) => network)].map(([network, blocks]) => (
              <BlockRows
                key={network}
                who="New users"
                whom={network}
                rows={blocks.map((block) => ({ ...block, failures: block.names, place: networkPlace(block) }))}
                onUnlock={mayUnlock ? () => void unlock({ network }) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      )}
    </section>
  )
}

type BlockRowsProps = {
  readonly who: ReactNode
  /** The user or network to unlock. */
  readonly whom: string
  readonly rows: readonly (Pick<SignInBlock, 'failures' | 'since' | 'until' | 'isWaiting'> & {
    readonly place: string
  })[]
  /** Undefined if the user may not unlock. */
  readonly onUnlock: (() => void) | undefined
}

function BlockRows({ who, whom, rows, onUnlock }: BlockRowsProps) {
  return rows.map(({ place, failures, since, until, isWaiting }, index) => (
    <Table.Tr key={`${place} ${since}`}>
      {index === 0 && <Table.Td rowSpan={rows.length}>{who}</Table.Td>}
      <Table.Td>{place}</Table.Td>
      <Table.Td>{formatCount(failures)}</Table.Td>
      <Table.Td>
        <MomentText at={since} />
      </Table.Td>
      <Table.Td>{isWaiting ? <MomentText at={until} /> : 'Not locked now'}</Table.Td>
      {index === 0 && (
        <Table.Td rowSpan={rows.length}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={!onUnlock}
            aria-label={`Unlock ${whom}`}
            title={`Clears every lock of ${whom}`}
            onClick={onUnlock}
          >
            Unlock
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  ))
}

import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { session as calls } from '@despatch/contract/sign-in/session'
import type { UserSession } from '@despatch/contract/sign-in/sessions'
import { MAX_SESSIONS_OF_A_USER } from '@despatch/domain/sign-in/sessions/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { session } from '../../kit/session/session-store.ts'
import { SessionsTable } from './sessions-table.tsx'

const ownSessions = queryOptions({
  queryKey: ['session', 'own'],
  queryFn: ({ signal }) => call(calls.sessions, { query: {} }, { signal }),
  staleTime: 0,
})

/** The user's own sessions, with buttons to end one of them or all others. */
export function OwnSessionsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const id = useStore(session.store, ({ user }) => user?._id ?? '')
  const { data, error, refetch } = useQuery({ ...ownSessions, enabled: opened })
  const close = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)
  // The button that was pressed has vanished or is disabled: move the focus.
  useEffect(() => {
    if (!wasPressed.current) return
    wasPressed.current = false
    focusIfLost(close.current)
  }, [data])
  const others = data?.sessions.filter(({ isOwn }) => !isOwn) ?? []

  async function end(work: () => Promise<{ message: string }>) {
    try {
      notify.success((await work()).message)
    } catch (failure) {
      notify.danger(messageOf(failure))
    } finally {
      wasPressed.current = true
      await queryClient.invalidateQueries({ queryKey: ownSessions.queryKey })
    }
  }
  const endOne = ({ session: one }: UserSession) =>
    void end(() => call(calls.signOut, { params: { id }, query: { session: one } }))

  return (
    <Modal opened={opened} onClose={onClose} title="Sessions" size="lg">
      <Stack gap="md">
        <Text size="sm">
          End any session you don’t recognise, then change your password. You can have {MAX_SESSIONS_OF_A_USER}{' '}
          sessions. Another sign-in ends the least recently used.
        </Text>
        {error ? (
          <TableProblem error={error} onRetry={() => void refetch()} isInline />
        ) : data ? (
          <SessionsTable sessions={data.sessions} onEnd={endOne} />
        ) : (
          <Loader size="sm" aria-label="Loading your sessions" />
        )}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={others.length === 0}
            onClick={() => void end(() => call(calls.endOtherSessions, {}))}
          >
            Sign out everywhere else
          </Button>
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

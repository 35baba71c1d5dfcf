import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { expiry } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { SignInForm } from '../password/sign-in-form.tsx'
import { useSignOut } from './use-sign-out.tsx'

/**
 * Opens over the screen when the session has expired. Signing in again resumes the failed calls, and nothing typed is
 * lost; leaving loses it, after a question.
 */
export function SessionExpiredDialog() {
  const { isExpired, message } = useStore(expiry.state)
  const user = useStore(session.store, (state) => state.user)
  const { leave } = useSignOut()
  const [isLeaving, setIsLeaving] = useState(false)
  const other = useRef<HTMLButtonElement>(null)

  function stay() {
    setIsLeaving(false)
    requestAnimationFrame(() => other.current?.focus())
  }

  return (
    <Modal
      opened={isExpired}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in again to continue"
      size="sm"
      zIndex={400}
      centered
    >
      <Stack gap="md">
        <Text>{message}</Text>
        {isLeaving && (
          <>
            <Text>Discard changes? You’ll lose what you haven’t saved.</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={stay} autoFocus>
                Stay
              </Button>
              <Button
                color="bad"
                onClick={() => {
                  setIsLeaving(false)
                  void leave()
                }}
              >
                Discard changes
              </Button>
            </Group>
          </>
        )}
        {/* Stays mounted during the question: its step, and recovery codes, would be lost otherwise. */}
        <Stack gap="md" display={isLeaving ? 'none' : 'flex'}>
          <Text c="dimmed">Your unsaved changes are kept.</Text>
          <SignInForm
            username={user?.username}
            submitLabel="Sign in and continue"
            headingOrder={3}
            onSignedIn={() => undefined}
          />
          <Divider />
          <Button ref={other} variant="subtle" onClick={() => setIsLeaving(true)}>
            Sign in as someone else
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}

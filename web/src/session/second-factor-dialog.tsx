import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../app/api/call.ts'
import { useStore } from '../app/store.ts'
import { RegistrationStep } from './registration-step.tsx'
import { session } from './session-store.ts'
import { refreshUser } from './sign-in.ts'

/** Two-factor sign-in of who is signed in: whether it is on, and setting it up. Switching it off takes an administrator. */
export function SecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useStore(session.store, (state) => state.user)
  const [isSettingUp, setIsSettingUp] = useState(false)

  function close() {
    setIsSettingUp(false)
    onClose()
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Two-factor sign-in"
      size="sm"
      // The recovery codes are shown once: they must not go by a slip of the pointer.
      closeOnClickOutside={!isSettingUp}
      closeOnEscape={!isSettingUp}
    >
      {isSettingUp ? (
        <RegistrationStep
          username={user?.username ?? ''}
          call={call}
          onKept={async () => {
            await refreshUser()
            close()
          }}
        />
      ) : (
        <Stack gap="md">
          <Text>
            {user?.otp_enabled
              ? 'It is on: besides your password, signing in takes a code of your authenticator app.'
              : 'It is off: signing in takes your password alone.'}
          </Text>
          <Text size="sm" c="dimmed">
            {user?.otp_enabled
              ? 'You cannot switch it off yourself. If you have lost the app or changed your phone, ask an administrator to reset it: you then set it up anew.'
              : 'With it, somebody who has learnt your password still cannot sign in. Once it is on, only an administrator can reset it.'}
          </Text>
          <Group justify="flex-end">
            {user?.otp_enabled ? (
              <Button variant="default" onClick={close} data-autofocus>
                Close
              </Button>
            ) : (
              <Button onClick={() => setIsSettingUp(true)} data-autofocus>
                Set it up
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

import { Modal, Stack, Text } from '@mantine/core'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { changePassword } from './passwords.ts'
import { session } from '../../kit/session/session-store.ts'

/** Changes the user's own password: the current one, and the new one twice. */
export function ChangePasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const username = useStore(session.store, ({ user }) => user?.username ?? '')
  return (
    <Modal opened={opened} onClose={onClose} title="Change password" size="sm">
      <Stack gap="md">
        <Text size="sm">You are signed out everywhere else.</Text>
        <NewPasswordForm
          username={username}
          submitLabel="Change password"
          asksPresent
          onSubmit={async (chosen) => {
            await changePassword(chosen)
            // The server's message asks to sign in again, but this session stays open.
            notify.success('Your password has been changed.')
            onClose()
          }}
        />
      </Stack>
    </Modal>
  )
}

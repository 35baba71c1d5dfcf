import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { notifications } from '../../kit/notify/notify.ts'
import { cancelReads, clearQueryCache } from '../../kit/server/query-client.ts'
import { clearWindowStorage, hasDrafts } from '../../kit/form/drafts.ts'
import { signOut } from '../password/sign-in.ts'

/** Signs out; asks first if typed data would be lost. The caller must render `dialog`. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, dialog] = useDisclosure()

  async function leave() {
    dialog.close()
    // Reads that are under way would be refused as soon as the session has ended.
    await cancelReads()
    await signOut()
    clearWindowStorage()
    await clearQueryCache()
    notifications.clear()
    await router.navigate({ href: '/sign-in', ignoreBlocker: true })
  }

  return {
    ask: () => (hasDrafts() ? dialog.open() : void leave()),
    leave,
    dialog: (
      <Modal opened={isAsking} onClose={dialog.close} title="Discard changes and sign out?">
        <Text>You’ll lose what you haven’t saved.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dialog.close} data-autofocus>
            Stay
          </Button>
          <Button color="bad" onClick={() => void leave()}>
            Discard and sign out
          </Button>
        </Group>
      </Modal>
    ),
  }
}

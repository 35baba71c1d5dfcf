import { Text } from '@mantine/core'
import { type ApiKey, apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { keysChanged } from './key-queries.ts'
import { feedText, lastUseText } from './key-text.ts'

type RevokeKeyDialogProps = { readonly of: ApiKey | undefined; readonly onClose: () => void }

/** Asks before a key is revoked, and shows its last use: its next call will be refused. */
export function RevokeKeyDialog({ of, onClose }: RevokeKeyDialogProps) {
  async function revoke() {
    if (!of) return
    try {
      notify.success((await call(apiKeys.revoke, { query: { id: of._id } })).message)
    } finally {
      void keysChanged()
    }
  }
  return (
    <ConfirmDialog
      opened={of !== undefined}
      title={of ? `Revoke key ${of.name}?` : ''}
      confirmLabel="Revoke key"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    >
      {of && (
        <>
          <Text size="sm" fw={600}>
            {lastUseText(of)}.
          </Text>
          <Text size="sm" mt="xs">
            Systems that use it are rejected from their next call: {feedText(of)}, for {of.clients.join(', ')}. You
            can’t undo this. Create another key instead.
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}

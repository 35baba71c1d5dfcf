import { Text } from '@mantine/core'
import { type ApiKey, apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { keysChanged } from './key-queries.ts'
import { lastUseText, ownerText } from './key-text.ts'

type AdoptKeyDialogProps = {
  readonly of: ApiKey | undefined
  readonly onClose: () => void
}

/** Asks before the user replaces the owner of a key. */
export function AdoptKeyDialog({ of, onClose }: AdoptKeyDialogProps) {
  return (
    <ConfirmDialog
      opened={of !== undefined}
      title={of ? `Take over key ${of.name}?` : ''}
      confirmLabel="Take over key"
      onConfirm={async () => of && call(apiKeys.adopt, { params: { id: of._id } }).finally(() => void keysChanged())}
      onDone={(answer) => answer && notify.success(answer.message)}
      onClose={onClose}
    >
      {of && (
        <>
          <Text size="sm" fw={600}>
            {lastUseText(of)}.
          </Text>
          <Text size="sm" mt="xs">
            You become its owner instead of {ownerText(of)}.{of.state === 'suspended' && ' It works again at once.'} If
            it is no longer needed, revoke it instead.
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}

import { Checkbox, Text } from '@mantine/core'
import { type ApiKey, apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { momentText } from '../../kit/list/columns/moment-text.ts'
import { keysChanged } from './key-queries.ts'
import { lastDayText, lastUseText } from './key-text.ts'
import { serverNow } from '../../kit/browser/clock.ts'

type ReplaceKeyDialogProps = {
  readonly of: ApiKey | undefined
  readonly onClose: () => void
  readonly onReplaced: (made: { apiKey: ApiKey; key: string }) => void
}

/** Asks before a key is replaced: its current secret works for another day. */
export function ReplaceKeyDialog({ of, onClose, onReplaced }: ReplaceKeyDialogProps) {
  const [isRenewed, setIsRenewed] = useState(true)
  // Reset the choice when the dialog opens for another key.
  const [shownFor, setShownFor] = useState(of)
  if (of !== shownFor) {
    setShownFor(of)
    if (of) setIsRenewed(true)
  }
  return (
    <ConfirmDialog
      opened={of !== undefined}
      title={of ? `Replace key ${of.name}?` : ''}
      confirmLabel="Replace key"
      onConfirm={async () =>
        of &&
        call(apiKeys.replace, { params: { id: of._id }, query: isRenewed ? { expiresOn: '' } : {} }).finally(
          () => void keysChanged(),
        )
      }
      onDone={(answer) => {
        if (!answer) return
        notify.success(answer.message)
        onReplaced(answer)
      }}
      onClose={onClose}
    >
      {of && (
        <>
          <Text size="sm" fw={600}>
            {lastUseText(of)}.
          </Text>
          <Text size="sm" mt="xs">
            The new key is shown once. The current key works for one more day. If it has been exposed, revoke it and
            create another.
          </Text>
          <Checkbox
            mt="sm"
            label="Valid for a year from today"
            description={
              of.expiresAt ? `Otherwise it expires on ${lastDayText(of.expiresAt)}, like the current key.` : undefined
            }
            checked={isRenewed}
            onChange={(event) => setIsRenewed(event.currentTarget.checked)}
          />
          {of.oldUntil && (
            <Text size="sm" mt="xs">
              An earlier replaced key, valid until {momentText(new Date(of.oldUntil), serverNow())}, ends now.
            </Text>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

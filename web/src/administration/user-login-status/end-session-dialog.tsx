import { Radio, Stack, Text } from '@mantine/core'
import type { LoginStatus } from '@despatch/contract/administration/users/user'
import { useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { momentText } from '../../kit/list/columns/moment-text.ts'
import { browserText } from '../../kit/session/browser-text.ts'
import { endSessions } from './login-queries.ts'
import { serverNow } from '../../kit/browser/clock.ts'

type EndableSession = Pick<LoginStatus, '_id' | 'username' | 'session' | 'since' | 'address' | 'browser' | 'isOwn'>
type SessionScope = 'this' | 'all'
type EndSessionDialogProps = {
  readonly of: EndableSession | undefined
  readonly onClose: () => void
}

/** Asks before a session, or all sessions of its user, are ended: unsaved work in them is lost. */
export function EndSessionDialog({ of, onClose }: EndSessionDialogProps) {
  const [which, setWhich] = useState<SessionScope>('this')
  async function end() {
    if (!of) return
    try {
      notify.success(await endSessions(of._id, which === 'this' ? of.session : undefined))
    } finally {
      void accessChanged()
    }
  }
  function close() {
    setWhich('this')
    onClose()
  }
  return (
    <ConfirmDialog
      opened={of !== undefined}
      title={of ? `End session of ${of.username}?` : ''}
      confirmLabel={which === 'this' ? 'End this session' : 'Sign out everywhere'}
      isDangerous
      onConfirm={end}
      onClose={close}
    >
      {of && (
        <Stack gap="sm">
          <Text size="sm">
            They have to sign in again. Unsaved work is kept as a draft in their browser where possible.
          </Text>
          {!of.isOwn && (
            <Radio.Group label="Which" value={which} onChange={(value) => setWhich(value as SessionScope)}>
              <Stack gap={6} mt={4}>
                <Radio
                  value="this"
                  label={`This one: ${browserText(of.browser)}, from ${of.address || 'an unknown address'}, since ${momentText(new Date(of.since), serverNow())}`}
                />
                <Radio value="all" label={`All sessions of ${of.username}`} />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  )
}

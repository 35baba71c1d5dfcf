import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { keepFocus } from '../app/focus.ts'
import styles from './users.module.css'

/** A temporary password that has just been saved, and whose it is. */
export type GivenPassword = { readonly username: string; readonly password: string }

type Given = { readonly given: GivenPassword | undefined; readonly onClose: () => void }

/** How long the browser may take to give the focus back to what had it. */
const FOCUS_RETURN_MS = 50

/** Shows a temporary password once more when it is saved, to be handed over: until it is closed, and never again. */
export function GivenPasswordDialog({ given, onClose }: Given) {
  const { copied, copy } = useClipboard({ timeout: 1500 })
  // While it closes it says whose it was; the password is gone at once.
  const [username, setUsername] = useState('')
  if (given && given.username !== username) setUsername(given.username)
  return (
    <Modal
      opened={given !== undefined}
      onClose={onClose}
      title={`Temporary password of ${username}`}
      size={460}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={() => setTimeout(keepFocus, FOCUS_RETURN_MS)}
    >
      <Text size="sm" mb="sm">
        Hand it over now: once this is closed it is not shown again. The user must choose another at the next sign-in.
      </Text>
      <div className={styles.withButton}>
        <TextInput
          aria-label="The password"
          readOnly
          value={given?.password ?? ''}
          classNames={{ input: 'reference' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          data-autofocus
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => copy(given?.password)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  )
}

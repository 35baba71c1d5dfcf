import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { keepFocus } from '../browser/focus.ts'
import styles from './form.module.css'

type ShownOnceProps = {
  /** What is shown; undefined while nothing is. */
  readonly secret: string | undefined
  /** Whose it is. */
  readonly title: string
  /** What it is called: 'The password'. */
  readonly label: string
  /** What to do with it now. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** How long the browser may take to give the focus back to what had it. */
const FOCUS_RETURN_MS = 50

/**
 * Shows a secret until it is closed, and never again; it is copied at one press. Whoever closes it, by Esc too, without
 * having copied it is asked once more.
 */
export function ShownOnce({ secret, title, label, children, onClose }: ShownOnceProps) {
  const { copied, copy } = useClipboard({ timeout: 1500 })
  const [copiedSecret, setCopiedSecret] = useState<string>()
  const [askedOf, setAskedOf] = useState<string>()
  const isAsking = secret !== undefined && askedOf === secret
  // While it closes it says whose it was; the secret is gone at once.
  const [lastTitle, setLastTitle] = useState('')
  if (secret !== undefined && title !== lastTitle) setLastTitle(title)
  function close() {
    setAskedOf(undefined)
    setCopiedSecret(undefined)
    onClose()
  }
  const closeOrAsk = () => (copiedSecret === secret ? close() : setAskedOf(secret))
  return (
    <Modal
      opened={secret !== undefined}
      onClose={closeOrAsk}
      title={lastTitle}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={() => setTimeout(keepFocus, FOCUS_RETURN_MS)}
    >
      <Text size="sm" mb="sm" component="div">
        {children}
      </Text>
      <div className={styles.withButton}>
        <TextInput
          aria-label={label}
          readOnly
          value={secret ?? ''}
          classNames={{ input: 'reference' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          data-autofocus
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => {
            copy(secret)
            setCopiedSecret(secret)
            setAskedOf(undefined)
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {isAsking && (
        <Text size="sm" c="var(--bad)" fw={600} mt="md" role="alert">
          {label} has not been copied, and is never shown again.
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        {isAsking && (
          <Button variant="default" onClick={() => setAskedOf(undefined)}>
            Go back
          </Button>
        )}
        <Button onClick={close}>I have kept it</Button>
      </Group>
    </Modal>
  )
}

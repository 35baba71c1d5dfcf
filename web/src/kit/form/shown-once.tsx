import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { restoreFocus } from '../browser/focus.ts'
import { useBlockLeaving } from '../browser/use-block-leaving.ts'
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
 * Shows a secret until it is closed, and never again; it is copied at one press. Anyone who closes it, by Esc or Back too,
 * without having copied it is asked once more.
 */
export function ShownOnce({ secret, title, label, children, onClose }: ShownOnceProps) {
  const { copied, copy, error } = useClipboard({ timeout: 1500 })
  const [triedSecret, setTriedSecret] = useState<string>()
  const [copiedSecret, setCopiedSecret] = useState<string>()
  // A browser may refuse to copy: then it is still to be asked about.
  if (copied && triedSecret === secret && copiedSecret !== secret) setCopiedSecret(secret)
  const [askedOf, setAskedOf] = useState<string>()
  const isAsking = secret !== undefined && askedOf === secret && copiedSecret !== secret
  // While it closes it says whose it was; the secret is gone at once.
  const [lastTitle, setLastTitle] = useState('')
  if (secret !== undefined && title !== lastTitle) setLastTitle(title)
  function close() {
    setAskedOf(undefined)
    setTriedSecret(undefined)
    setCopiedSecret(undefined)
    onClose()
  }
  useBlockLeaving(secret !== undefined && copiedSecret !== secret, () => setAskedOf(secret))
  const closeOrAsk = () => (copiedSecret === secret ? close() : setAskedOf(secret))
  return (
    <Modal
      opened={secret !== undefined}
      onClose={closeOrAsk}
      title={lastTitle}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={() => setTimeout(restoreFocus, FOCUS_RETURN_MS)}
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
          onCopy={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
            if (selectionStart === 0 && selectionEnd === value.length) setCopiedSecret(secret)
          }}
        />
        <Button
          data-autofocus
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => {
            copy(secret)
            setTriedSecret(secret)
            setAskedOf(undefined)
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {error && triedSecret === secret && copiedSecret !== secret && (
        <Text size="sm" c="var(--bad)" mt="md" role="alert">
          The browser did not allow copying. Select it, and press Ctrl C.
        </Text>
      )}
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

import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { restoreFocus } from '../browser/focus.ts'
import { useBlockLeaving } from '../browser/use-block-leaving.ts'
import styles from './form.module.css'

type SecretDialogProps = {
  /** Undefined closes the dialog. */
  readonly secret: string | undefined
  /** Names the secret's owner. */
  readonly title: string
  /** The secret's name: 'The password'. */
  readonly label: string
  /** Instructions for the user. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Time for the browser to return the focus to the previous element. */
const FOCUS_RETURN_MS = 50

/**
 * Shows a secret once, with a button that copies it. If the user closes the dialog without having copied the secret, also with
 * Esc or Back, asks first.
 */
export function SecretDialog({ secret, title, label, children, onClose }: SecretDialogProps) {
  const { copied, copy, error } = useClipboard({ timeout: 1500 })
  const [triedSecret, setTriedSecret] = useState<string>()
  const [copiedSecret, setCopiedSecret] = useState<string>()
  // If the browser refuses to copy, closing must still ask.
  if (copied && triedSecret === secret && copiedSecret !== secret) setCopiedSecret(secret)
  const [secretAskedAbout, setSecretAskedAbout] = useState<string>()
  const isAsking = secret !== undefined && secretAskedAbout === secret && copiedSecret !== secret
  // Keep the title while the dialog fades out; the secret disappears at once.
  const [lastTitle, setLastTitle] = useState('')
  if (secret !== undefined && title !== lastTitle) setLastTitle(title)
  function close() {
    setSecretAskedAbout(undefined)
    setTriedSecret(undefined)
    setCopiedSecret(undefined)
    onClose()
  }
  useBlockLeaving(secret !== undefined && copiedSecret !== secret, () => setSecretAskedAbout(secret))
  const closeOrAsk = () => (copiedSecret === secret ? close() : setSecretAskedAbout(secret))
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
            setSecretAskedAbout(undefined)
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {error && triedSecret === secret && copiedSecret !== secret && (
        <Text size="sm" c="var(--bad)" mt="md" role="alert">
          The browser did not allow copying. Select it and press Ctrl C.
        </Text>
      )}
      {isAsking && (
        <Text size="sm" c="var(--bad)" fw={600} mt="md" role="alert">
          {label} has not been copied, and is never shown again.
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        {isAsking && (
          <Button variant="default" onClick={() => setSecretAskedAbout(undefined)}>
            Go back
          </Button>
        )}
        <Button onClick={close}>I have kept it</Button>
      </Group>
    </Modal>
  )
}

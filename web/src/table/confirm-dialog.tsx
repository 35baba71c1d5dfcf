import { Alert, Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../app/api/api-error.ts'

type Given = {
  readonly opened: boolean
  readonly title: string
  /** What it will touch. */
  readonly children: ReactNode
  readonly confirmLabel: string
  /** It cannot be undone. */
  readonly isDangerous?: boolean
  /** Does it. What it throws is said in the dialog, which stays; else the dialog closes. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something is done that cannot be undone. A refusal is shown where the question stands. */
export function ConfirmDialog(given: Given) {
  const { opened, title, children, confirmLabel, isDangerous = false, onConfirm, onClose } = given
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: () => close() })
  function close() {
    confirm.reset()
    onClose()
  }
  const { error, isPending } = confirm
  const reasons = error instanceof ApiError ? error.fields : []
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={540}
      closeOnEscape={!isPending}
      closeOnClickOutside={!isPending}
      withCloseButton={!isPending}
    >
      {children}
      {error && (
        <Alert color="bad" variant="light" mt="md" role="alert">
          {messageOf(error)}
          {reasons.length > 0 && (
            <ul>
              {reasons.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button {...(isDangerous && { color: 'bad' })} loading={isPending} onClick={() => confirm.mutate()}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}

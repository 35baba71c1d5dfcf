import { Alert, Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../server/api-error.ts'
import { restoreFocus } from '../browser/focus.ts'
import { restoredText } from '../form/form-shell.tsx'
import { savedBeforeText } from '../form/idempotency.ts'
import { focusUnreadableNumber } from '../form/typed/number-fields.tsx'
import type { DialogDraft } from '../form/use-dialog-draft.ts'
import { DisabledReason } from './disabled-reason.tsx'

type ConfirmDialogProps<Done> = {
  readonly opened: boolean
  readonly title: string
  /** What the action affects. */
  readonly children: ReactNode
  readonly confirmLabel: string
  /** The label of the cancel button, if 'Cancel' could be mistaken for the action. */
  readonly keepLabel?: string
  /** Reason why the action cannot be confirmed at present. */
  readonly whyNot?: string | undefined
  /** Width in pixels, if the dialog holds more than a few lines. */
  readonly size?: number
  /** The action cannot be undone. */
  readonly isDangerous?: boolean
  /** The user’s input. Confirming and Cancel clear it; closing the dialog in any other way saves it. */
  readonly draft?: DialogDraft
  /** Performs the action. If it throws, the dialog stays open and shows the error. */
  readonly onConfirm: () => Promise<Done>
  /** Receives the result of onConfirm as the dialog closes. It may remove the record that the dialog shows. */
  readonly onDone?: (done: Done) => void
  readonly onClose: () => void
}

/** How long the browser may take to return the focus to the control that opened the dialog. */
const FOCUS_RETURN_MS = 50

/** Asks the user to confirm an action. An error is shown in the dialog. */
export function ConfirmDialog<Done>(props: ConfirmDialogProps<Done>) {
  const { opened, draft, onConfirm, onDone, onClose } = props
  // Set by the click itself: a second click can arrive before the button renders as loading, or while the dialog
  // closes.
  const isConfirmed = useRef(false)
  useEffect(() => {
    if (opened) isConfirmed.current = false
  }, [opened])
  const confirm = useMutation({
    // Pass the draft as it was sent: the user can go on typing while the call runs.
    mutationFn: (_sent: DialogDraft | undefined) => onConfirm(),
    onSuccess(done, sent) {
      sent?.markSaved()
      close()
      onDone?.(done)
    },
    onError(refusal, sent) {
      isConfirmed.current = false
      sent?.markFailed(refusal)
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  // While it closes it shows its last content, even if the record is gone.
  const [lastProps, setLastProps] = useState(props)
  if (opened && lastProps !== props) setLastProps(props)
  const {
    title,
    children,
    confirmLabel,
    keepLabel = 'Cancel',
    whyNot,
    size = 540,
    ...look
  } = opened ? props : lastProps
  function confirmOnce(event: SyntheticEvent) {
    event.preventDefault()
    // If the dialog is inside a form, do not submit that form too.
    event.stopPropagation()
    if (!opened || whyNot !== undefined || isConfirmed.current || focusUnreadableNumber(form.current)) return
    isConfirmed.current = true
    confirm.mutate(draft)
  }
  function close() {
    confirm.reset()
    onClose()
  }
  function cancel() {
    draft?.forget()
    close()
  }
  // The button lost the focus while it was loading.
  useEffect(() => {
    if (confirm.error) refusal.current?.focus()
  }, [confirm.error])
  const { error, isPending } = confirm
  // A single field error repeats the message.
  const reasons = error instanceof ApiError ? error.fields.filter(({ message }) => message !== error.message) : []
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      // Ctrl+Enter confirms from any field.
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && confirmOnce(event)}
      closeOnEscape={!isPending}
      closeOnClickOutside={!isPending}
      withCloseButton={!isPending}
      onExitTransitionEnd={() => setTimeout(restoreFocus, FOCUS_RETURN_MS)}
    >
      <form ref={form} noValidate onSubmit={confirmOnce}>
        {opened && draft?.isRestored && <p role="status">{restoredText(draft.wasSent)}</p>}
        {children}
        {error && (
          <Alert ref={refusal} tabIndex={-1} color="bad" variant="light" mt="md" role="alert">
            {savedBeforeText(error) ?? messageOf(error)}
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
          <DisabledReason reasons={[whyNot]} />
          <Button variant="default" onClick={cancel} disabled={isPending} data-autofocus>
            {keepLabel}
          </Button>
          <Button
            type="submit"
            {...(look.isDangerous && { color: 'bad' })}
            disabled={whyNot !== undefined}
            loading={isPending}
          >
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

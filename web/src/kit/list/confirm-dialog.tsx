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
  /** What it will touch. */
  readonly children: ReactNode
  readonly confirmLabel: string
  /** The way out, where 'Cancel' could be taken for what it asks. */
  readonly keepLabel?: string
  /** Why it cannot be confirmed as things stand, in words. */
  readonly whyNot?: string | undefined
  /** How wide it is, in pixels, where it holds more than a few lines. */
  readonly size?: number
  /** It cannot be undone. */
  readonly isDangerous?: boolean
  /** What is typed into it: doing it and Cancel forget that, any other way out keeps it. */
  readonly draft?: DialogDraft
  /** Does it. What it throws is said in the dialog, which stays; else the dialog closes. */
  readonly onConfirm: () => Promise<Done>
  /** Told what onConfirm gave, as the dialog closes: here what it asked about may go. */
  readonly onDone?: (done: Done) => void
  readonly onClose: () => void
}

/** How long the browser may take to give the focus back to what opened a dialog. */
const FOCUS_RETURN_MS = 50

/** Asks before something is done that cannot be undone. A refusal is shown where the question stands. */
export function ConfirmDialog<Done>(given: ConfirmDialogProps<Done>) {
  const { opened, draft, onConfirm, onDone, onClose } = given
  // Whether it was confirmed, from the press itself on: a second one may come before the button is drawn as at work, and
  // another while the dialog closes.
  const isConfirmed = useRef(false)
  useEffect(() => {
    if (opened) isConfirmed.current = false
  }, [opened])
  const confirm = useMutation({
    // The draft is the one that was sent: while it is at work, more may be typed.
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
  // While it closes it says what it said, though there may be nothing left to ask about.
  const [asked, setAsked] = useState(given)
  if (opened && asked !== given) setAsked(given)
  const { title, children, confirmLabel, keepLabel = 'Cancel', whyNot, size = 540, ...look } = opened ? given : asked
  function confirmOnce(event: SyntheticEvent) {
    event.preventDefault()
    // Where it stands within a form, that one is not sent with it.
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
  // The button had the focus, and lost it while it was at work.
  useEffect(() => {
    if (confirm.error) refusal.current?.focus()
  }, [confirm.error])
  const { error, isPending } = confirm
  // A single reason is the message itself.
  const reasons = error instanceof ApiError ? error.fields.filter(({ message }) => message !== error.message) : []
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      // The way that does not lead over the button, wherever the focus is.
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

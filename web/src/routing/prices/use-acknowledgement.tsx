import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ApiError } from '../../kit/server/api-error.ts'

/** The acknowledgement of warnings about prices, with the reason. */
export type Acknowledgement = { readonly note: string; readonly acknowledged: boolean }

/** The warnings for which a call refused prices; empty for other errors. */
export const unseenWarnings = (error: unknown): readonly string[] =>
  error instanceof ApiError
    ? error.fields.filter(({ path }) => path === 'acknowledged').map(({ message }) => message)
    : []

/** The note of a version of the rule book; `isRequired` if there are warnings. */
export function NoteField(props: {
  readonly isRequired: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { isRequired, value, onChange } = props
  return (
    <Textarea
      mt="sm"
      label="Note"
      description="Saved with this version of the carrier rules"
      maxLength={500}
      rows={2}
      required={isRequired}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const whyNoNote = (isRequired: boolean, note: string) =>
  isRequired && note.trim() === '' ? 'Add a note to explain this change.' : undefined

/**
 * For a dialog that publishes prices. `send` makes the call, which the server first refuses if there are warnings; the
 * dialog then shows them and asks for a note.
 *
 * @param name identifies the dialog and its subject; its draft is stored under it
 */
export function useAcknowledgement(name: string, opened: boolean, isWarnedAlready = false) {
  const draft = useDialogDraft(name, opened, { note: '' })
  const { note } = draft.values
  // Warnings of an earlier dialog do not apply to the next one.
  const [refused, setRefused] = useState<string>()
  if (!opened && refused !== undefined) setRefused(undefined)
  const isWarned = isWarnedAlready || refused === name
  async function send<Answer>(call: (said: Acknowledgement) => Promise<Answer>): Promise<Answer> {
    try {
      return await call({ note: note.trim(), acknowledged: isWarned })
    } catch (error) {
      if (!(error instanceof ApiError) || unseenWarnings(error).length === 0) throw error
      setRefused(name)
      // The server's message is for API callers; the dialog lists each warning instead.
      const { status, code, fields } = error
      const message = 'Check these prices before publishing.'
      throw new ApiError(status, { code, message, fields: [...fields] })
    }
  }
  return {
    send,
    isWarned,
    whyNot: whyNoNote(isWarned, note),
    draft,
    field: <NoteField isRequired={isWarned} value={note} onChange={(next) => draft.set({ note: next })} />,
  }
}

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ApiError } from '../../kit/server/api-error.ts'

/** What a caller says of prices beside them: why, and whether what looks wrong was looked at. */
export type Acknowledgement = { readonly note: string; readonly acknowledged: boolean }

/** What looks wrong in prices that a call refused for it; empty where it failed otherwise. */
export const unseenWarnings = (error: unknown): readonly string[] =>
  error instanceof ApiError
    ? error.fields.filter(({ path }) => path === 'acknowledged').map(({ message }) => message)
    : []

/** The note of a version of the rule book; `isRequired` where something looks wrong. */
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
      description="Kept with this version of the rule book"
      maxLength={500}
      rows={2}
      required={isRequired}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const whyNoNote = (isRequired: boolean, note: string) =>
  isRequired && note.trim() === '' ? 'Say in the note why this is right.' : undefined

/**
 * For a dialog that publishes prices: `send` makes the call, which is refused the first time where something looks wrong. The
 * dialog then says what, and asks for a note.
 *
 * @param name what the dialog asks, and about what: its draft is kept by it
 */
export function useAcknowledgement(name: string, opened: boolean, isWarnedAlready = false) {
  const draft = useDialogDraft(name, opened, { note: '' })
  const { note } = draft.values
  // What a dialog was refused for is not what the next one would be.
  const [refused, setRefused] = useState<string>()
  if (!opened && refused !== undefined) setRefused(undefined)
  const isWarned = isWarnedAlready || refused === name
  async function send<Answer>(call: (said: Acknowledgement) => Promise<Answer>): Promise<Answer> {
    try {
      return await call({ note: note.trim(), acknowledged: isWarned })
    } catch (error) {
      if (!(error instanceof ApiError) || unseenWarnings(error).length === 0) throw error
      setRefused(name)
      // What the server says of it is said to callers: here each warning is listed beneath.
      const { status, code, fields } = error
      const message = 'Look at these prices again before they are published.'
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

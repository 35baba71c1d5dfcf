import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { MAX_NOTE, tooLongNote } from '@despatch/domain/orders/tags-and-notes/notes'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { z } from 'zod'
import { useStore } from '../../kit/browser/store.ts'
import { LeaveGuard } from '../../kit/form/leave-guard.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { session } from '../../kit/session/session-store.ts'
import type { OrderReference } from '../commands/work-order-queries.ts'
import { addNote, colleaguesToChoose } from './note-queries.ts'
import styles from './notes.module.css'

/** Notes are stored as one line. */
const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim()
const noteShape = z.object({
  note: z
    .string()
    .transform(inOneLine)
    .refine((note) => note.length <= MAX_NOTE, { error: ({ input }) => tooLongNote(String(input).length) }),
  isInternal: z.boolean(),
})

/** Adds a note. @ mentions and notifies a colleague. Drafts survive until the note is added. */
export function NoteForm({ order }: { readonly order: OrderReference }) {
  const isStaff = useStore(session.store, ({ user }) => user?.role.iforce_user === true)
  const { data: people = [] } = useQuery(colleaguesToChoose(order.clientCode))
  const state = useContractForm({
    schema: noteShape,
    initialValues: { note: '', isInternal: false },
    draftKey: `note-${order.clientCode}-${order.orderNumber}`,
    labels: { note: 'note' },
    onSubmit: (values, idempotencyKey) => addNote(order, values, idempotencyKey),
  })
  const { form, setFields, element, submit: send, reset, storeNow, problem, isSubmitting } = state
  const text = form.useWatchValue('note')
  const isInternal = form.useWatchValue('isInternal')
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = inOneLine(text) === ''
  const tooLong = inOneLine(text).length > MAX_NOTE && tooLongNote(inOneLine(text).length)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) void send()
  }
  function mention(username: string | null) {
    if (!username) return
    setFields({ note: `${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${username} ` })
    requestAnimationFrame(() => field.current?.focus())
  }
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={submit} aria-label="New note">
      <Textarea
        ref={field}
        data-path="note"
        label="New note"
        dir="auto"
        rows={2}
        value={text}
        error={tooLong || form.errors['note'] || problem}
        onChange={(event) => setFields({ note: event.currentTarget.value })}
      />
      <div className={styles.formFoot}>
        <Select
          aria-label="Mention a colleague"
          placeholder="Mention…"
          size="xs"
          searchable
          value={null}
          data={people
            .filter(({ isMe, isStaff: isOfStaff }) => !isMe && (!isInternal || isOfStaff))
            .map(({ username }) => username)}
          onChange={mention}
        />
        {isStaff && (
          <Checkbox
            size="xs"
            label="Internal – not shown to the client"
            checked={isInternal}
            onChange={(event) => setFields({ isInternal: event.currentTarget.checked })}
          />
        )}
        <Button type="submit" size="xs" variant="default" ml="auto" disabled={isEmpty} loading={isSubmitting}>
          Add note
        </Button>
      </div>
      <LeaveGuard title="New note" isDirty={!isEmpty && !isSubmitting} onDiscard={reset} onStoreDraft={storeNow} />
    </form>
  )
}

import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { MAX_NOTE, tooLongNote } from '@despatch/domain/orders/tags-and-notes/notes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { createKeyring } from '../../kit/form/idempotency.ts'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { session } from '../../kit/session/session-store.ts'
import type { OrderOf } from '../suspend-release-cancel/work-order-queries.ts'
import { addNote, colleaguesToChoose } from './note-queries.ts'
import styles from './notes.module.css'

/** Adds a note to an order. A colleague is mentioned with @, and told. */
export function NoteForm({ order }: { readonly order: OrderOf }) {
  const isStaff = useStore(session.store, ({ user }) => user?.role.iforce_user === true)
  const { data: people = [] } = useQuery(colleaguesToChoose(order.clientCode))
  const [text, setText] = useState('')
  const [isInternal, setIsInternal] = useState(false)
  const [keyring] = useState(createKeyring)
  const field = useRef<HTMLTextAreaElement>(null)
  // Of a note one line is kept.
  const note = text.replaceAll(/\s*\n\s*/g, ' ').trim()
  const add = useMutation({
    mutationFn: () => addNote(order, { note, isInternal }, keyring.keyFor({ note, isInternal, order })),
    onSuccess() {
      setText('')
      setIsInternal(false)
      keyring.forget()
    },
  })
  const wrong = note.length > MAX_NOTE ? tooLongNote(note.length) : add.error && whyRefused(add.error)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (note !== '' && note.length <= MAX_NOTE && !add.isPending) add.mutate()
  }
  function mention(username: string | null) {
    if (!username) return
    setText((before) => `${before}${before === '' || before.endsWith(' ') ? '' : ' '}@${username} `)
    requestAnimationFrame(() => field.current?.focus())
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="New note">
      <Textarea
        ref={field}
        label="New note"
        dir="auto"
        rows={2}
        value={text}
        error={wrong}
        onChange={(event) => {
          setText(event.currentTarget.value)
          if (add.error) add.reset()
        }}
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
            label="Internal: the client never sees it"
            checked={isInternal}
            onChange={(event) => setIsInternal(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" size="xs" variant="default" ml="auto" disabled={note === ''} loading={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  )
}

const whyRefused = (error: unknown) =>
  (error instanceof ApiError && error.fields.find(({ path }) => path === 'note')?.message) || messageOf(error)

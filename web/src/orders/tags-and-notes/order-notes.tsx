import { Button, Select, TagsInput } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import type { OrderNote } from '@despatch/contract/orders/tags-and-notes/tags-and-notes'
import { MAX_TAG, MAX_TAGS } from '@despatch/domain/orders/tags-and-notes/notes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { RemoveDialog } from '../../kit/list/remove-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { useReleaseDisabledReason } from '../use-order-rights.ts'
import { orderKey } from '../commands/work-order-queries.ts'
import orderStyles from '../order-parts/order.module.css'
import { peopleOptions } from './mark-buttons.tsx'
import { NoteForm } from './note-form.tsx'
import { assignOrders, colleaguesToChoose, deleteNote, notesOf, tagOrders, tagsInUse } from './note-queries.ts'
import styles from './notes.module.css'
import { TagList } from './tag-list.tsx'

type OfOrderProps = { readonly order: Pick<Order, 'clientCode' | 'orderNumber' | 'tags' | 'assignedTo'> }

/** Tags, assignee and notes of an order. */
export function OrderNotes({ order }: OfOrderProps) {
  const { data, error, refetch } = useQuery(notesOf(order))
  const whyNot = useReleaseDisabledReason()
  return (
    <section id="notes" className={orderStyles.section} aria-labelledby="notes-title">
      <h2 id="notes-title">Tags and notes</h2>
      {whyNot === undefined ? (
        <div className={styles.marks}>
          <OrderTags order={order} />
          <AssigneeField order={order} userId={data?.assignee?.userId} />
        </div>
      ) : (
        <dl className={orderStyles.list}>
          <dt>Tags</dt>
          <dd>{order.tags.length > 0 ? <TagList tags={order.tags} /> : 'None'}</dd>
          <dt>Assigned to</dt>
          <dd>{order.assignedTo || 'Unassigned'}</dd>
        </dl>
      )}
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data && data.notes.length > 0 && (
        <ol className={styles.notes} aria-label="Notes, newest first">
          {data.notes.map((note) => (
            <Note key={note.noteId} order={order} note={note} />
          ))}
        </ol>
      )}
      {whyNot === undefined && <NoteForm order={order} />}
      {whyNot !== undefined && data?.notes.length === 0 && <p className={orderStyles.remark}>No notes.</p>}
    </section>
  )
}

function OrderTags({ order }: OfOrderProps) {
  const { data: known = [] } = useQuery(tagsInUse)
  const change = useMutation({
    mutationFn: (tags: readonly string[]) =>
      tagOrders(
        { orders: [orderKey(order)] },
        {
          add: tags.filter((tag) => !order.tags.includes(tag)),
          remove: order.tags.filter((tag) => !tags.includes(tag)),
        },
        order.clientCode,
      ),
    onError: (error) => notify.danger(messageOf(error)),
  })
  return (
    <TagsInput
      label="Tags"
      placeholder={order.tags.length === 0 ? 'Type a tag, then Enter' : ''}
      data={known}
      value={[...((change.isPending ? change.variables : undefined) ?? order.tags)]}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG}
      acceptValueOnBlur
      onChange={(tags) => change.mutate(tags)}
    />
  )
}

type AssigneeProps = OfOrderProps & { readonly userId: string | undefined }

function AssigneeField({ order, userId }: AssigneeProps) {
  const { data: people = [] } = useQuery(colleaguesToChoose(order.clientCode))
  const options = peopleOptions(people)
  // An assignee whose name is hidden, or who may no longer see the order.
  const others =
    userId && !options.some(({ value }) => value === userId) ? [{ value: userId, label: order.assignedTo }] : []
  const change = useMutation({
    mutationFn: (to: string | null) => assignOrders({ orders: [orderKey(order)] }, to, order.clientCode),
    onSuccess(message) {
      notify.success(message)
    },
    onError: (error) => notify.danger(messageOf(error)),
  })
  return (
    <Select
      label="Assigned to"
      placeholder="Unassigned"
      searchable
      clearable
      data={[...others, ...options]}
      value={(change.isPending ? change.variables : userId) ?? null}
      onChange={(to) => change.mutate(to)}
    />
  )
}

function Note({ order, note }: OfOrderProps & { readonly note: OrderNote }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <li className={styles.note}>
      <div className={styles.noteHead}>
        <strong>{note.by}</strong>
        <MomentText at={note.at} />
        {note.isInternal && <Status meaning="neutral">Internal</Status>}
        {note.isOwn && (
          <Button size="compact-xs" variant="subtle" ml="auto" onClick={() => setIsAsked(true)}>
            Delete…
          </Button>
        )}
      </div>
      <p dir="auto">{note.note}</p>
      <RemoveDialog
        opened={isAsked}
        noun={['note', 'notes']}
        names={['']}
        only="your note"
        onClose={() => setIsAsked(false)}
        onRemove={() => deleteNote(order, note.noteId)}
        onDeleted={() => notify.success('The note was deleted.')}
      >
        <p dir="auto">{note.note}</p>
      </RemoveDialog>
    </li>
  )
}

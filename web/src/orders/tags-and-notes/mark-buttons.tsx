import { Button, Select, TagsInput } from '@mantine/core'
import { MAX_TAG, MAX_TAGS } from '@despatch/domain/orders/tags-and-notes/notes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { ordersText } from '../commands/command-text.ts'
import type { Selection } from '../commands/work-order-queries.ts'
import { assignOrders, colleaguesToChoose, tagOrders, tagsInUse } from './note-queries.ts'

type MarkProps = { readonly selection: Selection; readonly count: number }
type MarkButtonsProps = MarkProps & { readonly whyNot: string | undefined }

/** Tag and assign the selected orders. */
export function MarkButtons({ selection, count, whyNot }: MarkButtonsProps) {
  const [openDialog, setOpenDialog] = useState<'tag' | 'assign'>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      {(['tag', 'assign'] as const).map((act) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          disabled={whyNot !== undefined}
          onClick={() => setOpenDialog(act)}
        >
          {act === 'tag' ? 'Tag…' : 'Assign…'}
        </Button>
      ))}
      <TagDialog opened={openDialog === 'tag'} onClose={close} selection={selection} count={count} />
      <AssignDialog opened={openDialog === 'assign'} onClose={close} selection={selection} count={count} />
    </>
  )
}

type DialogProps = MarkProps & { readonly opened: boolean; readonly onClose: () => void }

function TagDialog({ opened, onClose, selection, count }: DialogProps) {
  const { data: known = [] } = useQuery({ ...tagsInUse, enabled: opened })
  const nothingYet: { add: string[]; remove: string[] } = { add: [], remove: [] }
  const draft = useDialogDraft('tag-orders', opened, nothingYet)
  const { add, remove } = draft.values
  const nothing = add.length + remove.length === 0
  const field = { data: known, maxTags: MAX_TAGS, maxLength: MAX_TAG, acceptValueOnBlur: true, clearable: true }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Tag ${ordersText(count)}`}
      confirmLabel={`Tag ${ordersText(count)}`}
      whyNot={nothing ? 'Enter a tag to add or remove.' : undefined}
      draft={draft}
      onConfirm={() => tagOrders(selection, { add, remove })}
      onDone={(message) => notify.success(message)}
    >
      <TagsInput
        {...field}
        label="Add tags"
        description="Enter ends a tag."
        value={add}
        onChange={(tags) => draft.set({ add: tags })}
      />
      <TagsInput
        {...field}
        label="Remove tags"
        mt="sm"
        value={remove}
        onChange={(tags) => draft.set({ remove: tags })}
      />
    </ConfirmDialog>
  )
}

const NOBODY = 'nobody'

function AssignDialog({ opened, onClose, selection, count }: DialogProps) {
  const { data: people = [] } = useQuery({ ...colleaguesToChoose(), enabled: opened })
  const [userId, setUserId] = useState<string | null>(null)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Assign ${ordersText(count)}`}
      confirmLabel={`Assign ${ordersText(count)}`}
      whyNot={userId === null ? 'Choose a colleague.' : undefined}
      onConfirm={() => assignOrders(selection, userId === NOBODY ? null : userId)}
      onDone={(message) => notify.success(message)}
    >
      <Select
        label="Assign to"
        placeholder="Choose…"
        searchable
        data={[{ value: NOBODY, label: 'Unassigned' }, ...peopleOptions(people)]}
        value={userId}
        onChange={setUserId}
      />
    </ConfirmDialog>
  )
}

type Person = { readonly userId: string; readonly username: string; readonly isMe: boolean }

/** Options of colleagues, the user first. */
export const peopleOptions = (people: readonly Person[]) =>
  people
    .toSorted((one, other) => Number(other.isMe) - Number(one.isMe))
    .map(({ userId, username, isMe }) => ({ value: userId, label: isMe ? `${username} (me)` : username }))

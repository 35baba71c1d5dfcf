import { Alert, Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { session as calls } from '@despatch/contract/sign-in/session'
import type { SavedView } from '@despatch/contract/sign-in/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useDialogDraft } from '../../form/use-dialog-draft.ts'
import { messageOf } from '../../server/api-error.ts'
import { call } from '../../server/call.ts'
import { notify } from '../../notify/notify.ts'
import { type TableLayout, tableViews } from '../columns/table-layout.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'

type SaveViewDialogProps = {
  readonly table: string
  readonly search: string
  readonly layout: TableLayout
  /** The user’s own views, to detect a name that is already used. */
  readonly own: readonly SavedView[]
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

const MAX_NAME_LENGTH = 60

/** Saves the filters, order and columns of a table as a view. Asks before it replaces a view of the same name. */
export function SaveViewDialog({ table, search, layout, own, onSaved, onClose }: SaveViewDialogProps) {
  const queryClient = useQueryClient()
  const draft = useDialogDraft(`view ${table}`, true, { name: '', isShared: false })
  const { name, isShared } = draft.values
  const [problem, setProblem] = useState('')
  const [replaced, setReplaced] = useState<string>()
  const save = useMutation({
    // Pass the draft as it was sent: the user can go on typing while the call runs.
    mutationFn: (_sent: typeof draft) =>
      call(calls.saveView, { body: { table, name: name.trim(), search, layout, isShared } }),
    onSuccess: async ({ message, view }, sent) => {
      await queryClient.invalidateQueries({ queryKey: tableViews(table).queryKey })
      onSaved(view._id)
      notify.success(message)
      sent.markSaved()
      onClose()
    },
  })
  const saveOnce = useOneAtATime(() => save.mutateAsync(draft))

  function submit(event: FormEvent) {
    event.preventDefault()
    const newName = name.trim()
    const isTaken = own.some((view) => view.name.toLowerCase() === newName.toLowerCase())
    if (newName === '') setProblem('Enter a name for the view')
    else if (isTaken && replaced !== newName) setReplaced(newName)
    else saveOnce()
  }

  return (
    <Modal opened onClose={onClose} title="Save this view" size={460}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={problem}
          onChange={(event) => {
            draft.set({ name: event.currentTarget.value })
            setProblem('')
            setReplaced(undefined)
          }}
        />
        <Checkbox
          mt="md"
          label="Shared: others can use it, only you can change it"
          checked={isShared}
          onChange={(event) => draft.set({ isShared: event.currentTarget.checked })}
        />
        {replaced !== undefined && (
          <Alert color="attention" variant="light" mt="md" role="alert">
            You have a view called ‘{replaced}’. Saving replaces it.
          </Alert>
        )}
        {save.error && (
          <Alert color="bad" variant="light" mt="md" role="alert">
            {messageOf(save.error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => (draft.forget(), onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {replaced === undefined ? 'Save' : 'Replace'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

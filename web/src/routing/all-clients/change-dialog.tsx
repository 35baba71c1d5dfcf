import { Radio, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { allClients, type ChangeTarget, type PreviewedClient } from '@despatch/contract/routing/all-clients/all-clients'
import { listLabel } from '@despatch/domain/routing/allocation/decision-labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { draftOf } from '../../kit/form/changes.ts'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { offerMove } from '../active-dates/offer-move.ts'
import { ChangeFields } from './change-fields.tsx'
import { ChangePreview } from './change-preview.tsx'
import { storeRun } from './change-run.ts'
import { changeOf, type ChangeValues, newChange } from './change-values.ts'
import { clientsText, type Comparison } from './comparison.ts'

/** Delay after the last key before the preview loads. */
const LOOKED_AFTER_MS = 300

type ChangeDialogProps = {
  readonly comparison: Comparison
  readonly targets: readonly ChangeTarget[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * Makes one change for several clients: the change, its effect at each client, the reason, and what to do if one
 * refuses.
 */
export function ChangeDialog({ comparison, targets, opened, onClose, onDone }: ChangeDialogProps) {
  const { changes, table, verb } = comparison
  const goTo = useGoTo()
  const [nothing] = useState(() => ({
    change: newChange(changes[0] ?? 'extend'),
    note: '',
    onRefusal: 'none' as 'none' | 'others',
  }))
  const draft = useDialogDraft(`change ${table}`, opened, nothing)
  const { note, onRefusal } = draft.values
  const values: ChangeValues = useMemo(
    () => draftOf(nothing.change, draft.values.change),
    [nothing, draft.values.change],
  )
  const { change, problems } = useMemo(() => changeOf(values), [values])
  const [debouncedChange] = useDebouncedValue(change, LOOKED_AFTER_MS)
  const preview = useQuery({
    queryKey: ['rule-book', 'all-clients', 'preview', debouncedChange, targets],
    queryFn: async ({ signal }) => {
      if (!debouncedChange) return []
      return (await call(allClients.preview, { body: { change: debouncedChange, targets: [...targets] } }, { signal }))
        .clients
    },
    enabled: opened && debouncedChange !== undefined,
    gcTime: 0,
    // The change applies to the previewed versions: a client refuses if an item changed meanwhile, even by a lost
    // answer to this user.
    staleTime: Infinity,
  })
  const isLooking = change !== undefined && (debouncedChange !== change || preview.isPending)
  const clients = change && !isLooking ? preview.data : undefined
  const changing = clients?.filter(({ outcome }) => outcome === 'changes') ?? []
  const count = clientsText(clients ? changing.length : targets.length)

  async function apply() {
    if (!change) return
    const body = { change, targets: changing.map(targetOf), onRefusal, note: note.trim(), acknowledged: true }
    storeRun(table, await call(allClients.change, { body }))
    await ruleBookChanged()
    const items = changing.flatMap((client) => client.items).filter(({ kind }) => kind === 'carrier')
    const carriers = items.map(({ key }) => key)
    if (carriers.length > 0) void offerMove(carriers, goTo).catch(() => undefined)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`${verb} for ${clientsText(targets.length)}`}
      confirmLabel={`${verb} for ${count}`}
      size={760}
      whyNot={
        change === undefined
          ? (problems.get('') ?? 'Choose what to change.')
          : preview.error
            ? messageOf(preview.error)
            : whyNotChange({ clients, note, onRefusal })
      }
      draft={draft}
      onConfirm={apply}
      onDone={onDone}
      onClose={onClose}
    >
      <ChangeFields
        kinds={changes}
        values={values}
        problems={problems}
        onChange={(part) => draft.set({ change: { ...values, ...part } })}
      />
      <ChangePreview clients={clients} isLoading={isLooking && !preview.error} />
      <Radio.Group
        mt="sm"
        label="If a client can’t be changed"
        value={onRefusal}
        onChange={(chosen) => draft.set({ onRefusal: chosen === 'others' ? 'others' : 'none' })}
      >
        <Radio mt="xs" value="none" label="Change none" />
        <Radio mt="xs" value="others" label="Change the others" />
      </Radio.Group>
      <Textarea
        mt="sm"
        label="Note"
        description="Saved with this version of each client’s carrier rules"
        maxLength={500}
        rows={2}
        required={hasWarnings(changing)}
        value={note}
        onChange={(event) => draft.set({ note: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}

const hasWarnings = (clients: readonly PreviewedClient[]) => clients.some(({ warnings }) => warnings.length > 0)

/** The previewed versions: a client refuses if they changed meanwhile. */
const targetOf = ({ client, items }: PreviewedClient): ChangeTarget => ({
  client,
  items: items.map(({ key, version }) => ({ key, version })),
})

const MAX_NAMED = 3

/** The reason why the change cannot be made yet. */
function whyNotChange({
  clients,
  note,
  onRefusal,
}: {
  clients: readonly PreviewedClient[] | undefined
  note: string
  onRefusal: 'none' | 'others'
}): string | undefined {
  if (!clients) return 'Checking changes…'
  const refused = clients.filter(({ outcome }) => outcome === 'refused').map(({ client }) => client)
  if (refused.length > 0 && onRefusal === 'none') {
    const more = refused.length - MAX_NAMED
    const names = more > 0 ? [...refused.slice(0, MAX_NAMED), `${more} more`] : refused
    return `${listLabel(names)} can’t be changed. Choose to change the others, or select other clients.`
  }
  if (clients.every(({ outcome }) => outcome !== 'changes')) return 'Nothing would change.'
  return hasWarnings(clients) && note.trim() === '' ? 'Add a note to explain this change.' : undefined
}

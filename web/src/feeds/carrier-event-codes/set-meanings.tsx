import { Progress, Select, TextInput } from '@mantine/core'
import { type EventCode, ASSIGNABLE_STATES } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import fileStyles from '../../kit/form/file.module.css'
import { refreshEventCodes } from './event-code-queries.ts'
import { DESCRIPTION_LENGTH } from './event-code-values.ts'

const MEANINGS = ASSIGNABLE_STATES.map((value) => ({ value, label: DELIVERY_STATES[value] }))
type Meaning = (typeof ASSIGNABLE_STATES)[number]
const MAX_NAMED = 10

type SetMeaningsProps = {
  readonly codes: readonly EventCode[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Sets one meaning for many codes. */
export function SetMeanings({ codes, opened, onClose, onSaved }: SetMeaningsProps) {
  const draft = useDialogDraft<{ state: Meaning | ''; reason: string }, undefined>('mean-many', opened, {
    state: '',
    reason: '',
  })
  const { state, reason } = draft.values
  const [savedCount, setSavedCount] = useState<number>()
  const close = () => {
    setSavedCount(undefined)
    onClose()
  }
  async function save(): Promise<number> {
    if (state === '') throw new Error('Choose a meaning.')
    setSavedCount(0)
    try {
      for (const [at, code] of codes.entries()) {
        await call(feeds.setEventCode, { body: bodyOf(code, state, reason) }).catch((error: unknown) => {
          throw new Error(`Saving stopped at ${code.carrier} ${code.code}: ${messageOf(error)}`, { cause: error })
        })
        setSavedCount(at + 1)
      }
      return codes.length
    } finally {
      // Codes saved so far stay.
      void refreshEventCodes()
    }
  }
  const count = `${formatCount(codes.length)} ${codes.length === 1 ? 'code' : 'codes'}`
  const known = codes.filter(({ version }) => version > 0).length
  return (
    <ConfirmDialog
      opened={opened}
      title={`One meaning for ${count}`}
      confirmLabel={`Save ${count}`}
      whyNot={state === '' ? 'Choose a meaning.' : undefined}
      draft={draft}
      onConfirm={save}
      onDone={(saved) => {
        notify.success(`${formatCount(saved)} ${saved === 1 ? 'code' : 'codes'} saved.`)
        onSaved()
      }}
      onClose={close}
    >
      <p className={fileStyles.value}>{namesOf(codes)}</p>
      <Select
        label="Means"
        placeholder="Choose"
        data={MEANINGS}
        value={state || null}
        onChange={(value) => draft.set({ state: (value ?? '') as Meaning | '' })}
      />
      <TextInput
        mt="sm"
        label={<OptionalLabel>Incident reason</OptionalLabel>}
        description="Applies to all. Leave empty to keep each code’s own"
        maxLength={DESCRIPTION_LENGTH}
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
      <p className={fileStyles.remark}>
        Applies to every client and updates earlier events.
        {known > 0 && ` ${formatCount(known)} of them already had a meaning. Their earlier events change too.`}
      </p>
      {savedCount !== undefined && (
        <Progress value={(savedCount / Math.max(1, codes.length)) * 100} aria-label="Saved codes" />
      )}
    </ConfirmDialog>
  )
}

function bodyOf({ carrier, code, reason, description, said, version }: EventCode, state: Meaning, newReason: string) {
  return {
    carrier,
    code,
    state,
    reason: newReason.trim() || reason,
    description: version === 0 ? said.slice(0, DESCRIPTION_LENGTH) : description,
    version,
  }
}

function namesOf(codes: readonly EventCode[]): string {
  const named = codes.slice(0, MAX_NAMED).map(({ carrier, code }) => `${carrier} ${code}`)
  const more = codes.length - named.length
  return named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '')
}

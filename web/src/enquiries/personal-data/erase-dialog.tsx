import { Alert, Select, TextInput } from '@mantine/core'
import type { PersonRecordDto } from '@despatch/contract/enquiries/personal-data/personal-data'
import {
  ERASED_KINDS,
  ERASURE_REASON_CODES,
  ERASURE_REASONS,
  type ErasureReason,
  MAX_REQUEST_REFERENCE,
  orderCountText,
} from '@despatch/domain/enquiries/personal-data/person-records'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { eraseInPieces } from './erase-in-pieces.ts'
import styles from './personal-data.module.css'
import { erasurePreview, invalidatePersonalData } from './person-queries.ts'

type EraseDialogProps = {
  readonly opened: boolean
  readonly chosen: readonly PersonRecordDto[]
  readonly onErased: () => void
  readonly onClose: () => void
}

/** Confirms an erasure: what is erased, what stays, what blocks it, and for which request. */
export function EraseDialog({ opened, chosen, onErased, onClose }: EraseDialogProps) {
  const draft = useDialogDraft<{ requestReference: string; reason: ErasureReason }, undefined>('erase', opened, {
    requestReference: '',
    reason: 'request',
  })
  const { requestReference, reason } = draft.values
  const [erased, setErased] = useState(0)
  const orders = chosen.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  const { data: preview, error } = useQuery({ ...erasurePreview(orders), enabled: opened })
  const counted = orderCountText(chosen.length)
  const whyNot =
    preview === undefined
      ? 'Wait for the preview.'
      : preview.obstacles.length > 0
        ? 'Fix or untick the orders listed first.'
        : requestReference.trim() === ''
          ? 'Enter the request reference.'
          : undefined
  return (
    <ConfirmDialog
      opened={opened}
      title={`Erase personal data of ${counted}?`}
      confirmLabel="Erase personal data"
      keepLabel="Cancel"
      isDangerous
      size={640}
      whyNot={whyNot}
      draft={draft}
      onConfirm={() =>
        eraseInPieces(orders, { requestReference, reason }, setErased).catch((error: unknown) => {
          // Remove the erased orders from the search results.
          void invalidatePersonalData()
          throw error
        })
      }
      onDone={(message) => {
        notify.success(message)
        onErased()
        void invalidatePersonalData()
      }}
      onClose={() => {
        setErased(0)
        onClose()
      }}
    >
      {erased > 0 && (
        <p role="status">
          {formatCount(erased)} of {counted} erased.
        </p>
      )}
      <p>You can’t undo this. Everything below is deleted or replaced by ‘Erased’:</p>
      {error && (
        <Alert color="bad" variant="light">
          {messageOf(error)}
        </Alert>
      )}
      <ul className={styles.replaced} aria-label="Data to erase">
        {preview?.replaced.map(({ kind, count }) => (
          <li key={kind}>
            {ERASED_KINDS[kind]}: {formatCount(count)}
          </li>
        ))}
      </ul>
      <p>
        Order numbers, goods, values, dates, country and postcode district (such as SW1A) are kept for reports. Carrier
        invoices are kept as the law requires.
      </p>
      {preview !== undefined && preview.obstacles.length > 0 && (
        <Alert color="attention" variant="light" mb="sm" title="Fix this first">
          <ul>
            {preview.obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Select
        label="Why"
        data={ERASURE_REASON_CODES.map((value) => ({ value, label: ERASURE_REASONS[value] }))}
        allowDeselect={false}
        value={reason}
        onChange={(value) => draft.set({ reason: ERASURE_REASON_CODES.find((code) => code === value) ?? 'request' })}
      />
      <TextInput
        mt="sm"
        label="Request reference"
        description="Kept in the erasure log. Don’t enter the person’s name."
        maxLength={MAX_REQUEST_REFERENCE}
        required
        value={requestReference}
        onChange={(event) => draft.set({ requestReference: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}

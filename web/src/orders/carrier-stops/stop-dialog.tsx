import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { useToday } from '../../kit/browser/use-today.ts'
import styles from './carrier-stops.module.css'
import { PlanView } from './plan-view.tsx'
import { movePreview, stopCarrier, stopList } from './stop-queries.ts'
import { ordersText, totalsOf } from './stop-text.ts'

type StopDialogProps = { readonly carrier: string; readonly opened: boolean; readonly onClose: () => void }

/** Stops a carrier for all clients: which one, from when, and what happens to its orders. */
export function StopDialog({ carrier: asked, opened, onClose }: StopDialogProps) {
  const today = useToday()
  const [initial] = useState(() => ({ carrier: asked, services: [] as string[], from: today, to: '', reason: '' }))
  const draft = useDialogDraft('stop a carrier', opened, initial)
  const { carrier, services, from, to, reason } = draft.values
  const { data } = useQuery(stopList)
  const known = data?.carriers.find((one) => one.carrier === carrier)
  const dates = { services, from, to: to || null }
  const areDaysRight = isDay(from) && (to === '' || (isDay(to) && from <= to))
  const preview = useQuery({ ...movePreview(carrier, dates), enabled: opened && known !== undefined && areDaysRight })
  const plan = preview.data
  const count = plan ? totalsOf(plan).moved + totalsOf(plan).left : 0
  const name = known?.carrierName ?? 'the carrier'
  const whyNot = !known
    ? 'Choose a carrier.'
    : !areDaysRight
      ? 'Enter a first date, and a last one that is not before it.'
      : preview.error || plan
        ? undefined
        : 'Planning the moves…'
  return (
    <ConfirmDialog
      opened={opened}
      title="Stop a carrier for all clients"
      confirmLabel={count > 0 ? `Stop ${name} and move ${ordersText(count)}` : `Stop ${name}`}
      size={760}
      isDangerous
      whyNot={whyNot}
      draft={draft}
      // Sent again after a lost connection or a reload, it resumes the same stop.
      onConfirm={() => stopCarrier({ stopId: draft.markSent(), carrier, ...dates, reason: reason.trim() })}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Select
          label="Carrier"
          placeholder="Choose a carrier"
          data={data?.carriers.map((one) => ({ value: one.carrier, label: one.carrierName })) ?? []}
          value={known ? carrier : null}
          onChange={(value) => draft.set({ carrier: value ?? '', services: [] })}
          searchable
          required
        />
        <MultiSelect
          label="Services"
          description="Empty means all"
          data={known?.services ?? []}
          value={services}
          onChange={(value) => draft.set({ services: value })}
          disabled={!known || known.services.length < 2}
        />
        <DayField label="First despatch date" value={from} onChange={(day) => draft.set({ from: day })} required />
        <DayField
          label="Last despatch date"
          description="Empty means until you end the stop"
          value={to}
          onChange={(day) => draft.set({ to: day })}
        />
      </div>
      <TextInput
        mt="sm"
        label="Reason"
        placeholder="Strike"
        maxLength={200}
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
      {known && areDaysRight && <PlanView plan={plan} problem={preview.error ? messageOf(preview.error) : undefined} />}
    </ConfirmDialog>
  )
}

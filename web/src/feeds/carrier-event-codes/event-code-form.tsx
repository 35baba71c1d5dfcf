import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { type EventCode, ASSIGNABLE_STATES } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { formatCount } from '@despatch/domain/money/money'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { refreshEventCodes, eventCodesOverview, fetchEventCode } from './event-code-queries.ts'
import {
  EVENT_CODE_LABELS,
  eventCodeForm,
  eventCodeValues,
  type EventCodeValues,
  describeEventCode,
} from './event-code-values.ts'
import styles from '../feeds.module.css'

type EventCodeFormProps = {
  /** The current code; undefined for a new one. */
  readonly of: EventCode | undefined
  readonly onDone: () => void
  readonly onDelete: () => void
}

const MEANINGS = ASSIGNABLE_STATES.map((value) => ({ value, label: DELIVERY_STATES[value] }))

/** The form for the meaning of a carrier's code. */
export function EventCodeForm({ of, onDone, onDelete }: EventCodeFormProps) {
  const [initialValues] = useState(() => eventCodeValues(of))
  const { data: overview } = useQuery(eventCodesOverview)
  const title = of ? `Meaning of ${of.carrier} ${of.code}` : 'Create code'
  const state = useContractForm({
    schema: eventCodeForm,
    initialValues,
    draftKey: `event-code-${of ? `${of.carrier} ${of.code}` : ''}`,
    labels: EVENT_CODE_LABELS,
    async onSubmit(body) {
      const { message } = await call(feeds.setEventCode, { body }).catch(conflict.show)
      notify.success(message)
      void refreshEventCodes()
      onDone()
    },
    onCancel() {
      conflict.clear()
      onDone()
    },
  })
  const { form } = state
  const conflict = useVersionConflict<EventCodeValues>({
    noun: 'code',
    state,
    initialValues,
    async fetchNow() {
      const now = await fetchEventCode(form.getValues())
      return now && eventCodeValues(now)
    },
    shown: describeEventCode,
    merged: mergedValues,
  })
  const meaning = form.useWatchValue('state')

  return (
    <DrawerForm
      title={title}
      state={state}
      saveLabel="Save meaning"
      beside={
        of &&
        of.version > 0 && (
          <Button variant="subtle" color="bad" onClick={onDelete} disabled={state.isSubmitting}>
            Delete…
          </Button>
        )
      }
    >
      {conflict.panel}
      {of ? (
        <p className={fileStyles.remark}>
          {eventCountLabel(of)}
          {of.said && ` Carrier’s latest message: ‘${of.said}’.`}
        </p>
      ) : (
        <div className={styles.pair}>
          <Autocomplete
            key={form.key('carrier')}
            {...form.getInputProps('carrier')}
            label="Carrier"
            description="As it appears in the carrier’s events"
            data={overview?.carriers ?? []}
            data-autofocus
          />
          <TextInput
            key={form.key('code')}
            {...form.getInputProps('code')}
            label="Code"
            description="Exactly as the carrier sends it"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      <Select
        data-path="state"
        mt="sm"
        label="Means"
        placeholder="Choose"
        data={MEANINGS}
        value={meaning || null}
        error={form.errors['state']}
        allowDeselect={false}
        {...(of && { 'data-autofocus': true })}
        onChange={(value) => {
          form.clearFieldError('state')
          form.setFieldValue('state', (value ?? '') as EventCodeValues['state'])
        }}
      />
      <TextInput
        key={form.key('reason')}
        {...form.getInputProps('reason')}
        mt="sm"
        label={<OptionalLabel>Incident reason</OptionalLabel>}
        description="The incident, e.g. ‘Nobody at home’. A reason in the event itself takes precedence."
        autoComplete="off"
      />
      <TextInput
        key={form.key('description')}
        {...form.getInputProps('description')}
        mt="sm"
        label={<OptionalLabel>Description</OptionalLabel>}
        description="Description from the carrier’s own list"
        autoComplete="off"
      />
      <p className={fileStyles.remark}>{effectText(of)}</p>
    </DrawerForm>
  )
}

/** The number of events with a code, in words. */
export function eventCountLabel({ events }: EventCode): string {
  if (events === 0) return 'No events with this code yet.'
  return `${formatCount(events)} ${events === 1 ? 'event has' : 'events have'} come with it.`
}

function effectText(of: EventCode | undefined): string {
  if (of && of.version > 0) return 'Applies to every client and updates earlier events with this code.'
  return 'Applies to every client and updates earlier events with this code.'
}

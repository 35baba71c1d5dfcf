import { Alert, Autocomplete, Button, Group, Modal, TextInput } from '@mantine/core'
import { newMethod, type PriceRow, prices } from '@despatch/contract/routing/prices/prices'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ruleBookChanged } from '../../rule-book/rule-book-queries.ts'
import { call } from '../../../kit/server/call.ts'
import { notify } from '../../../kit/notify/notify.ts'
import formStyles from '../../../kit/form/form.module.css'
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx'
import { useContractForm } from '../../../kit/form/use-contract-form.tsx'
import { MethodFields } from './method-fields.tsx'
import { BLANK_METHOD, METHOD_LABELS, type NewMethodValues, withSuggestions } from './method-values.ts'
import styles from '../prices.module.css'

const TITLE = 'New method'

type NewMethodDialogProps = {
  readonly opened: boolean
  /** The client's methods, whose carriers are offered. */
  readonly known: readonly PriceRow[]
  readonly onClose: () => void
  readonly onCreated: (method: { clientMethodID: string }) => void
}

/**
 * Adds a carrier service for the client, of an existing or a new carrier; its prices come next. Closing keeps the typed
 * values until the user adds the method or cancels.
 */
export function NewMethodDialog({ opened, known, onClose, onCreated }: NewMethodDialogProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const state = useContractForm({
    schema: newMethod,
    initialValues: BLANK_METHOD,
    draftKey: 'new-method',
    labels: METHOD_LABELS,
    async onSubmit(body, idempotencyKey) {
      const { message } = await call(prices.createMethod, { body }, { idempotencyKey })
      notify.success(message)
      await ruleBookChanged()
      setWasLeft(false)
      onClose()
      onCreated(body)
    },
    onCancel() {
      setWasLeft(false)
      onClose()
    },
  })
  const { form, element, changed, isRestored, isSubmitting, problem } = state
  const { errors } = form
  const values: NewMethodValues = {
    clientMethodID: form.useWatchValue('clientMethodID'),
    carrier: form.useWatchValue('carrier'),
    carrierName: form.useWatchValue('carrierName'),
    carrierService: form.useWatchValue('carrierService'),
    methodDescription: form.useWatchValue('methodDescription'),
    contracts: form.useWatchValue('contracts'),
    serviceTypes: form.useWatchValue('serviceTypes'),
    countries: form.useWatchValue('countries'),
    regions: form.useWatchValue('regions'),
    transitDays: form.useWatchValue('transitDays'),
    deliveryWeekdays: form.useWatchValue('deliveryWeekdays'),
    deliversOnHolidays: form.useWatchValue('deliversOnHolidays'),
  }
  const carriers = new Map(known.map(({ carrier, carrierName }) => [carrier, carrierName]))
  const isChanged = changed.length > 0

  const set = (part: Partial<NewMethodValues>) => state.setFields(withSuggestions(values, part, known))
  function leave() {
    if (isChanged && state.storeNow()) notify.info(`Your draft of ${TITLE} is saved.`)
    setWasLeft(isChanged)
    onClose()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }
  return (
    <>
      <Modal opened={opened} onClose={leave} title={TITLE} size={760} yOffset="6dvh">
        <form ref={element} noValidate aria-label={TITLE} onSubmit={onSubmit}>
          {(isRestored || wasLeft) && isChanged && (
            <div className={formStyles.restored} role="status">
              <span>Your earlier draft has been restored.</span>
              <Button variant="subtle" size="compact-sm" onClick={state.reset}>
                Discard draft
              </Button>
            </div>
          )}
          <CarrierFields values={values} carriers={carriers} errorOf={(path) => errors[path]} onChange={set} />
          <div className={styles.methodFields}>
            <MethodFields values={values} errorOf={(path) => errors[path]} onChange={set} />
          </div>
          <TextInput
            data-path="clientMethodID"
            label="Method ID"
            description="1 to 40 letters, digits, _ and -. You can’t change it later."
            className={styles.id}
            classNames={{ input: 'reference' }}
            autoComplete="off"
            spellCheck={false}
            value={values.clientMethodID}
            error={errors['clientMethodID']}
            onChange={(event) => set({ clientMethodID: event.currentTarget.value })}
          />
          {problem && (
            <Alert color="bad" variant="light" mt="md">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={state.cancel} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Create method
            </Button>
          </Group>
        </form>
      </Modal>
      <LeaveGuard
        title={TITLE}
        isDirty={isChanged && !isSubmitting}
        onDiscard={state.reset}
        onStoreDraft={state.storeNow}
      />
    </>
  )
}

type CarrierFieldsProps = {
  readonly values: NewMethodValues
  /** The names of the client's carriers by code. */
  readonly carriers: ReadonlyMap<string, string>
  readonly errorOf: (path: string) => ReactNode
  readonly onChange: (part: Partial<NewMethodValues>) => void
}

function CarrierFields({ values, carriers, errorOf, onChange }: CarrierFieldsProps) {
  const isKnown = carriers.has(values.carrier)
  return (
    <div className={formStyles.fields}>
      <Autocomplete
        data-path="carrier"
        data-autofocus
        label="Carrier"
        description={isKnown ? 'One of this client’s carriers.' : 'The code of an existing or new carrier.'}
        data={[...carriers.keys()]}
        autoComplete="off"
        spellCheck={false}
        value={values.carrier}
        error={errorOf('carrier')}
        onChange={(code) => onChange({ carrier: code })}
      />
      <TextInput
        data-path="carrierName"
        label="Carrier name"
        autoComplete="off"
        disabled={isKnown}
        title={isKnown ? 'The carrier already has this name' : undefined}
        value={values.carrierName}
        error={errorOf('carrierName')}
        onChange={(event) => onChange({ carrierName: event.currentTarget.value })}
      />
    </div>
  )
}

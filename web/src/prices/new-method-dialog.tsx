import { Alert, Autocomplete, Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { newMethod, type PriceRow, prices } from '@despatch/contract/prices/prices'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ruleBookChanged } from '../allocation/rule-book-queries.ts'
import { ApiError, messageOf } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { notify } from '../feedback/notify.ts'
import formStyles from '../form/form.module.css'
import { createKeyring } from '../form/idempotency.ts'
import { MethodFields } from './method-fields.tsx'
import { BLANK_METHOD, idFor, type NewMethodValues } from './method-values.ts'
import styles from './prices.module.css'

type Given = {
  readonly opened: boolean
  /** The methods that the client has, whose carriers are offered. */
  readonly known: readonly PriceRow[]
  readonly onClose: () => void
  readonly onCreated: (method: { clientMethodID: string }) => void
}

/** Contracts a carrier service for the client: of a carrier that it has, or of a new one. Its prices come next. */
export function NewMethodDialog({ opened, known, onClose, onCreated }: Given) {
  const [keyring] = useState(createKeyring)
  const form = useForm<NewMethodValues>({
    initialValues: BLANK_METHOD,
    validate: schemaResolver(newMethod, { sync: true }),
  })
  const { values, errors } = form
  const [isOwnId, setIsOwnId] = useState(false)
  const carriers = new Map(known.map(({ carrier, carrierName }) => [carrier, carrierName]))
  const isKnown = carriers.has(values.carrier)
  const taken = known.map(({ clientMethodID }) => clientMethodID)
  const create = useMutation({
    mutationFn: (body: NewMethodValues) =>
      call(prices.createMethod, { body }, { idempotencyKey: keyring.keyFor(body) }),
    async onSuccess({ message }, { clientMethodID }) {
      notify.success(message)
      await ruleBookChanged()
      close()
      onCreated({ clientMethodID })
    },
    onError(error) {
      const fields = error instanceof ApiError ? error.fields : []
      form.setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      notify.danger(messageOf(error))
      focusFirst(fields[0]?.path)
    },
  })
  function close() {
    form.reset()
    create.reset()
    setIsOwnId(false)
    onClose()
  }
  /** While it was at work the button could not keep the focus. */
  function focusFirst(path: string | undefined) {
    if (path) requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }
  /** What it is called follows what it is, until somebody says otherwise. */
  function set(part: Partial<NewMethodValues>) {
    const next = { ...values, ...part }
    if (part.carrier !== undefined) next.carrierName = carriers.get(next.carrier) ?? (isKnown ? '' : values.carrierName)
    if (!isOwnId && part.clientMethodID === undefined)
      next.clientMethodID = idFor(next.carrier, next.carrierService, taken)
    form.setValues(next)
    for (const field of Object.keys(part)) form.clearFieldError(field)
  }
  const hasOwnFields = create.error instanceof ApiError && create.error.fields.length > 0
  return (
    <Modal opened={opened} onClose={close} title="New method" size={760} yOffset="6dvh">
      <form
        noValidate
        aria-label="New method"
        onSubmit={form.onSubmit(
          (given) =>
            create.mutate({ ...given, carrier: given.carrier.trim(), clientMethodID: given.clientMethodID.trim() }),
          (wrong) => focusFirst(Object.keys(wrong)[0]),
        )}
      >
        <div className={formStyles.pairs}>
          <Autocomplete
            data-path="carrier"
            data-autofocus
            label="Carrier"
            description={isKnown ? 'A carrier that this client has.' : 'The code of one that it has, or of a new one.'}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[...carriers.keys()]}
            autoComplete="off"
            spellCheck={false}
            value={values.carrier}
            error={errors['carrier']}
            onChange={(code) => set({ carrier: code })}
          />
          <TextInput
            data-path="carrierName"
            label="Carrier name"
            autoComplete="off"
            disabled={isKnown}
            title={isKnown ? 'The carrier is called so already' : undefined}
            value={values.carrierName}
            error={errors['carrierName']}
            onChange={(event) => set({ carrierName: event.currentTarget.value })}
          />
        </div>
        <div className={styles.methodFields}>
          <MethodFields values={values} errorOf={(path) => errors[path]} onChange={set} />
        </div>
        <TextInput
          data-path="clientMethodID"
          label="Id of the method"
          description="1 to 40 letters, digits, _ and -. It never changes."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          className={styles.id}
          classNames={{ input: 'reference' }}
          autoComplete="off"
          spellCheck={false}
          value={values.clientMethodID}
          error={errors['clientMethodID']}
          onChange={(event) => {
            setIsOwnId(event.currentTarget.value !== '')
            set({ clientMethodID: event.currentTarget.value })
          }}
        />
        {create.error && !hasOwnFields && (
          <Alert color="bad" variant="light" mt="md">
            {messageOf(create.error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add the method
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

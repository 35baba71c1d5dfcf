import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Client, newClient } from '@despatch/contract/administration/clients/client'
import { clients } from '@despatch/contract/administration/clients/clients'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { createKeyring } from '../../kit/form/idempotency.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { clientsChanged } from './client-queries.ts'
import { CURRENCIES } from './currencies.ts'

const shape = newClient.pick({ code: true, name: true, currencyCode: true })
const BLANK = { code: '', name: '', currencyCode: 'GBP' }

type AddClientDialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (client: Client) => void
}

/** The client modal: what a client needs to be there at all. The rest is set in its form, which opens next. */
export function AddClientDialog({ opened, onClose, onCreated }: AddClientDialogProps) {
  const [keyring] = useState(createKeyring)
  const form = useForm({ initialValues: BLANK, validate: schemaResolver(shape, { sync: true }) })
  const create = useMutation({
    mutationFn: async (values: typeof BLANK) => {
      const body = { ...values, description: '', active: true, children: [], mfaRequired: false }
      return call(clients.create, { body }, { idempotencyKey: keyring.keyFor(body) })
    },
    async onSuccess({ message, client }) {
      notify.success(message)
      await clientsChanged()
      close()
      onCreated(client)
    },
    onError(error) {
      const fields = error instanceof ApiError ? error.fields : []
      form.setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      // What stands at its field needs no notification besides.
      if (fields.length === 0 || !fields.every(({ path }) => path in BLANK)) notify.danger(messageOf(error))
      const [first] = fields
      // While it was at work the button could not keep the focus.
      if (first) requestAnimationFrame(() => form.getInputNode(first.path)?.focus())
    },
  })
  function close() {
    form.reset()
    create.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title="Add client" size={480}>
      <form
        noValidate
        aria-label="Add client"
        onSubmit={form.onSubmit((values) => create.mutate({ ...values, code: values.code.trim() }))}
      >
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('code')}
            label="Code"
            description="1 to 20 letters, digits, _ and -. It never changes."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: 'reference' }}
          />
          <TextInput {...form.getInputProps('name')} label="Name" autoComplete="off" />
          <SearchSelect
            {...form.getInputProps('currencyCode')}
            label="Currency"
            data={CURRENCIES}
            allowDeselect={false}
            nothingFoundMessage="No currency found"
          />
        </Stack>
        {create.error && !(create.error instanceof ApiError && create.error.fields.length > 0) && (
          <Alert color="bad" variant="light" mt="md">
            {messageOf(create.error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add client
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Modal, Stack, TextInput } from '@mantine/core'
import { type Client, newClient } from '@despatch/contract/administration/clients/client'
import { clients } from '@despatch/contract/administration/clients/clients'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { clientsChanged } from './client-queries.ts'
import { CURRENCIES } from './currencies.ts'

const shape = newClient.pick({ code: true, name: true, currencyCode: true })
const BLANK = { code: '', name: '', currencyCode: 'GBP' }
const LABELS = { code: 'code', name: 'name', currencyCode: 'currency' }

type AddClientDialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (client: Client) => void
}

/** Creates a client with the required fields. Its form, which opens next, has the rest. */
export function AddClientDialog({ opened, onClose, onCreated }: AddClientDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add client" size={480}>
      <AddClientForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  )
}

function AddClientForm({ onClose, onCreated }: Omit<AddClientDialogProps, 'opened'>) {
  const state = useContractForm({
    schema: shape,
    initialValues: BLANK,
    draftKey: 'add-client',
    labels: LABELS,
    async onSubmit(values, idempotencyKey) {
      const body = { ...values, description: '', active: true, children: [], mfaRequired: false }
      const { message, client } = await call(clients.create, { body }, { idempotencyKey })
      notify.success(message)
      await clientsChanged()
      onClose()
      onCreated(client)
    },
    onCancel: onClose,
  })
  const { form } = state
  const currencyCode = form.useWatchValue('currencyCode')
  return (
    <DrawerForm title="Add client" state={state} saveLabel="Add client">
      <Stack gap="md">
        <TextInput
          key={form.key('code')}
          {...form.getInputProps('code')}
          label="Code"
          description="1 to 20 letters, digits, _ and -. You can’t change it later."
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'reference' }}
        />
        <TextInput key={form.key('name')} {...form.getInputProps('name')} label="Name" autoComplete="off" />
        <SearchSelect
          data-path="currencyCode"
          label="Currency"
          data={CURRENCIES}
          allowDeselect={false}
          nothingFoundMessage="No currency found"
          value={currencyCode}
          error={form.errors['currencyCode']}
          onChange={(code) => state.setFields({ currencyCode: code ?? BLANK.currencyCode })}
        />
      </Stack>
    </DrawerForm>
  )
}

import { Alert, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type ApiKey, apiKeys, newApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { feedTitle, KEY_FEEDS, type KeyFeed } from '@despatch/domain/administration/api-keys/key-rules'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useMutation } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { DayField } from '../../kit/form/day-field.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { clientOptions } from '../../kit/session/client-title.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchMultiSelect } from '../../kit/ui/search-select.tsx'
import { keysChanged } from './key-queries.ts'

type Values = { name: string; clients: string[]; feeds: KeyFeed[]; expiresOn: string }

type NewKeyDialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (made: { apiKey: ApiKey; key: string }) => void
}

/** Makes a key: for feeds that one holds oneself, of clients that are one's own. */
export function NewKeyDialog({ opened, onClose, onMade }: NewKeyDialogProps) {
  const state = useStore(session.store)
  const { client, clients } = state
  const blank: Values = { name: '', clients: client === ALL_CLIENTS ? [] : [client], feeds: [], expiresOn: '' }
  const form = useForm<Values>({ initialValues: blank, validate: schemaResolver(newApiKey, { sync: true }) })
  const make = useMutation({
    mutationFn: (body: Values) => call(apiKeys.create, { body }),
    onSuccess({ message, apiKey, key }) {
      notify.success(message)
      void keysChanged()
      close()
      onMade({ apiKey, key })
    },
    onError(error) {
      const fields = error instanceof ApiError ? error.fields : []
      form.setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      const [first] = fields
      // While it was at work the button could not keep the focus.
      if (first) requestAnimationFrame(() => form.getInputNode(first.path)?.focus())
    },
  })
  function close() {
    form.setInitialValues(blank)
    form.setValues(blank)
    form.clearErrors()
    make.reset()
    onClose()
  }
  const chosen = form.values.clients.length > 0 ? form.values.clients : [client]
  const missing = (feed: KeyFeed) => chosen.filter((code) => !hasRight({ ...state, client: code }, feed, 'Edit'))
  return (
    <Modal opened={opened} onClose={close} title="Make an API key" size={560}>
      <form noValidate aria-label="Make an API key" onSubmit={form.onSubmit((values) => make.mutate(values))}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('name')}
            label="Name"
            description="What uses it: the audit says ‘API key’ and this name."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
            autoComplete="off"
          />
          <SearchMultiSelect
            {...form.getInputProps('clients')}
            label="Clients"
            data={clientOptions(clients)}
            placeholder={form.values.clients.length === 0 ? 'Choose clients' : ''}
            clearable
            hidePickedOptions
            maxValues={200}
            nothingFoundMessage="No client found"
            maxDropdownHeight={280}
          />
          <Checkbox.Group {...form.getInputProps('feeds')} label="Feeds">
            <Stack gap={8} mt={6}>
              {KEY_FEEDS.map((feed) => (
                <Checkbox
                  key={feed}
                  value={feed}
                  label={feedTitle(feed)}
                  disabled={missing(feed).length > 0}
                  description={missing(feed).length > 0 ? whyNot(missing(feed)) : undefined}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <DayField
            data-path="expiresOn"
            value={form.values.expiresOn}
            error={form.errors['expiresOn']}
            onChange={(day) => form.setFieldValue('expiresOn', day)}
            label={<OptionalLabel>Last day</OptionalLabel>}
            description="Up to a year from today. Leave empty for a full year."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw="14rem"
          />
        </Stack>
        {make.error && !(make.error instanceof ApiError && make.error.fields.length > 0) && (
          <Alert color="bad" variant="light" mt="md" role="alert">
            {messageOf(make.error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} disabled={make.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending}>
            Make the key
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Nobody grants more than they hold. */
function whyNot(clients: readonly string[]): string {
  return clients.includes(ALL_CLIENTS) ? 'You have no Edit on it.' : `You have no Edit on it for ${clients.join(', ')}.`
}

import { Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { type ApiKey, apiKeys, newApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { feedTitle, KEY_FEEDS, type KeyFeed } from '@despatch/domain/administration/api-keys/key-rules'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
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

const LABELS = { name: 'name', clients: 'clients', feeds: 'feeds', expiresOn: 'last day' }

/** Creates a key for feeds that the user holds, and for clients of their own. */
export function NewKeyDialog({ opened, onClose, onMade }: NewKeyDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create API key" size={560}>
      <NewKeyForm onClose={onClose} onMade={onMade} />
    </Modal>
  )
}

function NewKeyForm({ onClose, onMade }: Omit<NewKeyDialogProps, 'opened'>) {
  const mine = useStore(session.store)
  const { client, clients } = mine
  const [blank] = useState<Values>(() => ({
    name: '',
    clients: client === ALL_CLIENTS ? [] : [client],
    feeds: [],
    expiresOn: '',
  }))
  const state = useContractForm({
    schema: newApiKey,
    initialValues: blank,
    draftKey: 'new-api-key',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      const { message, apiKey, key } = await call(apiKeys.create, { body }, { idempotencyKey })
      notify.success(message)
      void keysChanged()
      onClose()
      onMade({ apiKey, key })
    },
    onCancel: onClose,
  })
  const { form } = state
  const [named, feeds, expiresOn] = [
    form.useWatchValue('clients'),
    form.useWatchValue('feeds'),
    form.useWatchValue('expiresOn'),
  ]
  const chosen = named.length > 0 ? named : [client]
  const missing = (feed: KeyFeed) => chosen.filter((code) => !hasRight({ ...mine, client: code }, feed, 'Edit'))
  return (
    <DrawerForm title="Create API key" state={state} saveLabel="Create key">
      <Stack gap="md">
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Name"
          description="Name of the system that uses it. Shown in the audit."
          data-autofocus
          autoComplete="off"
        />
        <SearchMultiSelect
          data-path="clients"
          value={named}
          error={form.errors['clients']}
          onChange={(codes) => state.setFields({ clients: codes })}
          label="Clients"
          data={clientOptions(clients)}
          placeholder={named.length === 0 ? 'Choose clients' : ''}
          clearable
          hidePickedOptions
          maxValues={200}
          nothingFoundMessage="No client found"
          maxDropdownHeight={280}
        />
        <Checkbox.Group
          data-path="feeds"
          label="Feeds"
          value={feeds}
          error={form.errors['feeds']}
          onChange={(ticked) => state.setFields({ feeds: KEY_FEEDS.filter((feed) => ticked.includes(feed)) })}
        >
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
          value={expiresOn}
          error={form.errors['expiresOn']}
          onChange={(day) => state.setFields({ expiresOn: day })}
          label={<OptionalLabel>Last day</OptionalLabel>}
          description="Up to a year from today. Leave empty for a full year."
          maw="14rem"
        />
      </Stack>
    </DrawerForm>
  )
}

/** Nobody grants more than they hold. */
function whyNot(clients: readonly string[]): string {
  return clients.includes(ALL_CLIENTS)
    ? 'You don’t have ‘Edit’ on it.'
    : `You don’t have ‘Edit’ on it for ${clients.join(', ')}.`
}

import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { amendedClient, type Client } from '@despatch/contract/administration/clients/client'
import { clients as calls } from '@despatch/contract/administration/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import formStyles from '../../kit/form/form.module.css'
import { mergedValues } from '../../kit/form/conflict.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { clientTitle } from '../../kit/session/client-title.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { CLIENTS } from './addresses.ts'
import { CalendarField } from './calendar-field.tsx'
import { ChildrenField } from './children-field.tsx'
import { ClientHead } from './client-facts.tsx'
import { ClientLinks } from './client-links.tsx'
import { clientRecord, clientsChanged } from './client-queries.ts'
import { CLIENT_LABELS, shownClient, valuesOf } from './client-values.ts'
import styles from './clients.module.css'
import { CURRENCIES } from './currencies.ts'

type ClientFormProps = {
  readonly client: Client
  readonly onCancel: () => void
  readonly onRemove: () => void
  readonly children?: ReactNode
}

/** Edits a client, except its code, which never changes. */
export function ClientForm({ client, onCancel, onRemove, children }: ClientFormProps) {
  const [initialValues] = useState(() => valuesOf(client))
  const state = useContractForm({
    schema: amendedClient,
    initialValues,
    draftKey: `client-${client.code}`,
    labels: CLIENT_LABELS,
    async onSubmit(body) {
      const answer = await call(calls.update, { body }).catch(conflict.show)
      conflict.rebase(valuesOf(answer.client))
      notify.success(answer.message)
      queryClient.setQueryData(clientRecord(client.code).queryKey, answer.client)
      void clientsChanged()
    },
    onCancel() {
      conflict.clear()
      onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'client',
    state,
    initialValues,
    async fetchNow() {
      const now = await queryClient.fetchQuery({ ...clientRecord(client.code), staleTime: 0 })
      return now ? valuesOf(now) : undefined
    },
    shown: shownClient,
    merged: mergedValues,
  })
  const active = form.useWatchValue('active')
  const currency = form.useWatchValue('currencyCode')

  return (
    <FormShell title={clientTitle(client)} backTo={[CLIENTS]} state={state} saveLabel="Save">
      {conflict.panel}
      <div className={recordStyles.head}>
        <ClientHead client={client} />
      </div>
      <div className={formStyles.fields}>
        <TextInput key={form.key('name')} {...form.getInputProps('name')} label="Name" autoComplete="off" />
        <SearchSelect
          data-path="currencyCode"
          label="Currency"
          data={CURRENCIES}
          value={currency}
          error={form.errors['currencyCode']}
          onChange={(code) => code && form.setFieldValue('currencyCode', code)}
          allowDeselect={false}
          nothingFoundMessage="No currency found"
        />
        <Textarea
          key={form.key('description')}
          {...form.getInputProps('description')}
          label="Description"
          autosize
          minRows={1}
          maxRows={4}
          // A single line: the server would refuse line breaks.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className={styles.checks}>
        <Checkbox
          key={form.key('active')}
          {...form.getInputProps('active', { type: 'checkbox' })}
          label="Active"
          description={
            conflict.base.active && !active
              ? closingText(client.users)
              : active
                ? 'Its users can sign in and work.'
                : CLOSED
          }
        />
        <Checkbox
          key={form.key('mfaRequired')}
          {...form.getInputProps('mfaRequired', { type: 'checkbox' })}
          label="Two-factor sign-in required"
          description="All its users need a one-time code from their next sign-in."
        />
      </div>
      <ChildrenField form={form} />
      <CalendarField form={form} />
      <div className={styles.beneath}>
        <ClientLinks code={client.code} />
        <Button size="xs" variant="default" onClick={onRemove}>
          Delete…
        </Button>
      </div>
      {children}
    </FormShell>
  )
}

const CLOSED = 'Its users can no longer sign in to it.'

/** The warning before a client is closed. */
function closingText(users: number): string {
  const whose = users === 0 ? 'It has no users' : users === 1 ? 'Its 1 user' : `Its ${formatCount(users)} users`
  return users === 0
    ? `${whose}. Closed clients can’t be used. Their data is kept.`
    : `${whose} lose access to it at once. Its data is kept.`
}

import { Anchor, ColorInput, Drawer, Switch, TextInput } from '@mantine/core'
import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import styles from '../rules/returns.module.css'

const pageNow = queryOptions({
  queryKey: ['shoppers-page'],
  queryFn: ({ signal }) => call(shoppersPage.read, {}, { signal }),
})
type Page = Awaited<ReturnType<NonNullable<typeof pageNow.queryFn>>>

const LABELS = {
  isOn: 'page on or off',
  title: 'name on the page',
  accent: 'colour',
  returnsAddress: 'returns address',
  contactMail: 'contact email',
  photoDays: 'days photos are kept',
  shopperDataDays: 'days shoppers’ data is kept',
}

type DrawerProps = { readonly opened: boolean; readonly whyNot: string | undefined; readonly onClose: () => void }

/** The page on which the client's shoppers announce returns: where it is, and how it looks. */
export function ShoppersPageDrawer({ opened, whyNot, onClose }: DrawerProps) {
  const { data: page, error } = useQuery({ ...pageNow, enabled: opened })
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Page for shoppers">
      {error && (
        <p className={styles.lead} role="alert">
          {error.message}
        </p>
      )}
      {page && (
        <>
          <p className={styles.lead}>
            Here shoppers announce returns, see what each one costs and where it is. The rules, options and reasons that
            are in force decide.{' '}
            {page.isOn ? (
              <Anchor href={page.url} target="_blank" rel="noreferrer">
                {page.url}
              </Anchor>
            ) : (
              `Switched on, it is at ${page.url}.`
            )}
          </p>
          <PageForm key={page.version} page={page} whyNot={whyNot} onDone={onClose} />
        </>
      )}
    </Drawer>
  )
}

type FormProps = { readonly page: Page; readonly whyNot: string | undefined; readonly onDone: () => void }

function PageForm({ page: { url: _url, ...page }, whyNot, onDone }: FormProps) {
  const [initialValues] = useState(page)
  const state = useContractForm({
    schema: shoppersPage.save.body,
    initialValues,
    draftKey: 'shoppers-page',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      const saved = await call(shoppersPage.save, { body }, { idempotencyKey })
      queryClient.setQueryData(pageNow.queryKey, saved)
      notify.success(DATA_UPDATED)
      onDone()
    },
    onCancel: onDone,
  })
  const { form, setFields } = state
  const isOn = form.useWatchValue('isOn')
  if (whyNot !== undefined) return <DisabledReason reasons={[whyNot]} />
  return (
    <DrawerForm title="Page for shoppers" state={state} saveLabel="Save">
      <Switch
        data-path="isOn"
        label={isOn ? 'On: shoppers can announce returns' : 'Off: the page says that it is not there'}
        checked={isOn === true}
        onChange={(event) => setFields({ isOn: event.currentTarget.checked })}
      />
      <TextInput
        mt="sm"
        key={form.key('title')}
        {...form.getInputProps('title')}
        label="Name on the page"
        description="As shoppers know the shop; left empty, it is the client’s name"
      />
      <ColorInput
        mt="sm"
        key={form.key('accent')}
        {...form.getInputProps('accent')}
        label="Colour"
        description="Dark enough that white text can be read on it"
        format="hex"
      />
      <TextInput
        mt="sm"
        key={form.key('returnsAddress')}
        {...form.getInputProps('returnsAddress')}
        label="Returns address"
        description="For options that name none"
      />
      <TextInput
        mt="sm"
        key={form.key('contactMail')}
        {...form.getInputProps('contactMail')}
        label="Contact email"
        description="Shown on the page and in its mails"
      />
      <div className={styles.pair}>
        <CountField key={form.key('photoDays')} {...form.getInputProps('photoDays')} label="Days photos are kept" />
        <CountField
          key={form.key('shopperDataDays')}
          {...form.getInputProps('shopperDataDays')}
          label="Days comments are kept"
        />
      </div>
      <p className={styles.lead}>Whose law the page follows is set beneath the returns portal rules.</p>
    </DrawerForm>
  )
}

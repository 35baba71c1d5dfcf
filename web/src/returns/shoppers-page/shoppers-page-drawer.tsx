import { Anchor, ColorInput, Drawer, Switch, TextInput } from '@mantine/core'
import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { mergedValues } from '../../kit/form/conflict.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
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
  shopperDataDays: 'days to keep customer data',
}

type DrawerProps = { readonly opened: boolean; readonly whyNot: string | undefined; readonly onClose: () => void }

/** Settings of the client's shoppers' page: its address and how it looks. */
export function ShoppersPageDrawer({ opened, whyNot, onClose }: DrawerProps) {
  const { data: page, error } = useQuery({ ...pageNow, enabled: opened })
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Returns page">
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
          {whyNot === undefined ? <PageForm page={page} onDone={onClose} /> : <DisabledReason reasons={[whyNot]} />}
        </>
      )}
    </Drawer>
  )
}

type FormProps = { readonly page: Page; readonly onDone: () => void }
type Values = z.input<typeof shoppersPage.save.body>

const valuesOf = ({ url: _url, ...page }: Page): Values => page

/** Current settings in words. */
function shownPage({ isOn, title, accent, returnsAddress, contactMail, photoDays, shopperDataDays }: Values) {
  return {
    isOn: { title: 'Page', text: isOn ? 'On' : 'Off' },
    title: { title: 'Name on the page', text: title },
    accent: { title: 'Colour', text: accent },
    returnsAddress: { title: 'Returns address', text: returnsAddress },
    contactMail: { title: 'Contact email', text: contactMail },
    photoDays: { title: 'Keep photos (days)', text: String(photoDays) },
    shopperDataDays: { title: 'Keep comments (days)', text: String(shopperDataDays) },
  }
}

function PageForm({ page, onDone }: FormProps) {
  const [initialValues] = useState(() => valuesOf(page))
  const state = useContractForm({
    schema: shoppersPage.save.body,
    initialValues,
    draftKey: 'shoppers-page',
    labels: LABELS,
    async onSubmit(body, idempotencyKey) {
      const saved = await call(shoppersPage.save, { body }, { idempotencyKey }).catch(conflict.show)
      queryClient.setQueryData(pageNow.queryKey, saved)
      notify.success(DATA_UPDATED)
      onDone()
    },
    onCancel() {
      conflict.clear()
      onDone()
    },
  })
  const conflict = useVersionConflict<Values>({
    noun: 'page',
    state,
    initialValues,
    fetchNow: async () => valuesOf(await queryClient.fetchQuery({ ...pageNow, staleTime: 0 })),
    shown: shownPage,
    merged: mergedValues,
  })
  const { form, setFields } = state
  const isOn = form.useWatchValue('isOn')
  return (
    <DrawerForm title="Returns page" state={state} saveLabel="Save">
      {conflict.panel}
      <Switch
        data-path="isOn"
        label={isOn ? 'On: customers can create returns' : 'Off: the page is hidden'}
        checked={isOn === true}
        onChange={(event) => setFields({ isOn: event.currentTarget.checked })}
      />
      <TextInput
        mt="sm"
        key={form.key('title')}
        {...form.getInputProps('title')}
        label="Name on the page"
        description="Shop name. Leave empty to use the client’s name"
      />
      <ColorInput
        mt="sm"
        key={form.key('accent')}
        {...form.getInputProps('accent')}
        label="Colour"
        description="Use a colour dark enough for white text"
        format="hex"
      />
      <TextInput
        mt="sm"
        key={form.key('returnsAddress')}
        {...form.getInputProps('returnsAddress')}
        label="Returns address"
        description="For options without an address"
      />
      <TextInput
        mt="sm"
        key={form.key('contactMail')}
        {...form.getInputProps('contactMail')}
        label="Contact email"
        description="Shown on the page and in its emails"
      />
      <div className={styles.pair}>
        <CountField key={form.key('photoDays')} {...form.getInputProps('photoDays')} label="Keep photos (days)" />
        <CountField
          key={form.key('shopperDataDays')}
          {...form.getInputProps('shopperDataDays')}
          label="Keep comments (days)"
        />
      </div>
      <p className={styles.lead}>Set the consumer law under Returns Portal Rules.</p>
    </DrawerForm>
  )
}

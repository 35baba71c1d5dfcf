import { clients as calls } from '@despatch/contract/administration/clients/clients'
import {
  CLIENT_PARAM_TEXTS,
  CLIENT_PARAMS,
  type ClientParams,
} from '@despatch/domain/administration/clients/client-params'
import {
  CLIENT_SETTINGS,
  clientSettingDefinition,
  type ClientSettings,
  CLIENT_SETTING_SECTIONS,
} from '@despatch/domain/administration/clients/client-settings'
import { CLIENT_PARAMS_UPDATED } from '@despatch/domain/feedback/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues, type ShownFields } from '../../kit/form/conflict.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { ClientAtAddress } from './client-at-address.tsx'
import { clientsChanged, paramsOf, settingsOf } from './client-queries.ts'
import { type ShownSetting, SettingSwitches } from './setting-switches.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useChangeDisabledReason } from './use-change-disabled-reason.ts'

const TITLE = 'Client Specific Parameters'
const PARAMS: readonly ShownSetting[] = CLIENT_PARAMS.map((name) => ({ name, ...CLIENT_PARAM_TEXTS[name] }))
const SECTIONS = CLIENT_SETTING_SECTIONS.map(({ key, title, note }) => ({
  title,
  note,
  settings: CLIENT_SETTINGS.flatMap((name): ShownSetting[] => {
    const { section, title, effect } = clientSettingDefinition(name)
    return section === key ? [{ name, title, effect }] : []
  }),
}))
const ALL = [...PARAMS, ...SECTIONS.flatMap(({ settings }) => settings)]
const LABELS = Object.fromEntries(ALL.map(({ name, title }) => [name, title]))
const SCHEMA = calls.params.answer.shape.params
  .extend(calls.settings.answer.shape.settings.shape)
  .extend({ version: z.int() })

/** Client Specific Parameters: the four flags of a client, and its further settings. */
export function ParametersScreen() {
  return (
    <ClientAtAddress title={TITLE}>
      {(code, picker) => <ParamsOfClient key={code} code={code} picker={picker} />}
    </ClientAtAddress>
  )
}

type Values = ClientParams & ClientSettings
/** Includes the version of the settings, so that a draft knows the version it started from. */
type FormValues = Values & { readonly version: number }

function ParamsOfClient({ code, picker }: { code: string; picker: ReactNode }) {
  const params = useQuery(paramsOf(code))
  const settings = useQuery(settingsOf(code))
  const whyNot = useChangeDisabledReason('clientSpecificParameters')
  if (!params.data || !settings.data)
    return (
      <RecordLoading
        title={TITLE}
        error={params.error ?? settings.error}
        onRetry={() => void Promise.all([params.refetch(), settings.refetch()])}
      >
        {picker}
      </RecordLoading>
    )
  const values: Values = { ...params.data, ...settings.data.settings }
  if (!whyNot)
    return <ParametersForm code={code} values={{ ...values, version: settings.data.version }} picker={picker} />
  return (
    <section className={recordStyles.screen} aria-label={TITLE}>
      <h1>{TITLE}</h1>
      {picker}
      <p role="note">{whyNot}</p>
      <SettingFacts settings={PARAMS} values={values} />
      {SECTIONS.map(({ title, settings }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <SettingFacts settings={settings} values={values} />
        </section>
      ))}
    </section>
  )
}

function SettingFacts({ settings, values }: { settings: readonly ShownSetting[]; values: Values }) {
  return (
    <dl className={recordStyles.facts}>
      {settings.map(({ name, title }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>{values[name] ? 'On' : 'Off'}</dd>
        </div>
      ))}
    </dl>
  )
}

type FormProps = { readonly code: string; readonly values: FormValues; readonly picker: ReactNode }

function ParametersForm({ code, values, picker }: FormProps) {
  const state = useContractForm({
    schema: SCHEMA,
    initialValues: values,
    draftKey: `client-params-${code}`,
    labels: LABELS,
    async onSubmit(submitted) {
      const { base } = conflict
      // Send only changed settings: a saved one no longer follows the default.
      const settings = pick(
        submitted,
        CLIENT_SETTINGS.filter((name) => submitted[name] !== base[name]),
      )
      if (Object.keys(settings).length > 0) {
        const body = { client: code, version: submitted.version, settings }
        const { message: _message, ...saved } = await call(calls.setSettings, { body }).catch(conflict.show)
        // If saving the flags fails, the next save must not conflict with this one's settings.
        conflict.rebase({ ...base, ...saved.settings, version: saved.version })
        queryClient.setQueryData(settingsOf(code).queryKey, saved)
      }
      const params = pick(submitted, CLIENT_PARAMS)
      const message = CLIENT_PARAMS.some((name) => params[name] !== base[name])
        ? (await call(calls.setParams, { body: { clientCode: code, params } })).message
        : ''
      notify.success(message || CLIENT_PARAMS_UPDATED)
      // Specification 7: 'success message shown, then re-fetch'.
      conflict.rebase(await fetchValues(code))
      void clientsChanged()
    },
    onCancel: () => conflict.clear(),
  })
  const conflict = useVersionConflict<FormValues>({
    noun: 'client',
    state,
    initialValues: values,
    fetchNow: () => fetchValues(code),
    shown: shownValues,
    merged: mergedValues,
  })
  return (
    <FormShell title={TITLE} state={state} saveLabel="Save">
      {picker}
      {conflict.panel}
      <SettingSwitches form={state.form} settings={PARAMS} />
      {SECTIONS.map((section) => (
        <SettingSwitches key={section.title} form={state.form} {...section} />
      ))}
    </FormShell>
  )
}

async function fetchValues(code: string): Promise<FormValues> {
  const [params, { settings, version }] = await Promise.all([
    queryClient.fetchQuery({ ...paramsOf(code), staleTime: 0 }),
    queryClient.fetchQuery({ ...settingsOf(code), staleTime: 0 }),
  ])
  return { ...params, ...settings, version }
}

const shownValues = (values: Values): ShownFields =>
  Object.fromEntries(ALL.map(({ name, title }) => [name, { title, text: values[name] ? 'On' : 'Off' }]))

function pick<Name extends keyof Values>(values: Values, names: readonly Name[]): Record<Name, boolean> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Record<Name, boolean>
}

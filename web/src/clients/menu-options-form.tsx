import { clients as calls } from '@despatch/contract/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { queryClient } from '../app/query-client.ts'
import { notify } from '../feedback/notify.ts'
import { type ConflictField, conflictsOf } from '../form/conflict.ts'
import { FormShell } from '../form/form-shell.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { VersionConflict } from '../form/version-conflict.tsx'
import { clientRecord, clientsChanged, menuOptionsOf } from './client-queries.ts'
import styles from './clients.module.css'
import {
  mergedOptions,
  OPTION_LABELS,
  optionsDifference,
  type OptionValues,
  optionValues,
  shownOptions,
} from './menu-options-draft.ts'
import { MenuOptionsGrid } from './menu-options-grid.tsx'

type Given = { readonly title: string; readonly options: OptionValues; readonly picker: ReactNode }

/** What a client's contract covers of the menu, and what is switched off, to change. */
export function MenuOptionsForm({ title, options, picker }: Given) {
  const [base, setBase] = useState(options)
  const [conflict, setConflict] = useState<{ theirs: OptionValues; fields: readonly ConflictField[] }>()
  const { data: client } = useQuery(clientRecord(options.client))
  const state = useContractForm({
    schema: optionValues,
    initialValues: options,
    draftKey: `menu-options-${options.client}`,
    labels: OPTION_LABELS,
    async onSubmit(body) {
      const answer = await call(calls.setMenuOptions, { body }).catch(showConflict)
      beginWith(answer.options)
      setConflict(undefined)
      notify.success(answer.message)
      queryClient.setQueryData(menuOptionsOf(options.client).queryKey, answer.options)
      void clientsChanged()
    },
    onCancel: () => setConflict(undefined),
  })
  const { form, prefill } = state
  const covered = form.useWatchValue('covered')
  const switchedOff = form.useWatchValue('switchedOff')
  const { lost, gained } = optionsDifference(base, { ...base, covered, switchedOff })

  /** What the form is compared with from now on; fields that were left as they were follow. */
  function beginWith(values: OptionValues) {
    for (const field of Object.keys(values) as (keyof OptionValues)[]) prefill(field, values[field])
    setBase(values)
  }
  /** Where somebody else was first, shows what they did; gives the error on. */
  async function showConflict(error: unknown): Promise<never> {
    if (error instanceof ApiError && error.code === 'version_conflict') {
      const theirs = await queryClient.fetchQuery({ ...menuOptionsOf(options.client), staleTime: 0 })
      const mine = form.getValues()
      const known = mine.version === base.version ? shownOptions(base) : undefined
      const fields = conflictsOf({ base: known, mine: shownOptions(mine), theirs: shownOptions(theirs) })
      setConflict({ theirs, fields })
    }
    throw error
  }
  function change(part: Partial<OptionValues>) {
    for (const field of Object.keys(part) as (keyof OptionValues)[]) form.setFieldValue(field, part[field] as never)
  }
  function takeChosen(fromTheirs: ReadonlySet<string>) {
    if (!conflict) return
    const merged = mergedOptions(form.getValues(), conflict.theirs, fromTheirs)
    beginWith(conflict.theirs)
    change(merged)
    setConflict(undefined)
  }

  return (
    <FormShell title={title} state={state} saveLabel="Save">
      {picker}
      {conflict && (
        <VersionConflict key={conflict.theirs.version} noun="client" fields={conflict.fields} onChosen={takeChosen} />
      )}
      <MenuOptionsGrid options={{ covered, switchedOff }} errorOf={(path) => form.errors[path]} onChange={change} />
      <div role="status" className={styles.effectPlace}>
        {(lost.length > 0 || gained.length > 0) && (
          <div className={styles.effect}>
            {lost.length > 0 && (
              <p>
                {whose(client?.users)} lose {lost.join(', ')}.
              </p>
            )}
            {gained.length > 0 && (
              <p>
                {whose(client?.users)} gain {gained.join(', ')}, as far as their roles go.
              </p>
            )}
          </div>
        )}
      </div>
    </FormShell>
  )
}

function whose(users: number | undefined): string {
  return users === undefined ? 'The client’s users' : `The client’s users (${formatCount(users)})`
}

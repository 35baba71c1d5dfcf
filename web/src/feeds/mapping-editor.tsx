import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { feeds } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { LeaveGuard } from '../kit/form/leave-guard.tsx'
import { restoredText } from '../kit/form/form-shell.tsx'
import { useContractForm } from '../kit/form/use-contract-form.tsx'
import { call } from '../kit/server/call.ts'
import { notify } from '../kit/notify/notify.ts'
import fileStyles from '../kit/form/file.module.css'
import { titledFields, fieldTitle } from './feed-text.ts'
import type { FileHead } from './file-head.ts'
import { type MappingDraft, toMapping } from './mapping-draft.ts'
import { MappingDates } from './mapping-dates.tsx'
import { feedMappings } from './mapping-queries.ts'
import { MappingUnits } from './mapping-units.tsx'
import { LeaveOutRules, ReplacementRules } from './mapping-rules.tsx'
import styles from './feeds.module.css'

type MappingEditorProps = {
  feed: Feed
  initial: MappingDraft
  head: FileHead | undefined
  /** Gets the name of the mapping if it was saved. */
  onClose: (saved?: string) => void
}

const mappingShape = z.object({
  name: z.string(),
  columns: z.custom<MappingDraft['columns']>(),
  values: z.custom<MappingDraft['values']>(),
  leaveOut: z.custom<MappingDraft['leaveOut']>(),
  dateFormats: z.custom<MappingDraft['dateFormats']>(),
  units: z.custom<MappingDraft['units']>(),
  timeZone: z.string(),
  encoding: z.custom<MappingDraft['encoding']>(),
})
const LABELS = { name: 'name', columns: 'columns' }

/** The form of a mapping; typed values are kept until saved or cancelled. */
function useMapping({ feed, initial, onClose }: Pick<MappingEditorProps, 'feed' | 'initial' | 'onClose'>) {
  const [initialValues] = useState(initial)
  const queries = useQueryClient()
  const state = useContractForm({
    schema: mappingShape,
    initialValues,
    draftKey: `mapping-${feed}-${initial.name}`,
    labels: LABELS,
    async onSubmit(values) {
      const read = toMapping(feed, values)
      if ('problem' in read) throw new Error(read.problem)
      const { message } = await call(feeds.saveMapping, { params: { feed, name: values.name }, body: read.mapping })
      notify.success(message)
      await queries.invalidateQueries({ queryKey: feedMappings(feed).queryKey })
      onClose(values.name)
    },
    onCancel: () => onClose(),
  })
  const { form } = state
  const draft: MappingDraft = {
    name: form.useWatchValue('name'),
    columns: form.useWatchValue('columns'),
    values: form.useWatchValue('values'),
    leaveOut: form.useWatchValue('leaveOut'),
    dateFormats: form.useWatchValue('dateFormats'),
    units: form.useWatchValue('units'),
    timeZone: form.useWatchValue('timeZone'),
    encoding: form.useWatchValue('encoding'),
  }
  return { state, draft }
}

/** Edits a mapping, field by field, with the columns and first row of the chosen file. */
export function MappingEditor({ feed, initial, head, onClose }: MappingEditorProps) {
  const { state, draft } = useMapping({ feed, initial, onClose })
  const { setFields: change, element, submit, cancel, reset, storeNow } = state
  const { isRestored, wasSent, changed, problem, isSubmitting } = state
  return (
    <form
      ref={element}
      className={styles.editor}
      aria-label="Column mapping"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{initial.name ? `Mapping ${initial.name}` : 'New mapping'}</h2>
      {isRestored && changed.length > 0 && <p role="status">{restoredText(wasSent)}</p>}
      <div className={styles.fields}>
        <TextInput
          label="Name"
          description="Small letters, digits and hyphens"
          autoFocus
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          label="Encoding"
          description="The file’s text encoding"
          allowDeselect={false}
          data={[
            { value: 'utf-8', label: 'UTF-8' },
            { value: 'windows-1252', label: 'windows-1252 (older Excel)' },
          ]}
          value={draft.encoding}
          onChange={(encoding) => change({ encoding: (encoding ?? 'utf-8') as ColumnMapping['encoding'] })}
        />
        <Autocomplete
          label="Time zone"
          description="For dates without a time zone"
          data={Intl.supportedValuesOf('timeZone')}
          limit={20}
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
      <h2>Columns</h2>
      <div className={styles.fields}>
        {titledFields(feed).fields.map((field) => {
          const column = draft.columns[field] ?? ''
          const place = head?.columns.indexOf(column) ?? -1
          const example = place === -1 ? undefined : head?.rows[0]?.[place]
          return (
            <Autocomplete
              key={field}
              label={fieldTitle(feed, field)}
              withAsterisk={titledFields(feed).needed.includes(field)}
              placeholder="No column"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example ? `For example ${example}` : undefined}
              error={column && head && place === -1 ? 'Not in this file' : undefined}
              data={[...new Set(head?.columns.filter((name) => name !== '') ?? [])]}
              clearable
              value={column}
              onChange={(chosen) => change({ columns: { ...draft.columns, [field]: chosen } })}
            />
          )
        })}
      </div>
      <MappingDates
        feed={feed}
        columns={draft.columns}
        formats={draft.dateFormats}
        head={head}
        onChange={(dateFormats) => change({ dateFormats })}
      />
      <MappingUnits feed={feed} columns={draft.columns} units={draft.units} onChange={(units) => change({ units })} />
      <ReplacementRules feed={feed} rules={draft.values} onChange={(values) => change({ values })} />
      <LeaveOutRules feed={feed} rules={draft.leaveOut} onChange={(leaveOut) => change({ leaveOut })} />
      {problem && (
        <p className={fileStyles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={fileStyles.actions}>
        <Button type="submit" loading={isSubmitting}>
          Save mapping
        </Button>
        <Button variant="default" onClick={cancel} disabled={isSubmitting}>
          Cancel
        </Button>
      </div>
      <LeaveGuard
        title={initial.name ? `Mapping ${initial.name}` : 'New mapping'}
        isDirty={changed.length > 0 && !isSubmitting}
        onDiscard={reset}
        onStoreDraft={storeNow}
      />
    </form>
  )
}

import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { feeds } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../kit/server/api-error.ts'
import { call } from '../kit/server/call.ts'
import { notify } from '../kit/notify/notify.ts'
import fileStyles from '../kit/form/file.module.css'
import { fieldsOf, fieldTitle } from './feed-text.ts'
import type { FileHead } from './file-head.ts'
import { type MappingDraft, mappingOf } from './mapping-draft.ts'
import { MappingDates } from './mapping-dates.tsx'
import { feedMappings } from './mapping-queries.ts'
import { MappingUnits } from './mapping-units.tsx'
import { LeaveOutRules, StandInRules } from './mapping-rules.tsx'
import styles from './feeds.module.css'

type MappingEditorProps = {
  feed: Feed
  initial: MappingDraft
  head: FileHead | undefined
  /** With the name of the mapping when it was saved. */
  onClose: (saved?: string) => void
}

/** A mapping, field by field, beside the columns and the first row of the chosen file. */
export function MappingEditor({ feed, initial, head, onClose }: MappingEditorProps) {
  const [draft, setDraft] = useState(initial)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      const read = mappingOf(feed, draft)
      if ('problem' in read) throw new Error(read.problem)
      return call(feeds.saveMapping, { params: { feed, name: draft.name }, body: read.mapping })
    },
    onSuccess: async ({ message }) => {
      notify.success(message)
      await queries.invalidateQueries({ queryKey: feedMappings(feed).queryKey })
      onClose(draft.name)
    },
  })
  const change = (part: Partial<MappingDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    save.reset()
  }
  return (
    <form
      className={styles.editor}
      aria-label="Mapping of the columns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <h2>{initial.name ? `Mapping ${initial.name}` : 'New mapping'}</h2>
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
          description="What the file is written in"
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
          description="Of dates that name none"
          data={Intl.supportedValuesOf('timeZone')}
          limit={20}
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
      <h2>Columns</h2>
      <div className={styles.fields}>
        {fieldsOf(feed).fields.map((field) => {
          const column = draft.columns[field] ?? ''
          const place = head?.columns.indexOf(column) ?? -1
          const example = place === -1 ? undefined : head?.rows[0]?.[place]
          return (
            <Autocomplete
              key={field}
              label={fieldTitle(feed, field)}
              withAsterisk={fieldsOf(feed).needed.includes(field)}
              placeholder="No column"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example ? `For example ${example}` : undefined}
              error={column && head && place === -1 ? 'The file has no such column' : undefined}
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
      <StandInRules feed={feed} rules={draft.values} onChange={(values) => change({ values })} />
      <LeaveOutRules feed={feed} rules={draft.leaveOut} onChange={(leaveOut) => change({ leaveOut })} />
      {save.error && (
        <p className={fileStyles.problem} role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <div className={fileStyles.actions}>
        <Button type="submit" loading={save.isPending}>
          Save the mapping
        </Button>
        <Button variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

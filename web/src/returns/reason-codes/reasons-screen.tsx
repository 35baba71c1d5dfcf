import { Select, Switch, TextInput } from '@mantine/core'
import { reasonContent, type ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import { formatCount } from '@despatch/domain/money/money'
import { FAULT_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { sameName } from '@despatch/domain/text/same-name'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DrawerRecordForm, type DrawerRecordProps } from '../../kit/form/drawer-form.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { ItemDraft } from '../rules/item-draft.tsx'
import { ItemsPage } from '../rules/items-page.tsx'
import { reasonUse } from '../rules/returns-queries.ts'
import { useItemsOfKind } from '../rules/use-items-of-kind.ts'
import { IN_DRAFT, VERSION_FIELDS, versionsOf, useReturnItem } from '../rules/use-return-item.ts'
import { ReasonsOfAll } from './reasons-of-all.tsx'
import styles from '../rules/returns.module.css'

type Reason = ReturnItemOf<'reason'>
const TITLE = 'Return Reason Codes'
const column = columnsOf<Reason>()

const fieldsAsked = ({ asksComment, asksPhoto }: Reason) =>
  [asksComment && 'Comment', asksPhoto && 'Photo'].filter(Boolean).join(', ')

function Uses({ code }: { readonly code: string }) {
  const { data } = useQuery(reasonUse)
  const use = data?.rows.find((row) => sameName(row.code) === sameName(code))
  return <>{data ? formatCount(use?.count ?? 0) : ''}</>
}

const COLUMNS: Columns<Reason> = column.columns([
  column.accessor('code', { header: 'Code', size: 160, enableSorting: false, meta: { priority: 1 } }),
  column.accessor('title', { header: 'Title', size: 240, enableSorting: false, meta: { priority: 2 } }),
  column.accessor(({ parent }) => parent ?? '', { id: 'parent', header: 'Group', size: 150, enableSorting: false }),
  column.accessor(({ fault }) => FAULT_TITLES[fault], {
    id: 'fault',
    header: 'Fault',
    size: 120,
    enableSorting: false,
    meta: { priority: 4 },
  }),
  column.accessor(fieldsAsked, { id: 'asks', header: 'Asks for', size: 150, enableSorting: false }),
  column.display({
    id: 'uses',
    header: 'Used in 13 weeks',
    size: 140,
    meta: { align: 'right' },
    cell: ({ row: { original } }) => <Uses code={original.code} />,
  }),
  column.accessor(({ mergedInto }) => mergedInto ?? '', {
    id: 'mergedInto',
    header: 'Merged into',
    size: 150,
    enableSorting: false,
  }),
  column.accessor('active', {
    header: 'Status',
    size: 190,
    enableSorting: false,
    meta: { priority: 3 },
    cell: ({ row: { original } }) => <ItemDraft {...original} />,
  }),
])

/** How often a code is used is counted for one client only. */
const COLUMNS_OF_ALL = COLUMNS.filter(({ id }) => id !== 'uses')

/** Few codes have a group or a merge target; hide these columns while all are empty. */
const isEmptyColumn = (id: string | undefined, reasons: readonly Reason[]) =>
  (id === 'parent' || id === 'mergedInto') && reasons.every((reason) => !reason[id])

const LABELS = {
  code: 'code',
  title: 'title',
  parent: 'group',
  fault: 'fault',
  asksComment: 'comment',
  asksPhoto: 'photo',
  active: 'active',
  mergedInto: 'merged into',
}
const FAULTS = Object.entries(FAULT_TITLES).map(([value, label]) => ({ value, label }))

const reasonForm = reasonContent.extend(VERSION_FIELDS)

const valuesOf = (of: Reason | undefined) => ({
  ...versionsOf(of),
  code: of?.code ?? '',
  title: of?.title ?? '',
  parent: of?.parent ?? null,
  fault: of?.fault ?? ('shopper' as const),
  asksComment: of?.asksComment ?? false,
  asksPhoto: of?.asksPhoto ?? false,
  active: of?.active ?? true,
  mergedInto: of?.mergedInto ?? null,
})

/** The form of a reason code in the draft. */
function ReasonForm({ of, onDone, onDelete }: DrawerRecordProps<Reason>) {
  const { data: reasons = [] } = useItemsOfKind('reason')
  const record = useReturnItem({
    form: { of, onDone, onDelete },
    noun: 'reason code',
    added: 'a reason code',
    schema: reasonForm,
    labels: LABELS,
    valueLabels: { fault: FAULT_TITLES },
    draftKey: `return-reason-${of?._id ?? 'new'}`,
    valuesOf,
    save: ({ version, draftAt, ...values }, idempotencyKey) =>
      of
        ? call(returns.update, { query: IN_DRAFT, body: { _id: of._id, version, draftAt, ...values } })
        : call(returns.add, { query: IN_DRAFT, body: { kind: 'reason', ...values } }, { idempotencyKey }),
  })
  const { form, setFields } = record
  const [parent, fault, mergedInto] = [
    form.useWatchValue('parent'),
    form.useWatchValue('fault'),
    form.useWatchValue('mergedInto'),
  ]
  const active = form.useWatchValue('active')
  const switches = [
    ['asksComment', 'Asks for a comment', form.useWatchValue('asksComment')],
    ['asksPhoto', 'Asks for a photo', form.useWatchValue('asksPhoto')],
    ['active', active ? 'Active' : 'Retired', active],
  ] as const
  const others = reasons.filter(({ _id }) => _id !== of?._id)
  const choices = others.map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))
  return (
    <DrawerRecordForm record={record} title={of && `Change ${of.code}`} saveLabel="Save to draft">
      <div className={styles.pair}>
        <TextInput
          key={form.key('code')}
          {...form.getInputProps('code')}
          label="Code"
          disabled={of !== undefined}
          {...(!of && { 'data-autofocus': true })}
        />
        <TextInput
          key={form.key('title')}
          {...form.getInputProps('title')}
          label="Title"
          description="Shown to the customer"
        />
        <Select
          data-path="parent"
          label="Group"
          clearable
          searchable
          data={others
            .filter((one) => one.parent === null)
            .map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))}
          value={parent ?? null}
          error={form.errors['parent']}
          onChange={(value) => setFields({ parent: value })}
        />
        <Select
          data-path="fault"
          label="Fault"
          description="Carrier, warehouse and retailer reasons count as faulty goods in law"
          allowDeselect={false}
          data={FAULTS}
          value={fault ?? null}
          onChange={(value) => setFields({ fault: (value ?? 'shopper') as Reason['fault'] })}
        />
      </div>
      {switches.map(([path, label, checked]) => (
        <Switch
          key={path}
          mt="sm"
          data-path={path}
          label={label}
          checked={checked === true}
          onChange={(event) => setFields({ [path]: event.currentTarget.checked })}
        />
      ))}
      {of && (
        <Select
          mt="sm"
          data-path="mergedInto"
          label="Merge into"
          description="Retires this code and counts its returns under the other"
          clearable
          searchable
          data={choices}
          value={mergedInto ?? null}
          error={form.errors['mergedInto']}
          onChange={(value) => setFields({ mergedInto: value, ...(value !== null && { active: false }) })}
        />
      )}
    </DrawerRecordForm>
  )
}

const OTHER_SHARE = 0.1

/** Notes on use: 'Other' is chosen too often, or codes are never used. */
function UseNotes({ reasons }: { readonly reasons: readonly Reason[] }) {
  const { data } = useQuery(reasonUse)
  if (!data || data.total === 0) return null
  const used = new Map(data.rows.map(({ code, count }) => [sameName(code), count]))
  const other = data.rows.find(({ code }) => /^other$/i.test(code))
  const unused = reasons.filter(
    ({ active, code, draft }) =>
      active && draft !== 'added' && !used.has(sameName(code)) && !reasons.some((one) => one.parent === code),
  )
  return (
    <div role="note" className={styles.lead}>
      {other && other.count > data.total * OTHER_SHARE && (
        <div>
          ‘Other’ is the reason for {Math.round((other.count / data.total) * 100)}% of returns. Add more specific codes.
        </div>
      )}
      {unused.length > 0 && (
        <div>Not used in 13 weeks: {unused.map(({ code }) => code).join(', ')}. Merge or retire them.</div>
      )}
    </div>
  )
}

export function ReasonsScreen() {
  const whyNot = useEditDisabledReason('returnsPortalControl.returnReasonCodes')
  const reasons = useItemsOfKind('reason')
  const columns = useMemo(() => COLUMNS.filter(({ id }) => !isEmptyColumn(id, reasons.data ?? [])), [reasons.data])
  return (
    <ForOneClient
      title={TITLE}
      what="see its reason codes"
      ofAll={<ReasonsOfAll title={TITLE} columns={COLUMNS_OF_ALL} />}
    >
      {() => (
        <ItemsPage<Reason>
          title={TITLE}
          name="return-reasons"
          noun={['reason code', 'reason codes']}
          columns={columns}
          items={reasons}
          nameOf={({ code }) => code}
          whyNot={whyNot}
          empty="No reason codes yet. Add reasons for returns."
          removal="Codes in use are retired instead, and keep their returns."
          form={ReasonForm}
          beneath={<UseNotes reasons={reasons.data ?? []} />}
        />
      )}
    </ForOneClient>
  )
}

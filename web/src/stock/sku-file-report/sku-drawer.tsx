import { Switch, TagsInput, TextInput } from '@mantine/core'
import { skuDataRoutes } from '@despatch/contract/routing/sku-data/sku-data'
import type { SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import { useState } from 'react'
import { FigureField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { call } from '../../kit/server/call.ts'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { SKU_LABELS, skuChange, skuForm, skuValues } from './sku-data-values.ts'
import { skusChanged } from './sku-report-queries.ts'
import { boxesText } from './boxes-text.ts'
import { missingText } from './sku-report-columns.tsx'
import styles from './sku-report.module.css'

type SkuDrawerProps = {
  readonly of: SkuReportRow | undefined
  /** Why the user cannot change SKUs. */
  readonly whyNot: string | undefined
  readonly onClose: () => void
}

/** A SKU beside the report, as a form, or read-only without permission. */
export function SkuDrawer({ of, whyNot, onClose }: SkuDrawerProps) {
  return (
    <PeekDrawer of={of} size="lg" title={({ Code }) => Code} onClose={onClose}>
      {(row) =>
        whyNot === undefined ? (
          <SkuForm key={row.Code} of={row} onDone={onClose} />
        ) : (
          <SkuFacts row={row} whyNot={whyNot} />
        )
      }
    </PeekDrawer>
  )
}

function SkuForm({ of, onDone }: { readonly of: SkuReportRow; readonly onDone: () => void }) {
  const [initialValues] = useState(() => skuValues(of))
  const state = useContractForm({
    schema: skuForm,
    initialValues,
    draftKey: `sku-data-${of.Code}`,
    labels: SKU_LABELS,
    fieldOf: (path) => path.replace(/^size\./, ''),
    async onSubmit(values) {
      const { message } = await call(skuDataRoutes.set, { body: skuChange(of, values) })
      notify.success(message)
      void skusChanged()
      onDone()
    },
    onCancel: onDone,
  })
  const { form } = state
  const currency = useCurrency()
  const figure = (field: 'weight' | 'length' | 'width' | 'height', label: string) => (
    <FigureField
      isText
      key={form.key(field)}
      {...form.getInputProps(field)}
      label={label}
      placeholder="Not known"
      {...(field === 'weight' && { 'data-autofocus': true })}
    />
  )
  const categories = form.useWatchValue('categories')
  const isSerialNumbered = form.useWatchValue('isSerialNumbered')
  return (
    <DrawerForm title={`Data of ${of.Code}`} state={state} saveLabel="Save SKU">
      <p className={styles.remark}>{remarkOf(of)}</p>
      <div className={styles.sides}>
        {figure('weight', 'Weight, kg')}
        {figure('length', 'Length, cm')}
        {figure('width', 'Width, cm')}
        {figure('height', 'Height, cm')}
      </div>
      <TextInput key={form.key('title')} {...form.getInputProps('title')} mt="sm" label="Title" autoComplete="off" />
      <TagsInput
        data-path="categories"
        mt="sm"
        label="Categories"
        description="Enter adds one"
        maxTags={10}
        value={categories}
        error={form.errors['categories']}
        onChange={(next) => {
          form.clearFieldError('categories')
          form.setFieldValue('categories', next)
        }}
      />
      <MoneyField
        key={form.key('value')}
        {...form.getInputProps('value')}
        mt="sm"
        label="Unit value"
        description="Default for new order lines"
        currency={currency}
        decimals={4}
      />
      <Switch
        mt="md"
        label="Each piece has a serial number"
        checked={isSerialNumbered}
        onChange={(event) => form.setFieldValue('isSerialNumbered', event.currentTarget.checked)}
      />
      <p className={styles.remark}>
        Open orders without a weight or size are checked again. Orders that have a carrier keep it.
      </p>
    </DrawerForm>
  )
}

/** Remarks beyond the form's figures. */
function remarkOf({ missing, orders, boxes, length, width, volume, isUnknownSku, ...row }: SkuReportRow): string {
  const isMissing = missing.length > 0
  const hasLongest = length !== null && width === null && volume !== null
  return [
    isUnknownSku && 'Imported with an order or a count, and not checked yet.',
    isMissing &&
      `${missingText({ missing })}: ${orders} orders in the last four weeks were allocated with estimated values.`,
    boxes.length > 0 && `Ships in boxes with their own measures: ${boxesText({ boxes })}.`,
    hasLongest && `Longest side ${length} cm, volume ${volume} m³. Enter all three sides to replace them.`,
    !isMissing && row.categories.length === 0 && 'No category.',
  ]
    .filter(Boolean)
    .join(' ')
}

function SkuFacts({ row, whyNot }: { readonly row: SkuReportRow; readonly whyNot: string }) {
  const figure = (value: number | null, unit: string) => (value === null ? 'Not known' : `${value} ${unit}`)
  return (
    <PeekHead
      banner={<RecordBanner meaning="neutral" title={whyNot} />}
      facts={{
        Title: row.Item_Description,
        Weight: figure(row.weight, 'kg'),
        'Longest side': figure(row.length, 'cm'),
        Volume: figure(row.volume, 'm³'),
        Boxes: boxesText(row),
        Categories: row.categories.join(', '),
        'Serial-numbered': row.isSerialNumbered ? 'Yes' : 'No',
      }}
    />
  )
}

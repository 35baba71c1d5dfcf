import { SegmentedControl } from '@mantine/core'
import { MAX_SKUS_AT_ONCE, type newFixedRoutes } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import styles from './fixed-routing.module.css'
import { RouteFields } from './route-fields.tsx'
import { areInOrder, BLANK, ROUTE_LABELS, routeShape, LAST_BEFORE_FIRST, toRouteBody } from './route-values.ts'
import { categoryChoices } from './route-queries.ts'
import { useRouteFields } from './use-route-fields.ts'
import { skusError } from './sku-errors.ts'
import { SkuPicker } from './sku-picker.tsx'

const shape = z
  .object({
    by: z.enum(['skus', 'category']),
    skus: z.array(z.string()).max(MAX_SKUS_AT_ONCE, `At most ${formatCount(MAX_SKUS_AT_ONCE)} SKUs at once`),
    category: z.string(),
    ...routeShape,
    carrier: z.string().min(1, 'Choose a carrier'),
  })
  .refine(({ by, skus }) => by !== 'skus' || skus.length > 0, { path: ['skus'], message: 'Choose at least one SKU' })
  .refine(({ by, category }) => by !== 'category' || category !== '', {
    path: ['category'],
    message: 'Choose a category',
  })
  .refine(areInOrder, LAST_BEFORE_FIRST)
/** On the screen by region, a route needs a region; without one it would only appear on the other screen. */
const shapeForRegions = shape.refine(({ regionList }) => regionList.length > 0, {
  path: ['regionList'],
  message: 'Choose at least one region',
})
type Values = z.infer<typeof shape>

function bodyOf(values: Values): z.input<typeof newFixedRoutes> {
  const { by, skus, category } = values
  const what = by === 'skus' ? { skus, category: '' } : { skus: [], category }
  return { ...what, ...toRouteBody(values) }
}

type AddRoutesFormProps = {
  /** Initially selected SKUs. */
  readonly skus: readonly string[]
  readonly category: string
  /** On the screen by region: only SKUs, with regions. */
  readonly isForRegions: boolean
  readonly onDone: () => void
}

/** Adds fixed routes for SKUs or a category. */
export function AddRoutesForm({ skus, category, isForRegions, onDone }: AddRoutesFormProps) {
  const [initialValues] = useState<Values>(() => ({
    ...BLANK,
    by: category !== '' && skus.length === 0 ? 'category' : 'skus',
    skus: [...skus],
    category,
  }))
  const schema = isForRegions ? shapeForRegions : shape
  const categories = useQuery(categoryChoices)
  const state = useContractForm({
    schema,
    initialValues,
    draftKey: `fixed-routes-added-${isForRegions ? 'by-region' : 'by-sku'}`,
    labels: { ...ROUTE_LABELS, skus: 'SKUs', category: 'Category', by: 'Products' },
    async onSubmit(values, idempotencyKey) {
      const { message } = await call(fixedRouting.add, { body: bodyOf(values) }, { idempotencyKey })
      notify.success(message)
      await ruleBookChanged()
      onDone()
    },
    onCancel: onDone,
  })
  const { form } = state
  const by = form.useWatchValue('by')
  const chosen = form.useWatchValue('skus')
  const held = form.useWatchValue('category')
  const { values, change } = useRouteFields(form)
  return (
    <FormShell title="Add fixed routes" state={state} saveLabel="Add">
      <div className={styles.fields}>
        {!isForRegions && (
          <SegmentedControl
            aria-label="Products"
            w="max-content"
            data={[
              { value: 'skus', label: 'SKUs' },
              { value: 'category', label: 'A whole category' },
            ]}
            value={by}
            onChange={(value) => change({ by: value as Values['by'] })}
          />
        )}
        {by === 'skus' ? (
          <SkuPicker
            value={chosen}
            isForRegions={isForRegions}
            error={skusError(form.errors, chosen)}
            onChange={(codes) => change({ skus: codes })}
          />
        ) : (
          <SearchSelect
            data-path="category"
            label="Category"
            placeholder="Choose a category"
            data={(categories.data ?? []).map((one) => ({
              value: one.category,
              label: `${one.category} (${formatCount(one.skus)} ${one.skus === 1 ? 'SKU' : 'SKUs'})`,
            }))}
            value={held || null}
            error={form.errors['category']}
            onChange={(code) => change({ category: code ?? '' })}
            allowDeselect={false}
            nothingFoundMessage="No category with this name"
          />
        )}
        <RouteFields values={values} errors={form.errors} onChange={change} needsRegions={isForRegions} />
        <p className={styles.note}>
          The most specific route applies: SKU with regions, SKU, category with regions, category. Fixed routes narrow
          the choice; limits still apply.
        </p>
        <TryIt state={state} draftOf={(checked) => ({ change: 'fixed-routes-added', body: bodyOf(checked) })} />
      </div>
    </FormShell>
  )
}

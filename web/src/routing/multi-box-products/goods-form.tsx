import { TagsInput } from '@mantine/core'
import { type Goods, multiBox as calls } from '@despatch/contract/routing/multi-box-products/multi-box'
import { useRef, useState } from 'react'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { FigureField } from '../../kit/form/typed/number-fields.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { BoxRows } from './box-rows.tsx'
import { GOODS_LABELS, goodsForm, goodsValues, shownGoods } from './goods-values.ts'
import { type StoredGoods, goodsNow } from './multi-box-queries.ts'
import styles from './multi-box.module.css'

type GoodsFormProps = { readonly stored: StoredGoods; readonly onDone: () => void }

/** Edits a SKU's weight, size, categories and boxes. */
export function GoodsForm({ stored, onDone }: GoodsFormProps) {
  const { SKU } = stored
  const [initialValues] = useState(() => goodsValues(stored.goods, 0))
  const [described, setDescribed] = useState(
    () => new Map(stored.components.map(({ Code, Item_Description }) => [Code, Item_Description])),
  )
  // The goods that this form has loaded; the values' `version` is an index.
  const fetched = useRef<Goods[]>([stored.goods])
  const state = useContractForm({
    schema: goodsForm,
    initialValues,
    draftKey: `goods-${SKU}`,
    labels: GOODS_LABELS,
    fieldOf: (path) => path.replace(/^goods\./, ''),
    async onSubmit({ version, ...goods }) {
      const known = fetched.current[version] ?? stored.goods
      const { message } = await call(calls.setGoods, { body: { SKU, goods, known } }).catch(conflict.show)
      notify.success(message)
      void ruleBookChanged()
      onDone()
    },
    onCancel() {
      conflict.clear()
      onDone()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'SKU',
    state,
    initialValues,
    async fetchNow() {
      const now = await queryClient.fetchQuery({ ...goodsNow(SKU), staleTime: 0 })
      setDescribed(
        (before) => new Map([...before, ...now.components.map((one) => [one.Code, one.Item_Description] as const)]),
      )
      return goodsValues(now.goods, fetched.current.push(now.goods) - 1)
    },
    shown: shownGoods,
    merged: mergedValues,
  })
  const categories = form.useWatchValue('categories')
  const components = form.useWatchValue('components')

  return (
    <DrawerForm title={`Measures and boxes of ${SKU}`} state={state} saveLabel="Save measures">
      <p className={styles.remark}>{stored.Item_Description}</p>
      {conflict.panel}
      <div className={styles.measures}>
        {MEASURES.map(({ field, label, unit }) => (
          <FigureField
            isText
            key={form.key(field)}
            {...form.getInputProps(field)}
            label={`${label}, ${unit}`}
            placeholder="Not known"
          />
        ))}
      </div>
      <TagsInput
        data-path="categories"
        mt="sm"
        label="Categories"
        description="Fixed routing can hold a whole category. Enter adds one."
        value={categories}
        error={form.errors['categories'] ?? firstOf(form.errors, 'categories.')}
        maxTags={10}
        onChange={(next) => {
          form.clearFieldError('categories')
          form.setFieldValue('categories', next)
        }}
      />
      <BoxRows
        product={SKU}
        boxes={components}
        describe={(code) => described.get(code) ?? ''}
        errorOf={(path) => form.errors[path]}
        onChange={(next) => {
          form.clearErrors()
          form.setFieldValue('components', next)
        }}
        onChosen={({ Code, Item_Description }) =>
          setDescribed((before) => new Map([...before, [Code, Item_Description]]))
        }
      />
      <p className={styles.remark}>Applies to new allocations. Orders that have a carrier keep it.</p>
    </DrawerForm>
  )
}

const MEASURES = [
  { field: 'weight', label: 'Weight', unit: 'kg' },
  { field: 'length', label: 'Longest side', unit: 'cm' },
  { field: 'volume', label: 'Volume', unit: 'm³' },
] as const

const firstOf = (errors: Readonly<Record<string, unknown>>, prefix: string) => {
  const found = Object.entries(errors).find(([path]) => path.startsWith(prefix))?.[1]
  return typeof found === 'string' ? found : undefined
}

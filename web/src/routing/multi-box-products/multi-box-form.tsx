import { Button, Switch } from '@mantine/core'
import { multiBox as calls } from '@despatch/contract/routing/multi-box-products/multi-box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { ComponentExceptions } from './component-exceptions.tsx'
import { ExceptionField } from './exception-field.tsx'
import { GoodsDrawer } from './goods-drawer.tsx'
import { type StoredMultiBox, multiBoxNow } from './multi-box-queries.ts'
import {
  exceptionsOf,
  changeListsFor,
  mergedMultiBox,
  MULTI_BOX_LABELS,
  multiBoxShape,
  type MultiBoxValues,
  rowsWith,
  shownMultiBox,
  valuesOf,
} from './multi-box-values.ts'
import styles from './multi-box.module.css'
import { ProductTable } from './product-table.tsx'
import { SkuChooser } from './sku-chooser.tsx'

/** The SKU in the drawer; '' for a product that is yet to be chosen. */
type Edited = string | undefined

type MultiBoxFormProps = { readonly title: string; readonly stored: StoredMultiBox }

/** Edits the default and its exceptions, and each product's goods in a drawer. */
export function MultiBoxForm({ title, stored: initialMultiBox }: MultiBoxFormProps) {
  const { data: latest = initialMultiBox } = useQuery(multiBoxNow)
  const [initialValues] = useState(() => valuesOf(initialMultiBox))
  const [described, setDescribed] = useState<Readonly<Record<string, string>>>({})
  const [edited, setEdited] = useState<Edited>()
  // The answers that the form has loaded, by version: its values are changes of one of them.
  const [versions] = useState(
    () => new Map<number | undefined, StoredMultiBox>([[initialMultiBox.version, initialMultiBox]]),
  )
  const storedFor = ({ version }: MultiBoxValues) =>
    version === latest.version ? latest : (versions.get(version) ?? latest)
  async function fetchStored() {
    const now = await queryClient.fetchQuery({ ...multiBoxNow, staleTime: 0 })
    versions.set(now.version, now)
    return valuesOf(now)
  }

  const state = useContractForm({
    schema: multiBoxShape,
    initialValues,
    draftKey: 'multi-box',
    labels: MULTI_BOX_LABELS,
    async onSubmit(body) {
      const { message } = await call(calls.update, { body }).catch(conflict.show)
      notify.success(message)
      conflict.rebase(await fetchStored())
      void ruleBookChanged()
    },
    onCancel: () => conflict.clear(),
  })
  const { form } = state
  const conflict = useVersionConflict<MultiBoxValues>({
    noun: 'routing',
    state,
    initialValues,
    fetchNow: fetchStored,
    shown: (values) => shownMultiBox(storedFor(values), values),
    merged: (mine, theirs, fromTheirs) =>
      mergedMultiBox({ mine, storedBefore: storedFor(mine), theirs, storedNow: storedFor(theirs) }, fromTheirs),
  })
  const values: MultiBoxValues = {
    sameCarrier: form.useWatchValue('sameCarrier'),
    skuListToAdd: form.useWatchValue('skuListToAdd'),
    skuListToRemove: form.useWatchValue('skuListToRemove'),
    version: form.useWatchValue('version'),
  }
  // Boxes and descriptions come from the newest answer, exceptions from the form's version.
  const stored = storedFor(values)
  const rows = rowsWith(stored, values, (sku) => described[sku] ?? '')
  const ceasing =
    values.sameCarrier === valuesOf(stored).sameCarrier ? 0 : exceptionsOf(stored, valuesOf(stored)).length
  const problems = Object.entries(form.errors).flatMap(([path, message]) =>
    path.startsWith('skuList') && typeof message === 'string' ? [message] : [],
  )

  function depart(sku: string, departs: boolean) {
    const others = exceptionsOf(stored, values).filter((other) => other !== sku)
    const lists = changeListsFor(stored, values.sameCarrier, departs ? [...others, sku] : others)
    form.clearErrors()
    form.setFieldValue('skuListToAdd', lists.skuListToAdd)
    form.setFieldValue('skuListToRemove', lists.skuListToRemove)
  }
  function flip(sameCarrier: boolean) {
    form.clearErrors()
    form.setFieldValue('sameCarrier', sameCarrier)
    form.setFieldValue('skuListToAdd', [])
    form.setFieldValue('skuListToRemove', [])
  }

  return (
    <>
      <FormShell title={title} state={state} saveLabel="Save" isWide beside={<RuleBookLink />}>
        {conflict.panel}
        <FindingsOf kinds={['multi-box', 'multi-box-exception']} />
        <Switch
          data-path="sameCarrier"
          label="Ship all boxes of a product with one carrier"
          description={
            values.sameCarrier
              ? 'By default, one carrier service ships all boxes of a product. Otherwise the order is a routing exception.'
              : 'By default, the boxes of a product may ship with different carriers.'
          }
          error={form.errors['sameCarrier']}
          checked={values.sameCarrier}
          onChange={(event) => flip(event.currentTarget.checked)}
        />
        <p role="status" className={styles.remark}>
          {ceasing > 0 &&
            `${ceasing === 1 ? '1 exception says' : `${ceasing} exceptions say`} the same as the new default: how those boxes travel does not change, and they are exceptions no more.`}
        </p>
        <div className={styles.tools}>
          <ExceptionField
            taken={new Set(rows.filter(({ isException }) => isException).map(({ Code }) => Code))}
            errors={problems}
            onChoose={({ Code, Item_Description }) => {
              setDescribed((before) => ({ ...before, [Code]: Item_Description }))
              depart(Code, true)
            }}
          />
          <Button variant="default" size="sm" onClick={() => setEdited('')}>
            Add a multi-box product
          </Button>
        </div>
        <div className={styles.tools}>
          <div className={styles.chooser}>
            <SkuChooser
              label="Find a SKU"
              description="Find any SKU to set its weight, size, categories and boxes."
              onChoose={({ Code }) => setEdited(Code)}
            />
          </div>
        </div>
        <ProductTable rows={rows} onDepart={depart} onEdit={setEdited} />
        <TryIt state={state} draftOf={(body) => ({ change: 'multi-box', body })} />
        <ComponentExceptions />
      </FormShell>
      <GoodsDrawer sku={edited} onChoose={setEdited} onClose={() => setEdited(undefined)} />
    </>
  )
}

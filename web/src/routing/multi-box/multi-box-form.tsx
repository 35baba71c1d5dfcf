import { Button, Switch } from '@mantine/core'
import { multiBox as calls } from '@despatch/contract/routing/multi-box/multi-box'
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
import { type MultiBoxKept, multiBoxNow } from './multi-box-queries.ts'
import {
  exceptionsOf,
  listsFor,
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

/** What is edited in the drawer: the goods of a SKU; '' is a product that is still to be chosen. */
type Edited = string | undefined

type MultiBoxFormProps = { readonly title: string; readonly kept: MultiBoxKept }

/** The default and what departs from it, to change; and the goods of each product, in a drawer. */
export function MultiBoxForm({ title, kept: keptFirst }: MultiBoxFormProps) {
  const { data: latest = keptFirst } = useQuery(multiBoxNow)
  const [initialValues] = useState(() => valuesOf(keptFirst))
  const [described, setDescribed] = useState<Readonly<Record<string, string>>>({})
  const [edited, setEdited] = useState<Edited>()
  // What each version said that this form has known: values are changes of one of them.
  const [versions] = useState(() => new Map<number | undefined, MultiBoxKept>([[keptFirst.version, keptFirst]]))
  const keptOf = ({ version }: MultiBoxValues) =>
    version === latest.version ? latest : (versions.get(version) ?? latest)
  async function fetchKept() {
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
      conflict.beginWith(await fetchKept())
      void ruleBookChanged()
    },
    onCancel: () => conflict.clear(),
  })
  const { form } = state
  const conflict = useVersionConflict<MultiBoxValues>({
    noun: 'routing',
    state,
    initialValues,
    fetchNow: fetchKept,
    shown: (values) => shownMultiBox(keptOf(values), values),
    merged: (mine, theirs, fromTheirs) =>
      mergedMultiBox({ mine, keptBefore: keptOf(mine), theirs, keptNow: keptOf(theirs) }, fromTheirs),
  })
  const values: MultiBoxValues = {
    sameCarrier: form.useWatchValue('sameCarrier'),
    skuListToAdd: form.useWatchValue('skuListToAdd'),
    skuListToRemove: form.useWatchValue('skuListToRemove'),
    version: form.useWatchValue('version'),
  }
  // Boxes and descriptions come from the newest answer; what departs from the default is what the form knows.
  const kept = keptOf(values)
  const rows = rowsWith(kept, values, (sku) => described[sku] ?? '')
  const ceasing = values.sameCarrier === valuesOf(kept).sameCarrier ? 0 : exceptionsOf(kept, valuesOf(kept)).length
  const problems = Object.entries(form.errors).flatMap(([path, message]) =>
    path.startsWith('skuList') && typeof message === 'string' ? [message] : [],
  )

  function depart(sku: string, departs: boolean) {
    const others = exceptionsOf(kept, values).filter((other) => other !== sku)
    const lists = listsFor(kept, values.sameCarrier, departs ? [...others, sku] : others)
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
          label="The boxes of a product travel with one carrier"
          description={
            values.sameCarrier
              ? 'By default: one carrier service takes all boxes of a product, or the order is a routing exception.'
              : 'By default: each box of a product may travel with another carrier.'
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
              description="Any SKU, to set what it weighs and measures, its categories and boxes."
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

import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Price, prices } from '@despatch/contract/routing/prices/prices'
import { type ChargedFor, PRICING_METHODS, type PricingMethod } from '@despatch/domain/routing/prices/costing'
import { NO_PRICING } from '@despatch/domain/routing/prices/holds-from'
import { pricingOf } from '@despatch/domain/routing/prices/written-pricing'
import { useMemo, useRef, useState } from 'react'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { typedDay } from '../../kit/form/typed/typed-day.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { CostingFields } from './costing-fields.tsx'
import { matrixBody, readablePricing, singleBody } from './price-body.ts'
import { pricingText } from './price-columns.tsx'
import { mergedPrices, shownPrices } from './price-conflict.ts'
import { usePriceCheck } from './price-check-dialog.tsx'
import type { Acknowledgement } from './use-acknowledgement.tsx'
import { PriceChart } from './price-chart.tsx'
import { priceOf } from './price-queries.ts'
import type { CostingValues, PriceValues, CostingName } from './price-shape.ts'
import { isMatrixForm, PRICE_LABELS, priceValuesIn, valuesOf } from './price-values.ts'
import styles from './prices.module.css'

const METHODS = PRICING_METHODS.map((value) => ({ value, label: pricingText(value) }))
const FORMS = [
  { value: 'single', label: 'Single' },
  { value: 'matrix', label: 'Matrix' },
]

const CHARGED = [
  { value: 'consignment', label: 'For the consignment' },
  { value: 'parcel', label: 'For each parcel' },
]

/** Delay of the chart after the last key. */
const DRAWN_AFTER_MS = 120

type PriceFormProps = { readonly price: Price; readonly onLeave: () => void }

/** Saves prices after their review. */
const savePrices = (id: string, values: PriceValues, currency: string, acknowledgement: Acknowledgement) =>
  isMatrixForm(values)
    ? call(prices.updateMatrix, { params: { id }, body: { ...matrixBody(values, currency), ...acknowledgement } })
    : call(prices.updateSingle, { params: { id }, body: { ...singleBody(values, currency), ...acknowledgement } })

/** The form state of a method's prices, with conflicts. */
function useAmendedPrices({ price, onLeave }: PriceFormProps) {
  const id = price.clientMethodID
  const check = usePriceCheck(id)
  const note = useRef('')
  const currency = useCurrency()
  const schema = useMemo(() => priceValuesIn(currency), [currency])
  const [initialValues] = useState(() => valuesOf(price))
  const fetchNow = async () => {
    const now = await queryClient.fetchQuery({ ...priceOf(id), staleTime: 0 })
    return now ? valuesOf(now) : undefined
  }
  const state = useContractForm({
    schema,
    initialValues,
    draftKey: `prices-${id}`,
    labels: PRICE_LABELS,
    async ask(values) {
      const now = await queryClient.fetchQuery({ ...priceOf(id), staleTime: 0 })
      // The form is based on an older version: the server refuses and names the user who changed it.
      if (now?.version !== values.version)
        await savePrices(id, values, currency, { note: '', acknowledged: false }).catch(conflict.show)
      const after = readablePricing(values, currency)?.pricing ?? NO_PRICING
      note.current = await check.look(pricingOf(now ?? price), after, typedDay(values.holdsFrom) ?? undefined)
    },
    async onSubmit(values) {
      const { message } = await check
        .publish(note.current, (said) => savePrices(id, values, currency, said))
        .catch(conflict.show)
      notify.success(message)
      // New rows now have ids. A failed read does not affect the save.
      conflict.rebase((await fetchNow().catch(() => undefined)) ?? values)
      await ruleBookChanged()
      onLeave()
    },
    onCancel() {
      conflict.clear()
      onLeave()
    },
  })
  const conflict = useVersionConflict<PriceValues>({
    noun: 'method',
    done: ({ message }) => [message],
    state,
    initialValues,
    fetchNow,
    shown: shownPrices,
    merged: mergedPrices,
  })
  return { state, conflict, initialValues, check, currency }
}

/** Edits a method's prices: by base cost and increments (single), or by bands and dates (matrix). */
export function PriceForm(props: PriceFormProps) {
  const { price } = props
  const id = price.clientMethodID
  const { state, conflict, initialValues, check, currency } = useAmendedPrices(props)
  const { form } = state
  const version = form.useWatchValue('version')
  const kind = form.useWatchValue('form')
  const pricingMethod = form.useWatchValue('pricingMethod')
  const chargedFor = form.useWatchValue('chargedFor')
  const primaryCosting = form.useWatchValue('primaryCosting')
  const hasSecondary = form.useWatchValue('hasSecondary')
  const secondaryCosting = form.useWatchValue('secondaryCosting')
  const holdsFrom = form.useWatchValue('holdsFrom')
  const values = useMemo<PriceValues>(
    () => ({
      version,
      form: kind,
      pricingMethod,
      chargedFor,
      primaryCosting,
      hasSecondary,
      secondaryCosting,
      holdsFrom,
    }),
    [version, kind, pricingMethod, chargedFor, primaryCosting, hasSecondary, secondaryCosting, holdsFrom],
  )
  const saved = useMemo(() => (price.pricingMethod === 'None' ? undefined : pricingOf(price)), [price])
  // Rendering the chart on every key would delay typing.
  const [drawn] = useDebouncedValue(values, DRAWN_AFTER_MS)
  const readable = useMemo(() => readablePricing(drawn, currency), [drawn, currency])
  const isChanged = state.changed.length > 0

  function setCosting(which: CostingName, next: CostingValues, paths: readonly string[]) {
    state.setFields({ [which]: next })
    for (const path of paths) form.clearFieldError(path)
  }
  function setForm(next: PriceValues['form']) {
    form.clearErrors()
    form.setFieldValue('form', next)
  }
  const costing = (which: CostingName, of: CostingValues) => (
    <CostingFields
      which={which}
      values={of}
      isMatrix={kind === 'matrix'}
      pricingMethod={pricingMethod}
      errors={form.errors}
      onChange={setCosting}
    />
  )

  return (
    <FormShell title={`${id}: prices`} state={state} saveLabel="Save" isWide beside={<RuleBookLink />}>
      {conflict.panel}
      {check.dialog}
      <div className={styles.kind}>
        <Select
          data-path="pricingMethod"
          label="Pricing method"
          w={230}
          data={METHODS}
          value={pricingMethod}
          error={form.errors['pricingMethod']}
          allowDeselect={false}
          onChange={(next) => {
            form.clearErrors()
            if (next) form.setFieldValue('pricingMethod', next as PricingMethod)
          }}
        />
        <PriceKind values={values} onChargedFor={(next) => form.setFieldValue('chargedFor', next)} onForm={setForm} />
        <DayField
          data-path="holdsFrom"
          label={<OptionalLabel>Hold from</OptionalLabel>}
          description={heldText(price)}
          value={holdsFrom}
          error={form.errors['holdsFrom']}
          onChange={(day) => form.setFieldValue('holdsFrom', day)}
        />
        <p className={recordStyles.remark}>{replacing(values, initialValues)}</p>
      </div>
      {pricingMethod !== 'None' && (
        <div className={styles.beside} data-matrix={kind === 'matrix' || undefined}>
          <div className={styles.costings}>
            {costing('primaryCosting', primaryCosting)}
            <label className={styles.second}>
              <input
                type="checkbox"
                data-path="hasSecondary"
                checked={hasSecondary}
                onChange={(event) => form.setFieldValue('hasSecondary', event.currentTarget.checked)}
              />
              A secondary costing covers the later parcels
            </label>
            {hasSecondary && costing('secondaryCosting', secondaryCosting)}
          </div>
          <PriceChart
            pricing={readable?.pricing}
            rows={readable?.rows}
            saved={isChanged ? saved : undefined}
            isFlat={kind === 'matrix'}
          />
        </div>
      )}
      <FindingsOf kinds={['method']} of={id} />
      <TryIt
        state={state}
        draftOf={(checked) =>
          isMatrixForm(checked)
            ? { change: 'matrix-costing', params: { id }, body: matrixBody(checked, currency) }
            : { change: 'single-costing', params: { id }, body: singleBody(checked, currency) }
        }
      />
    </FormShell>
  )
}

/** Describes the default first day and the current one. */
const heldText = ({ pricingMethod, holdsFrom }: Price) =>
  pricingMethod === 'None'
    ? 'If empty, the first prices apply to every day.'
    : `Without a day, from the first day of the rows that change, else today. The prices in force hold ${holdsFrom ? `from ${formatDayShort(holdsFrom)}` : 'for every day'}.`

/** Describes what saving replaces. */
function replacing({ form, pricingMethod }: PriceValues, before: PriceValues): string {
  const wasPriced = before.pricingMethod !== 'None'
  if (pricingMethod === 'None')
    return wasPriced ? 'Saving removes the prices. No orders are routed to this method after that.' : ''
  if (form === before.form || !wasPriced) return 'Saving one type of price replaces the other.'
  return form === 'matrix'
    ? 'Saving the matrix replaces the current single price.'
    : 'Saving the single price replaces the current matrix.'
}

type PriceKindProps = {
  readonly values: Pick<PriceValues, 'pricingMethod' | 'chargedFor' | 'form'>
  readonly onChargedFor: (next: ChargedFor) => void
  readonly onForm: (next: PriceValues['form']) => void
}

/** Edits what the prices apply to, and whether they are a matrix. */
function PriceKind({ values: { pricingMethod, chargedFor, form }, onChargedFor, onForm }: PriceKindProps) {
  if (pricingMethod === 'None') return null
  return (
    <>
      {pricingMethod === 'By Weight Matrix' && (
        <SegmentedControl
          aria-label="Weights apply to"
          data={CHARGED}
          value={chargedFor}
          onChange={(next) => onChargedFor(next as ChargedFor)}
        />
      )}
      <SegmentedControl
        aria-label="Single or matrix"
        data={FORMS}
        value={form}
        onChange={(next) => onForm(next as PriceValues['form'])}
      />
    </>
  )
}

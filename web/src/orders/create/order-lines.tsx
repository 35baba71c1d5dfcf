import { MAX_ITEMS } from '@despatch/contract/orders/create/create-order'
import type { ClientParams } from '@despatch/domain/administration/clients/client-params'
import { formatMoney } from '@despatch/domain/money/money'
import { sameName } from '@despatch/domain/text/same-name'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { type LineStock, lineStock } from './line-stock.ts'
import { LineValue, LineValueField } from './line-value-field.tsx'
import {
  BLANK_LINE,
  type DraftLine,
  draftTotal,
  isCopied,
  isCalculatedValue,
  leftOutText,
  type OrderForm,
  ownPrice,
} from './order-draft.ts'
import styles from './order-lines.module.css'
import { SkuField } from './sku-field.tsx'
import { availableStock } from '../../stock/available-queries.ts'
import { skuByCode } from '../../stock/sku-file-report/sku-queries.ts'

type OrderLinesProps = {
  readonly form: OrderForm
  readonly currency: string
  readonly params: ClientParams
  /** Unit values of SKUs that the amended order contains; otherwise the SKU's price applies. */
  readonly ownPrices?: ReadonlyMap<string, string> | undefined
  /** Client of the SKUs; defaults to the selected one. */
  readonly client?: string | undefined
  /** The amended order, whose own stock counts as available. */
  readonly orderNumber?: string | undefined
}

export function OrderLines({ form, currency, params, ownPrices, client, orderNumber }: OrderLinesProps) {
  const mayTypeValue = params.orderLineValue
  const typed: readonly DraftLine[] = form.useWatchValue('items')
  // If values may not be typed, ignore those in an old draft.
  const lines = mayTypeValue ? typed : typed.map((line) => ({ ...line, totalValue: '' }))
  // SKUs ignore case, so equal ones share a query.
  const codes = [...Map.groupBy(lines, ({ SKU }) => sameName(SKU.trim())).values()].flatMap(
    ([first]) => first?.SKU.trim() || [],
  )
  // Only SKUs that SkuField has already read: half-typed codes cause no requests.
  const prices = useQueries({
    queries: codes.map((code) => ({ ...skuByCode(code, client), enabled: false })),
    combine: (answers) => new Map(codes.map((code, index) => [sameName(code), answers[index]?.data?.unitValue])),
  })
  const priceOf = (line: DraftLine) => {
    const name = sameName(line.SKU.trim())
    return ownPrice(line) ?? ownPrices?.get(name) ?? prices.get(name)
  }
  const { total, ...leftOut } = draftTotal(lines, priceOf)
  const known = codes.filter((code) => prices.get(sameName(code)) !== undefined)
  const { data: stock } = useQuery(availableStock(known, orderNumber ?? '', client))
  const rows = useRef<HTMLTableSectionElement>(null)
  const focusLine = useFocusOfLine(rows, lines.length)

  function add(after: number) {
    if (!params.newOrderLine || lines.length >= MAX_ITEMS) return
    form.insertListItem('items', { ...BLANK_LINE }, after + 1)
    focusLine(after + 1)
  }
  function remove(index: number) {
    if (lines.length === 1) form.setFieldValue('items', [{ ...BLANK_LINE }])
    else form.removeListItem('items', index)
    focusLine(Math.max(0, Math.min(index, lines.length - 2)))
  }

  return (
    <div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">SKU</th>
            <th scope="col" className={styles.right}>
              Quantity
            </th>
            <th scope="col" className={styles.right}>
              Line value
            </th>
            <td />
          </tr>
        </thead>
        <tbody ref={rows}>
          {lines.map((line, index) => (
            // Lines have no key, and their fields have no local state that would have to move.
            <OrderLine
              key={index}
              index={index}
              form={form}
              line={line}
              price={priceOf(line)}
              stock={lineStock(line, lines, stock)}
              client={client}
              currency={currency}
              mayTypeValue={mayTypeValue}
              onAdd={add}
              onRemove={remove}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {params.newOrderLine ? (
          <>
            <AddRowButton
              label="Add line"
              whyFull={lines.length >= MAX_ITEMS ? `An order has at most ${MAX_ITEMS} lines` : undefined}
              onClick={() => add(lines.length - 1)}
            />
            <span className={styles.hint}>Enter adds a line, Alt Backspace removes it</span>
          </>
        ) : (
          <span className={styles.hint}>Orders of this client have one line.</span>
        )}
        <output className={styles.total} aria-label="Order total">
          <span className={styles.hint}>Order total</span> {formatMoney(total, currency)}
          <span className={styles.hint}>{leftOutText(leftOut)}</span>
        </output>
      </div>
      {form.errors['items'] && (
        <p role="alert" className={styles.error}>
          {form.errors['items']}
        </p>
      )}
    </div>
  )
}

type OrderLineProps = {
  readonly index: number
  readonly form: OrderForm
  readonly line: DraftLine
  /** Unit price, if known. */
  readonly price: string | undefined
  readonly stock: LineStock | undefined
  readonly client: string | undefined
  readonly currency: string
  readonly mayTypeValue: boolean
  readonly onAdd: (after: number) => void
  readonly onRemove: (index: number) => void
}

function OrderLine(props: OrderLineProps) {
  const { index, form, line, price, stock, client, currency, mayTypeValue, onAdd, onRemove } = props
  const name = `line ${index + 1}`
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || isChoosing(event)) return
    if (event.altKey && event.key === 'Backspace') {
      event.preventDefault()
      onRemove(index)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      onAdd(index)
    }
  }
  return (
    <tr>
      <td className={styles.position}>{index + 1}</td>
      <td>
        <SkuField
          label={`SKU of ${name}`}
          path={`items.${index}.SKU`}
          client={client}
          stock={stock}
          value={line.SKU}
          error={form.errors[`items.${index}.SKU`]}
          onChange={(code) => {
            // A copied value belongs to its SKU.
            if (isCopied(form.getInitialValues().items, line) && sameName(code.trim()) !== sameName(line.SKU.trim()))
              form.setFieldValue(`items.${index}.totalValue`, '')
            form.setFieldValue(`items.${index}.SKU`, code)
          }}
          onKeyDown={onKeyDown}
          onEnter={() => onAdd(index)}
        />
      </td>
      <td className={styles.quantity}>
        <CountField
          aria-label={`Quantity of ${name}`}
          data-path={`items.${index}.quantity`}
          value={line.quantity}
          error={form.errors[`items.${index}.quantity`]}
          onChange={(value) => {
            if (isCalculatedValue(line, price)) form.setFieldValue(`items.${index}.totalValue`, '')
            // An incomplete number stays in the form as text, so that validation reports it.
            form.setFieldValue(`items.${index}.quantity`, value as number)
          }}
          styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => form.validateField(`items.${index}.quantity`)}
          onKeyDown={onKeyDown}
        />
      </td>
      <td className={styles.value}>
        {mayTypeValue ? (
          <LineValueField
            label={`Value of ${name}`}
            path={`items.${index}.totalValue`}
            currency={currency}
            line={line}
            price={price}
            error={form.errors[`items.${index}.totalValue`]}
            onChange={(value) => form.setFieldValue(`items.${index}.totalValue`, value)}
            onBlur={() => form.validateField(`items.${index}.totalValue`)}
            onKeyDown={onKeyDown}
          />
        ) : (
          <LineValue line={line} price={price} currency={currency} />
        )}
      </td>
      <td className={styles.remove}>
        <RemoveRowButton label={`Remove ${name}`} onClick={() => onRemove(index)} />
      </td>
    </tr>
  )
}

/** Whether Enter selects from the open list. */
function isChoosing({ currentTarget, key }: KeyboardEvent): boolean {
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  return key === 'Enter' && list?.querySelector('[data-combobox-selected]') !== null && list !== null
}

/** Focuses a line's SKU after the next render. */
function useFocusOfLine(rows: { readonly current: HTMLElement | null }, count: number): (index: number) => void {
  const target = useRef<number>(undefined)
  useEffect(() => {
    if (target.current === undefined) return
    const field = rows.current?.querySelector<HTMLElement>(`[data-path="items.${target.current}.SKU"]`)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
    target.current = undefined
  }, [rows, count])
  return (index) => {
    target.current = index
  }
}

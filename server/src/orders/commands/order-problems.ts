import type { CreateOrder } from '@despatch/contract/orders/create/create-order'
import type { FieldProblem } from '@despatch/contract/route/problem'
import type { Money } from '@despatch/domain/money/money'
import { lineValueProblem } from '@despatch/domain/orders/line-value'
import countries from 'i18n-iso-countries/index.js'

/** Checks of new and amended orders that only the server can make. Each returns the invalid fields with the remedy. */

type Items = CreateOrder['items']

/** Unknown countries. */
export function countryProblems({ country }: { country: string }): FieldProblem[] {
  return countries.isValid(country) ? [] : [{ path: 'country', message: 'Choose a country' }]
}

/** Unknown SKUs, and SKUs without a price, and invalid line values. */
export function lineProblems(
  items: Items,
  { prices, lines }: { prices: ReadonlyMap<string, Money>; lines: readonly { total: Money }[] },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  items.forEach(({ SKU }, index) => {
    if (!prices.has(SKU))
      problems.push({ path: `items.${index}.SKU`, message: `SKU ${SKU} doesn’t exist. Choose one from the list` })
  })
  lines.forEach(({ total }, index) => {
    const message = lineValueProblem(total)
    if (message)
      problems.push({ path: `items.${index}.${items[index]?.totalValue ? 'totalValue' : 'quantity'}`, message })
  })
  return problems
}

/**
 * Limits from the client's flags (Client Specific Parameters). An order that exceeds them already may keep its number
 * of lines.
 */
export function flagProblems(
  items: Items,
  flags: { new_order_line: boolean; order_line_value: boolean },
  linesBefore = 1,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (!flags.new_order_line && items.length > Math.max(1, linesBefore))
    problems.push({ path: `items.${Math.max(1, linesBefore)}`, message: 'This client’s orders have one line' })
  if (!flags.order_line_value)
    items.forEach(({ totalValue }, index) => {
      if (totalValue)
        problems.push({
          path: `items.${index}.totalValue`,
          message: 'Leave the value empty. This client uses the SKU’s own value',
        })
    })
  return problems
}

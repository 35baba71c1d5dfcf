import type { CreateOrder } from '@despatch/contract/orders/create/create-order'
import type { FieldProblem } from '@despatch/contract/route/problem'
import type { Money } from '@despatch/domain/money/money'
import { lineValueProblem } from '@despatch/domain/orders/line-value'
import countries from 'i18n-iso-countries/index.js'

/**
 * What of an order only the server can know, whether it is created or amended: each check answers the fields that are wrong,
 * with what would be right.
 */

type Items = CreateOrder['items']

/** Countries there are. */
export function countryProblems({ country }: { country: string }): FieldProblem[] {
  return countries.isValid(country) ? [] : [{ path: 'country', message: 'Choose a country' }]
}

/** The client's SKUs (those with a price), and what lines of them are worth. */
export function lineProblems(
  items: Items,
  { prices, lines }: { prices: ReadonlyMap<string, Money>; lines: readonly { total: Money }[] },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  items.forEach(({ SKU }, index) => {
    if (!prices.has(SKU))
      problems.push({ path: `items.${index}.SKU`, message: `There is no SKU ${SKU}: choose one from the list` })
  })
  lines.forEach(({ total }, index) => {
    const message = lineValueProblem(total)
    if (message)
      problems.push({ path: `items.${index}.${items[index]?.totalValue ? 'totalValue' : 'quantity'}`, message })
  })
  return problems
}

/**
 * What the client's flags do not let an order have (Client Specific Parameters). One that has more lines than they allow
 * already may keep as many.
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
          message: 'The value of this client’s lines is the SKU’s own: leave it empty',
        })
    })
  return problems
}

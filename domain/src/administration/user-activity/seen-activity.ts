import type { Visibility } from '../clients/visibility.ts'

type State = Readonly<Record<string, unknown>> | null
type Act = {
  readonly user: string | null
  readonly by: string
  readonly act: string
  readonly object: string
  readonly before: State
  readonly after: State
}

/**
 * An act as a reader may see it: without staff names, the content of rules, and rule book versions, unless they may see
 * these.
 */
export function visibleActivity<Row extends Act>(row: Row, sees: Visibility, nameOf: (name: string) => string): Row {
  const by = nameOf(row.by)
  const isOfRules = row.act.startsWith('rule-book.')
  const seesRules = sees.costs && sees.capacities && sees.otherMethods
  // The decision hides the reason of a manual choice from them as well.
  const isOfChoice = row.act === 'order.carrier-chosen'
  const isHidden = (isOfRules && !seesRules) || (isOfChoice && !sees.otherMethods)
  const state = (value: State) => (isHidden ? null : visibleState(value, sees, nameOf))
  return {
    ...row,
    by,
    user: by === row.by ? row.user : null,
    object: isOfRules && !sees.otherMethods ? row.object.replace(/: rule book \d+$/, '') : row.object,
    before: state(row.before),
    after: state(row.after),
  }
}

function visibleState(state: State, sees: Visibility, nameOf: (name: string) => string): State {
  if (!state) return state
  return Object.fromEntries(
    Object.entries(state)
      .filter(([field]) => field !== 'ruleBookVersion' || sees.otherMethods)
      .map(([field, value]) => [field, field === 'by' && typeof value === 'string' ? nameOf(value) : value]),
  )
}

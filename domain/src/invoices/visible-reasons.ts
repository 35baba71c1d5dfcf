import type { Visibility } from '../administration/clients/visibility.ts'
import type { Reason } from './judging/reasons.ts'

type Viewer = {
  /** Whether the user is one of the operator's staff. */
  readonly isOperator: boolean
  readonly sees: Visibility
}

/**
 * The reasons of a row that a user may see: a client user sees that something was billed before, but not on which
 * invoice and line; names, versions of the rule book and other methods depend on visibility.
 */
export const visibleReasons = (reasons: readonly Reason[], { isOperator, sees }: Viewer): readonly Reason[] =>
  reasons
    .filter(({ kind }) => isOperator || kind !== 'already billed')
    .map((reason) => (sees.staffNames ? reason : nameless(reason)))
    .map((reason) => (sees.otherMethods ? reason : ofOneMethod(reason)))

/** A reason for a carrier: without who entered a price, when, and in which version of the operator's rule book. */
export function reasonForCarrier(reason: Reason): Reason {
  const visible = ofOneMethod(nameless(reason))
  return visible.kind === 'price' ? { ...visible, entered: undefined } : visible
}

/** Removes who set or agreed something. */
function nameless(reason: Reason): Reason {
  if (reason.kind === 'price') return { ...reason, setBy: '' }
  return reason.kind === 'agreed charge' ? { ...reason, by: '' } : reason
}

/** Removes versions of the rule book and other methods. */
function ofOneMethod(reason: Reason): Reason {
  if (reason.kind === 'price') return { ...reason, setIn: null }
  if (reason.kind === 'our change') return { ...reason, decidedVersion: null }
  return reason.kind === 'not judged' && reason.why === 'several methods' ? { ...reason, detail: '' } : reason
}

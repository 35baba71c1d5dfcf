import type { Visibility } from '../administration/clients/visibility.ts'
import type { Reason } from './reconciliation/reasons.ts'

type Onlooker = {
  /** Whether it is one of the operator's staff. */
  readonly isOperator: boolean
  readonly sees: Visibility
}

/**
 * The reasons of a row as someone may see them: a user of a client is told that something was billed before, not on which
 * invoice and line; names, versions of the rule book and other methods are told to those who see these.
 */
export const seenReasons = (reasons: readonly Reason[], { isOperator, sees }: Onlooker): readonly Reason[] =>
  reasons
    .filter(({ kind }) => isOperator || kind !== 'already billed')
    .map((reason) => (sees.staffNames ? reason : nameless(reason)))
    .map((reason) => (sees.otherMethods ? reason : ofOneMethod(reason)))

/** A reason as a carrier is told it: neither who entered a price, nor when, nor in which version of the operator's rule book. */
export function carriersReason(reason: Reason): Reason {
  const told = ofOneMethod(nameless(reason))
  return told.kind === 'price' ? { ...told, entered: undefined } : told
}

/** A reason that does not say who set or agreed something. */
function nameless(reason: Reason): Reason {
  if (reason.kind === 'price') return { ...reason, setBy: '' }
  return reason.kind === 'agreed charge' ? { ...reason, by: '' } : reason
}

/** A reason that tells of no version of the rule book and no other method. */
function ofOneMethod(reason: Reason): Reason {
  if (reason.kind === 'price') return { ...reason, setIn: null }
  if (reason.kind === 'our change') return { ...reason, decidedVersion: null }
  return reason.kind === 'not judged' && reason.why === 'several methods' ? { ...reason, detail: '' } : reason
}

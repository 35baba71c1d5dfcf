import { Button } from '@mantine/core'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { decisionText } from '@despatch/domain/routing/allocation/decision-text'
import { changesLabel, nearestFirst } from '@despatch/domain/routing/allocation/change-text'
import { methodText, wordingOf, weightLabel } from '@despatch/domain/routing/allocation/decision-labels'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import { DayText, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { costLabel } from './candidate-rows.tsx'
import { choiceLine, isChoiceInForce } from './choice-text.ts'
import { DecisionView } from './decision-view.tsx'
import { stateOf } from '../exceptions-and-history/exception-state.ts'
import styles from './order-carrier.module.css'
import { RouteLinks, EntryLink } from '../rule-book/rule-link.tsx'

/** The number of candidates whose nearest change is shown with an exception; 'Why?' shows the others. */
const NEAREST = 3
const MULTI_BOX = 'carrierRoutingControl.multiBoxProductsRouting'

type ConsignmentViewProps = {
  readonly decision: ConsignmentDecision
  /** The currency of the costs. */
  readonly currency: string
  /** Whether the reasons are open initially. */
  readonly isOpenInitially?: boolean
  /** The button to choose another carrier, if still possible. */
  readonly choosing?: ReactNode
  /** The number of consignments of the order. */
  readonly of: number
  /** The current version of the rule book. */
  readonly versionNow: number | undefined
}

/** Shows one consignment of an order: its carrier, cost and day, or why it has none. 'Why?' opens the reasons. */
export function ConsignmentView({
  decision,
  currency,
  isOpenInitially = false,
  choosing,
  of,
  versionNow,
}: ConsignmentViewProps) {
  const [isOpen, opening] = useDisclosure(isOpenInitially)
  const sees = useVisibility()
  const { number, state, consignment, decided, why, at, by, byHand } = decision
  const chosen = decided.candidates.find(({ clientMethodID }) => clientMethodID === decided.chosen)
  const answer = decisionText(decided, consignment, {
    isByHand: isChoiceInForce(byHand),
    seesOthers: sees.otherMethods,
    currency,
  })
  const name = of > 1 ? `Consignment ${number}` : 'The consignment'
  return (
    <article className={styles.consignment} aria-label={name}>
      <div className={styles.title}>
        {of > 1 && <h3>{name}</h3>}
        <Status meaning={stateOf(state).meaning}>{stateOf(state).word}</Status>
        {decided.candidates.length > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={opening.toggle}>
            Why?
          </Button>
        )}
        {choosing}
      </div>
      {isOpen && answer && <p className={styles.answer}>{answer}.</p>}
      {!chosen && <Exception decision={decision} why={why} currency={currency} />}
      <dl className={styles.facts}>
        {chosen && (
          <>
            <Fact name="Carrier">{chosen.carrierName}</Fact>
            <Fact name="Service">{chosen.methodDescription}</Fact>
            {sees.costs && <Fact name="Cost">{costLabel(chosen.cost, currency)}</Fact>}
          </>
        )}
        <Fact name="Despatch date">
          <DayText day={consignment.despatchDay} />
        </Fact>
        {consignment.parcels.length > 0 && <Fact name="Parcels">{parcelsText(consignment.parcels)}</Fact>}
        {of > 1 && <Fact name="SKUs">{consignment.skus.join(', ')}</Fact>}
      </dl>
      {byHand && <p className={styles.choice}>{choiceLine(byHand, currency)}.</p>}
      <p className={styles.remark}>
        Decided <MomentText at={at} />, by {by}
        <RulesThen version={decided.ruleBookVersion} versionNow={versionNow} />
        {isOpen && consignment.termsAt && (
          <>
            {' '}
            Carriers’ terms as of <MomentText at={consignment.termsAt} />.
          </>
        )}
      </p>
      {isOpen && (
        <div className={styles.why}>
          <DecisionView
            decided={decided}
            consignment={consignment}
            currency={currency}
            isByHand={isChoiceInForce(byHand)}
          />
        </div>
      )}
    </article>
  )
}

/** The version of the rules, for users who may see what other versions would decide. */
function RulesThen({
  version,
  versionNow,
}: {
  readonly version: number | undefined
  readonly versionNow: number | undefined
}) {
  if (version === undefined || versionNow === undefined) return '.'
  return version === versionNow
    ? `, by version ${version} of the rules, which is in force.`
    : `, by version ${version} of the rules. The rules have changed since: version ${versionNow} is in force.`
}

function Exception({
  decision: { consignment, decided, conflict },
  why,
  currency,
}: Pick<ConsignmentViewProps, 'decision' | 'currency'> & { why: string }) {
  const wording = wordingOf(consignment, decided.candidates, currency)
  const opensRules = useCanOpen('carrierRoutingControl.productFixedRoutingBySku', MULTI_BOX)
  const nearest = conflict ? [] : nearestFirst(decided.candidates).slice(0, NEAREST)
  return (
    <div className={styles.exception}>
      <p>{why}.</p>
      {conflict && opensRules && (
        <p>
          Set in <RouteLinks holds={conflict.holds} /> and <EntryLink leaf={MULTI_BOX}>Multi Box Products</EntryLink>.
        </p>
      )}
      {nearest.length > 0 && (
        <>
          <p>How to make these eligible:</p>
          <ul>
            {nearest.map((candidate) => (
              <li key={candidate.clientMethodID}>
                <strong>{methodText(candidate)}</strong>: {changesLabel(candidate, wording)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A line shows at most this many weights. */
const MAX_WEIGHTS = 6

/** The number of parcels and their weights: '3 (12 kg, 2 × 0.5 kg)'. */
function parcelsText(parcels: ConsignmentDecision['consignment']['parcels']): string {
  const weights = new Map<number, number>()
  for (const { weight } of parcels) weights.set(weight, (weights.get(weight) ?? 0) + 1)
  const each = [...weights].map(([weight, count]) => (count > 1 ? `${count} × ` : '') + weightLabel(weight))
  const others = each.length - MAX_WEIGHTS
  return `${parcels.length} (${each.slice(0, MAX_WEIGHTS).join(', ')}${others > 0 ? ` and ${others} more` : ''})`
}

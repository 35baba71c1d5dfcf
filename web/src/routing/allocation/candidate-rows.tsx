import { Button } from '@mantine/core'
import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import { differenceText } from '@despatch/domain/routing/allocation/by-hand'
import { changesLabel } from '@despatch/domain/routing/allocation/change-text'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import type { Wording } from '@despatch/domain/routing/allocation/decision-labels'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { CostParts } from '@despatch/domain/routing/terms/cost-parts'
import { costSumText } from '@despatch/domain/routing/terms/terms-text'
import { formatPrice } from '@despatch/domain/money/money'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { CostPartsTable } from './cost-parts.tsx'
import styles from './decision.module.css'
import { VerdictTable } from './verdict-table.tsx'

const SHOWN = 8

type CandidateRowsProps = {
  readonly candidates: readonly CandidateAnswer[]
  /** The id of the chosen method; null if none was chosen. */
  readonly chosen: string | null
  readonly isByHand: boolean
  /** The cost of the cheapest eligible method, to compare with; undefined if none is eligible. */
  readonly cheapest: number | undefined
  readonly columns: number
  readonly wording: Wording
  readonly sees: Visibility
}

/** Rows of candidates: the first ones, and the rest on request. */
export function CandidateRows({ candidates, ...shared }: CandidateRowsProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? candidates : candidates.slice(0, SHOWN)
  return (
    <>
      {shown.map((candidate) => (
        <CandidateRow key={candidate.clientMethodID} candidate={candidate} {...shared} />
      ))}
      {candidates.length > SHOWN && (
        <tr>
          {shared.sees.costs && <td />}
          <td colSpan={shared.columns - Number(shared.sees.costs)}>
            <Button variant="subtle" size="compact-sm" ml={-8} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? 'Show fewer' : `Show all ${candidates.length}`}
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

type OneProps = Omit<CandidateRowsProps, 'candidates'> & { readonly candidate: CandidateAnswer }

function CandidateRow({ candidate, chosen, isByHand, cheapest, columns, wording, sees }: OneProps) {
  const isChosen = candidate.clientMethodID === chosen
  const [isOpen, opening] = useDisclosure()
  const { rank, cost = null, costParts, transitDays, isEligible, carrierName, carrierService } = candidate
  const sum = costParts && costSumText(costParts as CostParts, wording.currency)
  return (
    <Fragment>
      <tr data-chosen={isChosen || undefined}>
        {sees.costs && <td className={styles.number}>{rank ?? '–'}</td>}
        <th scope="row">
          <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={opening.toggle}>
            <IconChevronRight size={14} aria-hidden className={styles.chevron} />
            {candidate.methodDescription}
          </button>
          <div className={styles.beneath}>
            {carrierName}, {carrierService}
            {isChosen && <strong> · {isByHand ? 'chosen by hand' : 'chosen'}</strong>}
          </div>
          {sum && <div className={styles.beneath}>{sum}</div>}
          {!isEligible && candidate.changes.length > 0 && (
            <div className={styles.beneath}>Eligible if: {changesLabel(candidate, wording)}</div>
          )}
        </th>
        {sees.costs && <td className={styles.number}>{costLabel(cost, wording.currency)}</td>}
        {cheapest !== undefined && (
          <td className={`${styles.number} ${styles.difference}`}>
            {cost === null ? '' : cost === cheapest ? '–' : differenceText(cost - cheapest, wording.currency)}
          </td>
        )}
        <td className={styles.number}>
          {transitDays} {transitDays === 1 ? 'day' : 'days'}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.within}>
          <td colSpan={columns}>
            {costParts && (
              <CostPartsTable
                method={candidate.methodDescription}
                cost={costLabel(cost, wording.currency)}
                parts={costParts}
                currency={wording.currency}
              />
            )}
            <VerdictTable candidate={candidate} wording={wording} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** A cost, or 'No price'. */
export const costLabel = (cost: number | null = null, currency: string) =>
  cost === null ? 'no price' : money(cost, currency)

/** '£4.50', from ten-thousandths of the currency's main unit. */
export const money = (cost: number, currency: string) => formatPrice(costText(cost), currency)

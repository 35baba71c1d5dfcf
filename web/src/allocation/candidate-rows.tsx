import { Button } from '@mantine/core'
import type { CandidateAnswer } from '@despatch/contract/allocation/explanation'
import { changesWords } from '@despatch/domain/allocation/change-words'
import type { Telling } from '@despatch/domain/allocation/telling'
import { costText } from '@despatch/domain/allocation/units'
import { formatExactMoney } from '@despatch/domain/money/money'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import styles from './decision.module.css'
import { VerdictTable } from './verdict-table.tsx'

const SHOWN = 8

type Given = {
  readonly candidates: readonly CandidateAnswer[]
  /** What the cheapest that may be chosen costs; undefined where none may: then there is nothing to compare with. */
  readonly cheapest: number | undefined
  readonly columns: number
  readonly telling: Telling
}

/** Candidates of a decision as rows: the first of them, and the others when they are asked for. */
export function CandidateRows({ candidates, ...shared }: Given) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? candidates : candidates.slice(0, SHOWN)
  return (
    <>
      {shown.map((candidate) => (
        <CandidateRow key={candidate.clientMethodID} candidate={candidate} {...shared} />
      ))}
      {candidates.length > SHOWN && (
        <tr>
          <td />
          <td colSpan={shared.columns - 1}>
            <Button variant="subtle" size="compact-sm" ml={-8} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? 'Show fewer' : `Show all ${candidates.length}`}
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

type OneGiven = Omit<Given, 'candidates'> & { readonly candidate: CandidateAnswer }

function CandidateRow({ candidate, cheapest, columns, telling }: OneGiven) {
  const [isOpen, opening] = useDisclosure()
  const { rank, cost, transitDays, isEligible, carrierName, carrierService, methodDescription } = candidate
  return (
    <Fragment>
      <tr data-chosen={rank === 1 || undefined}>
        <td className={styles.number}>{rank ?? '–'}</td>
        <th scope="row">
          <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={opening.toggle}>
            <IconChevronRight size={14} aria-hidden className={styles.chevron} />
            {methodDescription}
          </button>
          <div className={styles.beneath}>
            {carrierName}, {carrierService}
            {rank === 1 && <strong> · chosen</strong>}
          </div>
          {!isEligible && <div className={styles.beneath}>Nearest change: {changesWords(candidate, telling)}</div>}
        </th>
        <td className={styles.number}>{cost === null ? 'no price' : money(cost)}</td>
        {cheapest !== undefined && (
          <td className={styles.number}>{cost === null ? '' : difference(cost - cheapest)}</td>
        )}
        <td className={styles.number}>
          {transitDays} {transitDays === 1 ? 'day' : 'days'}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.within}>
          <td colSpan={columns}>
            <VerdictTable candidate={candidate} telling={telling} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** '£4.50', of a cost in ten-thousandths of a pound. */
export const money = (cost: number) => formatExactMoney(costText(cost))

function difference(by: number): string {
  if (by === 0) return '–'
  return by > 0 ? `+${money(by)}` : `−${money(-by)}`
}

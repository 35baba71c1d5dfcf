import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { TableProblem } from '../list/table-states.tsx'

type ReportProblemProps = {
  readonly error: unknown
  readonly onRetry: () => void
  /** Beside figures that are there. */
  readonly isInline?: boolean
}

/** Why a report shows no figures: specification 8, and the server's own words where they say more. */
export function ReportProblem(given: ReportProblemProps) {
  return <TableProblem {...given} title={REPORT_FAILED} />
}

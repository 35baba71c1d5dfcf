import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { TableProblem } from '../list/table-states.tsx'

type ReportProblemProps = {
  readonly error: unknown
  readonly onRetry: () => void
  /** Shown beside existing figures. */
  readonly isInline?: boolean
}

/** The reason why a report shows no figures: specification 8's message, and the server's. */
export function ReportProblem(props: ReportProblemProps) {
  return <TableProblem {...props} title={REPORT_FAILED} />
}

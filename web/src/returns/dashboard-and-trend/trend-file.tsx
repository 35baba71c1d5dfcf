import { Button, Progress } from '@mantine/core'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { useExport } from '../../kit/exports/use-export.ts'
import { call, callFile } from '../../kit/server/call.ts'
import type { FigureSearch } from './figure-search.ts'

/** Specification 9. */
const FILE_NAME = 'Returns Trend Report.xlsx'

/** Exports the trend report with the calls of the specification. */
export function TrendFile({ search }: { readonly search: FigureSearch }) {
  const { percent, make } = useExport()
  const start = () =>
    make({
      create: (options) => call(returnFigures.createTrendReport, { body: search }, options),
      ask: (exportId, options) => call(returnFigures.getTrendReport, { query: { exportId } }, options),
      fetch: (exportId, options) => callFile(returnFigures.getTrendReportFile, { query: { exportId } }, options),
      fileName: FILE_NAME,
      done: 'The Returns Trend Report is ready.',
      failed: REPORT_FAILED,
    })
  return (
    <Button
      ml="auto"
      loading={percent !== undefined}
      loaderProps={{
        children: <Progress w={120} value={percent ?? 0} aria-label={`Creating the report: ${percent ?? 0}%`} />,
      }}
      onClick={() => void start()}
    >
      Export report
    </Button>
  )
}

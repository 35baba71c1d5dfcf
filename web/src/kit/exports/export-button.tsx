import { Button, Menu, Progress } from '@mantine/core'
import { reportFiles } from '@despatch/contract/reports/report-files'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { IconDownload } from '@tabler/icons-react'
import { call, callFile } from '../server/call.ts'
import { useEmbeddedReport } from './use-embedded-report.ts'
import { useExport } from './use-export.ts'

type ExportButtonProps = {
  readonly report: ReportName
  /** Days as 2026-01-05. */
  readonly period: { readonly startDate: string; readonly endDate: string }
  /** The screen's filters, named as in its address. Empty ones are left out. */
  readonly filters?: Readonly<Record<string, string>>
  /** The number of rows behind the screen's figures. A file with another number says that the data changed since. */
  readonly shownRows?: number | undefined
}

const FORMATS = [
  ['XLSX', 'Excel (XLSX)'],
  ['CSV', 'CSV'],
] as const

const PAGES = [
  ['PDF', 'PDF'],
  ['PPTX', 'PowerPoint (PPTX)'],
] as const

/**
 * The 'Export' button of a report's screen, as in the specification, with its progress. Works for every report in
 * server/src/exported-reports.ts.
 */
export function ExportButton({ report, period, filters = {}, shownRows }: ExportButtonProps) {
  const { percent, make } = useExport()
  const { title } = REPORTS[report]
  const { data: shown } = useEmbeddedReport(report)
  // Formats that only Power BI can create. For a paginated report, Power BI also creates the others.
  const pages = PAGES.filter(([format]) => shown?.embedded?.formats.includes(format))

  function start(format: (typeof FORMATS | typeof PAGES)[number][0]) {
    const usedFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
    const body = {
      reportName: report,
      ...period,
      format,
      filters: usedFilters,
      ...(shownRows !== undefined && { shownRows }),
    }
    const queryOf = (exportId: string) => ({ reportName: report, exportId })
    void make({
      create: (options) => call(reportFiles.create, { body }, options),
      ask: (exportId, options) => call(reportFiles.status, { query: queryOf(exportId) }, options),
      fetch: (exportId, options) => callFile(reportFiles.file, { query: queryOf(exportId) }, options),
      fileName: `${title.replaceAll(':', ' -')}.${format.toLowerCase()}`,
      done: `${title} is ready.`,
    })
  }

  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          ml="auto"
          leftSection={<IconDownload size={16} />}
          loading={percent !== undefined}
          loaderProps={{
            children: <Progress w={80} value={percent ?? 0} aria-label={`Creating the file: ${percent ?? 0}%`} />,
          }}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...FORMATS, ...pages].map(([format, label]) => (
          <Menu.Item key={format} onClick={() => start(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

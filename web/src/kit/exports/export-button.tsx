import { Button, Menu, Progress } from '@mantine/core'
import { reportFiles } from '@despatch/contract/reports/report-files'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { IconDownload } from '@tabler/icons-react'
import { call, callFile } from '../server/call.ts'
import { useEmbedded } from './use-embedded.ts'
import { useExport } from './use-export.ts'

type ExportButtonProps = {
  readonly report: ReportName
  /** Days as 2026-01-05. */
  readonly period: { readonly startDate: string; readonly endDate: string }
  /** What the screen is narrowed to, by the names of its address; those without a value are left out. */
  readonly filters?: Readonly<Record<string, string>>
  /** How many rows are behind what the screen shows: a file of another number of rows says that they changed since. */
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
 * 'Export' of a report's screen, as CSV or XLSX: the specification's behaviour, with progress on the button. Takes any
 * report that the server has an `ExportedReport` of (server/src/exported-reports.ts).
 */
export function ExportButton({ report, period, filters = {}, shownRows }: ExportButtonProps) {
  const { percent, make } = useExport()
  const { title } = REPORTS[report]
  const { data: shown } = useEmbedded(report)
  // What Power BI alone makes; a paginated report's rows are Power BI's too.
  const pages = PAGES.filter(([format]) => shown?.embedded?.formats.includes(format))

  function start(format: (typeof FORMATS | typeof PAGES)[number][0]) {
    const narrowed = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
    const body = {
      reportName: report,
      ...period,
      format,
      filters: narrowed,
      ...(shownRows !== undefined && { shownRows }),
    }
    const queryOf = (exportId: string) => ({ reportName: report, exportId })
    void make({
      create: (given) => call(reportFiles.create, { body }, given),
      ask: (exportId, given) => call(reportFiles.status, { query: queryOf(exportId) }, given),
      fetch: (exportId, given) => callFile(reportFiles.file, { query: queryOf(exportId) }, given),
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
            children: <Progress w={80} value={percent ?? 0} aria-label={`The file is being made: ${percent ?? 0}%`} />,
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

import { Button, Progress } from '@mantine/core'
import { returnFigures } from '@despatch/contract/returns/figures/return-figures'
import { DOWNLOAD_FAILED, EXPORT_NOT_CREATED, REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { useEffect, useRef, useState } from 'react'
import { refreshExports } from '../../kit/exports/exports-menu.tsx'
import { watchExport } from '../../kit/exports/watch-export.ts'
import { saveFile } from '../../kit/list/columns/save-file.ts'
import { notify } from '../../kit/notify/notify.ts'
import { isAbort, messageOf } from '../../kit/server/api-error.ts'
import { call, callFile } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import type { FigureSearch } from './figure-search.ts'

/** Specification 9. */
const FILE_NAME = 'Returns Trend Report.xlsx'

/** Makes the trend report as a file: it is asked for, watched, and saved when it is there. It goes on without this tab. */
export function TrendFile({ search }: { readonly search: FigureSearch }) {
  const [percent, setPercent] = useState<number>()
  const watching = useRef<AbortController>(undefined)
  useEffect(() => () => watching.current?.abort(), [])

  async function make() {
    const controller = new AbortController()
    watching.current = controller
    const { signal } = controller
    // The file is of the client that is selected now, whichever is later.
    const client = session.store.get().client
    setPercent(0)
    try {
      const { exportId } = await call(returnFigures.createTrendReport, { body: search }, { signal, client })
      if (!exportId) throw new Error(EXPORT_NOT_CREATED)
      void refreshExports()
      const query = { exportId }
      await watchExport({
        ask: (of) => call(returnFigures.getTrendReport, { query }, { signal: of, client }),
        onProgress: setPercent,
        signal,
        failed: REPORT_FAILED,
      })
      const file = await callFile(returnFigures.getTrendReportFile, { query }, { signal, client })
      if (file.size === 0) throw new Error(DOWNLOAD_FAILED)
      saveFile(file, FILE_NAME)
      notify.success('The Returns Trend Report is ready.')
    } catch (error) {
      if (!isAbort(error)) notify.danger(messageOf(error))
    } finally {
      if (!signal.aborted) setPercent(undefined)
      void refreshExports()
    }
  }

  return (
    <Button
      ml="auto"
      loading={percent !== undefined}
      loaderProps={{
        children: <Progress w={120} value={percent ?? 0} aria-label={`The report is being made: ${percent ?? 0}%`} />,
      }}
      onClick={() => void make()}
    >
      Export the report
    </Button>
  )
}

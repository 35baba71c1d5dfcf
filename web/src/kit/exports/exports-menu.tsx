import { Button, Progress } from '@mantine/core'
import { reportFiles } from '@despatch/contract/reports/report-files'
import { exportsRoom, type ExportJob } from '@despatch/contract/route/exports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '../browser/store.ts'
import { MomentText } from '../list/columns/cells.tsx'
import { saveFile } from '../list/export/save-file.ts'
import { useDangerNotice } from '../notify/use-danger-notice.ts'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'
import { call, callFile } from '../server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../server/query-client.ts'
import { session } from '../session/session-store.ts'
import { CountedPopover } from '../ui/counted-popover.tsx'
import styles from './exports.module.css'
import { exportsShown } from './exports-shown.ts'
import { takeExportsLink } from './exports-link.ts'
import { isUnderWay, useReadyNotices } from './use-ready-notices.ts'

const SubscriptionsDrawer = lazy(() =>
  import('./subscriptions-drawer.tsx').then((room) => ({ default: room.SubscriptionsDrawer })),
)

const EVERY_MS = 1000
/** Files of all the user's clients, whichever is selected. */
const OF_ALL = { client: ALL_CLIENTS }
const KEY = ['exports']

/** Refreshes the list of the user's files after they requested another. */
export const refreshExports = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), queryClient.invalidateQueries({ queryKey: ['home'] })])

/** Downloads a finished file and lets the browser save it. Throws as `callFile` does. */
export async function saveExport(
  { exportId, fileName, report, isOfPowerBi }: Pick<ExportJob, 'exportId' | 'fileName' | 'report' | 'isOfPowerBi'>,
  part: 'file' | 'manifest' = 'file',
) {
  const file = await (isOfPowerBi
    ? callFile(reportFiles.file, { query: { reportName: report, exportId } }, OF_ALL)
    : callFile(exportsRoom.file, { query: { exportId, part } }, OF_ALL))
  saveFile(file, part === 'file' ? fileName : fileName.replace(/\.csv$/, ' - about this file.csv'))
}

/** The user's files. The progress of Power BI's files is updated first: only the status call asks Power BI for it. */
async function listFiles(options: { readonly client: string; readonly signal: AbortSignal }) {
  const listed = await call(exportsRoom.list, {}, options)
  const unfinished = listed.exports.filter((job) => job.isOfPowerBi && (isUnderWay(job) || job.status === 'Undefined'))
  await Promise.allSettled(
    unfinished.map(({ report, exportId }) =>
      call(reportFiles.status, { query: { reportName: report, exportId } }, options),
    ),
  )
  return unfinished.length > 0 ? call(exportsRoom.list, {}, options) : listed
}

/** The user's export files, available on every screen, with their progress and errors. */
export function ExportsMenu() {
  const which = useStore(exportsShown)
  const client = useStore(session.store, (now) => now.client)
  const hasClients = useStore(session.store, ({ clients }) => clients.length > 0)
  const isOpen = which !== 'none'
  const isOfFailed = which === 'failed'
  const setIsOpen = (opens: boolean) => exportsShown.set(opens ? 'all' : 'none')
  useEffect(() => {
    if (takeExportsLink()) exportsShown.set('all')
  }, [])
  const [byMail, setByMail] = useState<'unasked' | 'open' | 'closed'>('unasked')
  const query = useQuery({
    queryKey: isOfFailed ? [...KEY, client] : KEY,
    queryFn: ({ signal }) => listFiles({ ...(isOfFailed ? { client } : OF_ALL), signal }),
    // Also while the list is closed: files requested before the page was loaded, or elsewhere, may be under way.
    enabled: isOpen || hasClients,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? EVERY_MS : isOpen && BACKGROUND_REFETCH_MS),
  })
  useDangerNotice(isOpen && query.error ? messageOf(query.error) : undefined)
  useReadyNotices(query.data?.exports)
  const files = (query.data?.exports ?? []).filter(({ isFailed }) => isFailed || !isOfFailed)
  const underWay = files.filter(isUnderWay).length
  return (
    <>
      <CountedPopover
        title="My exports"
        label={underWay > 0 ? `My exports, ${underWay} being made` : 'My exports'}
        icon={<IconFileDownload size={18} />}
        count={underWay}
        width={400}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <strong>{isOfFailed ? 'My exports that failed' : 'My exports'}</strong>
        {isOfFailed && (
          <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
            Show all
          </Button>
        )}
        {files.length === 0 ? (
          <p className={styles.remark}>
            {query.isPending && isOpen
              ? 'Loading…'
              : isOfFailed
                ? 'None failed.'
                : 'No files yet. A file is kept for 24 hours.'}
          </p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keyboard
          <ul className={styles.files} tabIndex={0} aria-label="Newest first">
            {files.map((file) => (
              <File key={file.exportId} file={file} />
            ))}
          </ul>
        )}
        <Button
          size="compact-sm"
          variant="light"
          mt="xs"
          onClick={() => {
            setIsOpen(false)
            setByMail('open')
          }}
        >
          Email reports
        </Button>
      </CountedPopover>
      {byMail !== 'unasked' && (
        <Suspense>
          <SubscriptionsDrawer opened={byMail === 'open'} onClose={() => setByMail('closed')} />
        </Suspense>
      )}
    </>
  )
}

function stateText({ status, percentComplete, rows, shownRows, error, hasFile, isOfPowerBi }: ExportJob): string {
  if (status === 'NotStarted') return 'Waiting'
  if (status === 'Running') return `${percentComplete}%`
  if (status === 'Undefined') return error || 'This export stopped. Start it again.'
  if (status === 'Failed') return error
  if (!hasFile) return 'Expired'
  if (isOfPowerBi) return 'Made by Power BI'
  const [inFile, onScreen] = [rows, shownRows ?? rows].map((count) => count.toLocaleString('en-GB'))
  const change = inFile === onScreen ? '' : ` (changed since: ${onScreen} → ${inFile})`
  return `${inFile} ${rows === 1 ? 'row' : 'rows'}${change}`
}

function File({ file }: { readonly file: ExportJob }) {
  const { exportId, fileName, askedAt, format, hasFile, percentComplete, isOfPowerBi } = file
  const act = (work: () => Promise<unknown>) =>
    void work()
      .then(refreshExports)
      .catch((error: unknown) => notify.danger(messageOf(error)))
  return (
    <li className={styles.file}>
      <span>
        {fileName} <MomentText at={askedAt} />
      </span>
      {isUnderWay(file) && (
        <Progress value={percentComplete} size="sm" aria-label={`${fileName}: ${percentComplete}%`} />
      )}
      <span className={styles.remark}>{stateText(file)}</span>
      <span className={styles.acts}>
        {hasFile && (
          <Button size="compact-xs" variant="default" onClick={() => act(() => saveExport(file))}>
            Download
          </Button>
        )}
        {hasFile && format === 'csv' && !isOfPowerBi && (
          <Button size="compact-xs" variant="subtle" onClick={() => act(() => saveExport(file, 'manifest'))}>
            About this file
          </Button>
        )}
        {isOfPowerBi ? null : isUnderWay(file) ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => act(() => call(exportsRoom.cancel, { body: { exportId } }, OF_ALL))}
          >
            Cancel
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => act(() => call(exportsRoom.again, { body: { exportId } }, OF_ALL))}
          >
            Export again
          </Button>
        )}
      </span>
    </li>
  )
}

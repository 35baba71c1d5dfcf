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

/** Refreshes the list of the user's files after another was asked for. */
export const refreshExports = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), queryClient.invalidateQueries({ queryKey: ['home'] })])

/** Hands a file that is there to the browser to save. Throws what the call throws. */
export async function saveExport(
  { exportId, fileName, report, isOfPowerBi }: Pick<ExportJob, 'exportId' | 'fileName' | 'report' | 'isOfPowerBi'>,
  part: 'file' | 'manifest' = 'file',
) {
  const file = await (isOfPowerBi
    ? callFile(reportFiles.file, { query: { reportName: report, exportId } }, OF_ALL)
    : callFile(exportsRoom.file, { query: { exportId, part } }, OF_ALL))
  saveFile(file, part === 'file' ? fileName : fileName.replace(/\.csv$/, ' - about this file.csv'))
}

/** The user's files. Power BI is asked about those that it is making: nobody else tells how far they are. */
async function listFiles(given: { readonly client: string; readonly signal: AbortSignal }) {
  const told = await call(exportsRoom.list, {}, given)
  const asked = told.exports.filter((one) => one.isOfPowerBi && (isUnderWay(one) || one.status === 'Undefined'))
  await Promise.allSettled(
    asked.map(({ report, exportId }) => call(reportFiles.status, { query: { reportName: report, exportId } }, given)),
  )
  return asked.length > 0 ? call(exportsRoom.list, {}, given) : told
}

/** The files that one asked for, at hand everywhere: how far each is, what failed and why. */
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
  const asked = useQuery({
    queryKey: isOfFailed ? [...KEY, client] : KEY,
    queryFn: ({ signal }) => listFiles({ ...(isOfFailed ? { client } : OF_ALL), signal }),
    // Unasked too: files may be under way that were asked for before the page was loaded, or elsewhere.
    enabled: isOpen || hasClients,
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? EVERY_MS : isOpen && BACKGROUND_REFETCH_MS),
  })
  useDangerNotice(isOpen && asked.error ? messageOf(asked.error) : undefined)
  useReadyNotices(asked.data?.exports)
  const files = (asked.data?.exports ?? []).filter(({ isFailed }) => isFailed || !isOfFailed)
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
            {asked.isPending && isOpen
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
          Reports by mail
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
  if (status === 'Undefined') return error || 'Nobody is making this file any more. Ask for it again.'
  if (status === 'Failed') return error
  if (!hasFile) return 'No longer kept'
  if (isOfPowerBi) return 'Made by Power BI'
  const [made, shown] = [rows, shownRows ?? rows].map((count) => count.toLocaleString('en-GB'))
  return `${made} ${rows === 1 ? 'row' : 'rows'}${made === shown ? '' : ` (changed since: ${shown} → ${made})`}`
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
            Make again
          </Button>
        )}
      </span>
    </li>
  )
}

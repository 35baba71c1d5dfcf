import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { useCanOpen } from '../kit/session/use-rights.ts'
import fileStyles from '../kit/form/file.module.css'
import styles from './feeds.module.css'
import { feedPath } from './upload-feed.ts'

const KEYS = 'setUpAndControl.userAdministration.apiKeys'
const KEYS_PATH = menuLeaves().find(({ leaf }) => leaf === KEYS)?.path ?? '/'

/** The command with which another system sends this file, using an API key. */
export function ApiKeyCommand({ feed, client }: { feed: Feed; client: string }) {
  const { copied, copy } = useClipboard({ timeout: 1500 })
  const opensKeys = useCanOpen(KEYS)
  const command = [
    `curl -X POST '${window.location.origin}${feedPath(feed)}'`,
    `-H 'client: ${client}'`,
    `-H 'access_token: YOUR_API_KEY'`,
    `-H 'content-type: text/csv'`,
    `-T ${feed}.csv`,
  ].join(' \\\n  ')
  return (
    <details className={fileStyles.details}>
      <summary>From another system</summary>
      <p className={fileStyles.remark}>
        Other systems can send the same file with a key from{' '}
        {opensKeys ? (
          <ScreenLink to={KEYS_PATH} underline="always">
            API Keys
          </ScreenLink>
        ) : (
          'API Keys'
        )}
        . A mapping is named in the address: {feedPath(feed)}?mapping=its-name. NDJSON is sent as application/x-ndjson,
        a workbook (XLSX) as application/octet-stream.
      </p>
      <pre className={styles.command}>{command}</pre>
      <Button variant="default" size="xs" onClick={() => copy(command)}>
        {copied ? 'Copied' : 'Copy command'}
      </Button>
    </details>
  )
}

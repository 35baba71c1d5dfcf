import { Button, Drawer } from '@mantine/core'
import { returns } from '@despatch/contract/returns/returns'
import type { ReturnsBookVersion } from '@despatch/contract/returns/returns-shapes'
import { useQuery } from '@tanstack/react-query'
import { RecordWaiting } from '../kit/form/record-waiting.tsx'
import { InstantText } from '../kit/list/columns/cells.tsx'
import { call } from '../kit/server/call.ts'
import type { DrawerProps } from './check-drawer.tsx'
import { saidAloud } from './said-aloud.ts'
import { returnsVersions } from './returns-queries.ts'
import styles from './returns.module.css'

type VersionsDrawerProps = DrawerProps & { readonly inForce: number; readonly whyNot: string | undefined }

/** Who published what when, and any of it again. */
export function VersionsDrawer({ opened, inForce, whyNot, onClose }: VersionsDrawerProps) {
  const { data, error, refetch } = useQuery({ ...returnsVersions, enabled: opened })
  const bringBack = ({ version }: ReturnsBookVersion) =>
    saidAloud(() => call(returns.bringBack, { params: { version: String(version) }, body: { version: inForce } }))
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Versions">
      {!data ? (
        <RecordWaiting title="Versions" error={error} onRetry={() => void refetch()} />
      ) : data.versions.length === 0 ? (
        <p>Nothing is published yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.versions.map((version) => (
            <li key={version.version}>
              <strong>Version {version.version}</strong>: {version.summary}, by {version.by},{' '}
              {version.at && <InstantText at={version.at} />}
              {version.overrideReason !== '' && (
                <div className={styles.example}>
                  Against the check, because: {version.overrideReason} ({version.overridden.join(' ')})
                </div>
              )}
              {version.version !== inForce && !whyNot && (
                <div>
                  <Button size="xs" variant="default" onClick={() => void bringBack(version)}>
                    Bring back version {version.version}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

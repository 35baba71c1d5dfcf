import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { Status } from '../../kit/list/columns/cells.tsx'
import { draftFindings } from './returns-queries.ts'
import styles from './returns.module.css'

export type DrawerProps = { readonly opened: boolean; readonly onClose: () => void }

/** Findings in the draft, or else the book in force, each with an example return. */
export function CheckDrawer({ opened, onClose }: DrawerProps) {
  const { data, error, refetch } = useQuery({ ...draftFindings, enabled: opened })
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Check">
      {!data ? (
        <RecordLoading title="Check" error={error} onRetry={() => void refetch()} />
      ) : data.findings.length === 0 ? (
        <p>No issues found.</p>
      ) : (
        <ul className={styles.list}>
          {data.findings.map((finding) => (
            <li key={finding.sentence}>
              <Status meaning={finding.isBreach ? 'bad' : 'attention'}>
                {finding.isBreach ? 'Law' : 'Check this'}
              </Status>
              <div>{finding.sentence}</div>
              {finding.example && <div className={styles.example}>For example: {finding.example}.</div>}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { RuleBookVersion } from '@despatch/contract/routing/allocation/allocation'
import { useQuery } from '@tanstack/react-query'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { BringBackDialog } from './rule-book-bring-back.tsx'
import { RuleBookChanges } from './rule-book-changes.tsx'
import { RULE_LEAVES } from './rule-book-places.ts'
import { ruleBookNow } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

type VersionPeekProps = { readonly version: RuleBookVersion | undefined; readonly onClose: () => void }

/** A preview of a version's changes, with a button to bring it back. */
export function VersionPeek({ version, onClose }: VersionPeekProps) {
  return (
    <PeekDrawer of={version} size="xl" title={(shown) => `Version ${shown.version}`} onClose={onClose}>
      {(shown) => <VersionChanges version={shown} onDone={onClose} />}
    </PeekDrawer>
  )
}

function VersionChanges({ version, onDone }: { readonly version: RuleBookVersion; readonly onDone: () => void }) {
  const [isAsking, asking] = useDisclosure()
  const { data: now } = useQuery(ruleBookNow)
  const mayNot = useEditDisabledReason(...RULE_LEAVES)
  const whyNot = mayNot ?? (now?.version === version.version ? 'This is the current version.' : undefined)
  return (
    <>
      <p>{version.summary}</p>
      <p className={styles.remark}>
        {version.at && <MomentText at={version.at} />}, by {version.by}
      </p>
      {version.note && <p>{version.note}</p>}
      {version.warnings.length > 0 && (
        <ul className={styles.remark}>
          {version.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="default"
          data-autofocus
          disabled={!now || whyNot !== undefined}
          onClick={asking.open}
        >
          Restore…
        </Button>
        <DisabledReason reasons={[whyNot]} />
      </div>
      <RuleBookChanges version={version.version} against="before" />
      {now && (
        <BringBackDialog
          version={version.version}
          inForce={now.version}
          opened={isAsking}
          onClose={asking.close}
          onDone={onDone}
        />
      )}
    </>
  )
}

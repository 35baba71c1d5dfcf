import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { actTitle } from '@despatch/domain/administration/user-activity/acts'
import { MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import styles from './activity.module.css'
import { ChangeList } from './change-list.tsx'
import { changesOf } from './changes.ts'

/** The side panel of an act: who, when, for which client, and each field before and after. */
export function ActivityPeek({ act: of, onClose }: { act: ActivityRow | undefined; onClose: () => void }) {
  return (
    <PeekDrawer of={of} size="lg" title={({ act }) => actTitle(act)} onClose={onClose}>
      {(act) => (
        <>
          <dl className={styles.facts}>
            <dt>When</dt>
            <dd>
              <MomentText at={act.at} />
            </dd>
            <dt>Who</dt>
            <dd>{act.by}</dd>
            <dt>Client</dt>
            <dd>{act.client || 'no single client'}</dd>
            <dt>Record</dt>
            <dd>{act.object}</dd>
            {act.requestId && (
              <>
                <dt>Request</dt>
                <dd>
                  <Reference text={act.requestId} />
                </dd>
              </>
            )}
          </dl>
          <h2>Before and after</h2>
          {changesOf(act).length === 0 ? <p className={styles.remark}>No fields changed.</p> : <ChangeList act={act} />}
        </>
      )}
    </PeekDrawer>
  )
}

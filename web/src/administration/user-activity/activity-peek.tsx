import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { actTitle } from '@despatch/domain/administration/user-activity/acts'
import { MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { ChangeList } from './change-list.tsx'
import { changesOf } from './changes.ts'

/** The side panel of an act: who, when, for which client, and each field before and after. */
export function ActivityPeek({ act: of, onClose }: { act: ActivityRow | undefined; onClose: () => void }) {
  return (
    <PeekDrawer of={of} size="lg" title={({ act }) => actTitle(act)} onClose={onClose}>
      {(act) => (
        <>
          <PeekHead
            facts={{
              When: <MomentText at={act.at} />,
              Who: act.by,
              Client: act.client || 'no single client',
              Record: act.object,
              Request: act.requestId && <Reference text={act.requestId} />,
            }}
          />
          <RecordSection
            title="Before and after"
            empty={changesOf(act).length === 0 ? 'No fields changed.' : undefined}
          >
            <ChangeList act={act} />
          </RecordSection>
        </>
      )}
    </PeekDrawer>
  )
}

import { Button, Loader, Modal } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../kit/browser/chunks.ts'
import type { RoleValues } from '../role-values.ts'

// Loaded on demand: it needs the whole contract, which the form does not.
const Preview = lazy(() =>
  loadChunk(() => import('./role-preview-panel.tsx')).then((chunk) => ({ default: chunk.RolePreviewPanel })),
)

type ViewAsRoleProps = {
  /** The saved role; undefined for a new one. */
  readonly role: Role | undefined
  /** The role that a new one is a copy of, if any. */
  readonly original: Role | undefined
  /** The current values of the form. */
  readonly values: () => RoleValues
}

/** 'View as this role': what users of the role would see and could do after saving the form. */
export function ViewAsRole({ role, original, values }: ViewAsRoleProps) {
  const [shown, setShown] = useState<RoleValues>()
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setShown(values())}>
        View as this role
      </Button>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title="View as this role"
        size={1100}
        yOffset="6dvh"
      >
        {shown && (
          <Suspense fallback={<Loader size="sm" aria-label="Loading the preview" />}>
            <Preview role={role} original={original} values={shown} />
          </Suspense>
        )}
      </Modal>
    </>
  )
}

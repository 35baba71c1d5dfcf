import { Button } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { userHead } from './record/user-facts.tsx'

type UserPeekProps = {
  readonly user: User | undefined
  readonly onClose: () => void
  readonly onOpen?: (user: User) => void
}

/** The side panel of a user. */
export function UserPeek({ user, onClose, onOpen }: UserPeekProps) {
  const mayOpen = useCanOpen(ENTRIES.manageUsers)
  return (
    <PeekDrawer of={user} title={({ username }) => <Reference text={username} />} onClose={onClose}>
      {(shown) => (
        <PeekHead
          {...userHead(shown)}
          {...(onOpen &&
            mayOpen && {
              actions: (
                <Button size="xs" data-autofocus onClick={() => onOpen(shown)}>
                  Open user
                </Button>
              ),
            })}
        />
      )}
    </PeekDrawer>
  )
}

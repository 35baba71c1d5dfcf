import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'
import { HOME, type TabActions } from './use-tab-actions.ts'

type TabContextMenuProps = {
  readonly tab: Tab
  readonly actions: TabActions
  readonly onClose: (tab: Tab) => void
  /** The tab itself. */
  readonly children: ReactElement
}

/** The menu of a tab, opened with the right button, the menu key or a long touch. */
export function TabContextMenu({ tab, actions, onClose, children }: TabContextMenuProps) {
  return (
    <Menu position="bottom-start" width={260} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.ContextMenu>{children}</Menu.ContextMenu>
      <Menu.Dropdown aria-label={`Tab ${tab.title}`}>
        <TabItems tab={tab} actions={actions} onClose={onClose} />
      </Menu.Dropdown>
    </Menu>
  )
}

function TabItems({ tab, actions, onClose }: Pick<TabContextMenuProps, 'tab' | 'actions' | 'onClose'>) {
  const { canMove, move, pin, closeOthers, closeRight, last, reopen } = actions
  return (
    <>
      {tab !== HOME && (
        <>
          <Menu.Item onClick={() => pin(tab)}>{tab.isPinned ? 'Unpin' : 'Pin'}</Menu.Item>
          <Menu.Item disabled={!canMove(tab, -1)} onClick={() => move(tab, -1)}>
            Move left
          </Menu.Item>
          <Menu.Item disabled={!canMove(tab, 1)} onClick={() => move(tab, 1)}>
            Move right
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => onClose(tab)}>Close</Menu.Item>
        </>
      )}
      <Menu.Item disabled={actions.otherTabs(tab).length === 0} onClick={() => closeOthers(tab)}>
        Close others
      </Menu.Item>
      {tab !== HOME && (
        <Menu.Item disabled={actions.rightOf(tab).length === 0} onClick={() => closeRight(tab)}>
          Close tabs to the right
        </Menu.Item>
      )}
      {last && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={reopen}>Reopen {last.title}</Menu.Item>
        </>
      )}
    </>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Fragment } from 'react'
import { allScreens, screenAt } from '../../kit/navigation/screens.ts'
import type { Tab } from '../../kit/tabs/tabs.ts'
import styles from './tab-bar.module.css'
import { HOME, type TabActions } from './use-tab-actions.ts'

type TabMenuProps = {
  readonly actions: Pick<TabActions, 'open' | 'activeId' | 'go'>
  /** How many tabs the bar leaves out. */
  readonly leftOut: number
}

/** All open tabs with full titles, grouped by menu entry. Shown if the bar has too little room. */
export function TabMenu({ actions: { open, activeId, go }, leftOut }: TabMenuProps) {
  const groups = [...Map.groupBy(open, entryOf)]
  const item = (tab: Tab) => (
    <Menu.Item key={tab.id} aria-current={tab.id === activeId || undefined} onClick={() => go(tab)}>
      {tab.title}
    </Menu.Item>
  )
  return (
    <Menu
      position="bottom-end"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // A region that scrolls must be reachable by keyboard.
      menuItemTabIndex={0}
      shadow="md"
    >
      <Menu.Target>
        <ActionIcon
          className={styles.more}
          variant="subtle"
          color="gray"
          aria-label="All tabs"
          title={leftOut > 0 ? `All tabs: ${leftOut} more than the bar shows` : 'All tabs'}
        >
          {leftOut > 0 && <span aria-hidden>+{leftOut}</span>}
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {item(HOME)}
        {groups.filter(([, { length }]) => length === 1).flatMap(([, members]) => members.map(item))}
        {groups
          .filter(([, { length }]) => length > 1)
          .map(([title, members]) => (
            <Fragment key={title}>
              <Menu.Label>{title}</Menu.Label>
              {members.map(item)}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The title of the menu entry that a tab belongs to. */
function entryOf({ link }: Tab): string {
  const leaf = screenAt(link.replace(/[?#].*$/, ''))?.leaf
  return allScreens().find((screen) => screen.isEntry && screen.leaf === leaf)?.title ?? ''
}

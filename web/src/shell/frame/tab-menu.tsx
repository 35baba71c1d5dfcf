import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Tab } from '../../kit/tabs/tabs.ts'
import styles from './tab-bar.module.css'

type TabMenuProps = {
  readonly all: readonly Tab[]
  readonly activeId: string
  readonly onGo: (tab: Tab) => void
}

/** All open tabs by their whole titles, where the bar has no room for them. */
export function TabMenu({ all, activeId, onGo }: TabMenuProps) {
  return (
    <Menu
      position="bottom-end"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // What scrolls has to be reached by keyboard.
      menuItemTabIndex={0}
      shadow="md"
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" ml="auto" aria-label="All tabs" title="All tabs">
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {all.map((tab) => (
          <Menu.Item key={tab.id} aria-current={tab.id === activeId || undefined} onClick={() => onGo(tab)}>
            {tab.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

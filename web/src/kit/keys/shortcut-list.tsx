import { Kbd, Modal, Switch } from '@mantine/core'
import { session } from '../session/session-store.ts'
import { isPathOpenTo } from '../navigation/screen-access.ts'
import { updatePreferences, usePreferences } from '../browser/preferences.ts'
import { useStore } from '../browser/store.ts'
import { SHORTCUTS } from './shortcuts.ts'
import styles from './shortcut-list.module.css'

/** The dialog of keyboard shortcuts, which `?` opens. */
export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { letterKeys } = usePreferences()
  const state = useStore(session.store)
  const offered = SHORTCUTS.map(({ where, shortcuts }) => ({
    where,
    shortcuts: shortcuts.filter(({ paths }) => !paths || paths.some((path) => isPathOpenTo(state, path))),
  })).filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="xl">
      <Switch
        label="Single-letter keys"
        description="When off, only Ctrl, Esc, Enter, Delete and the arrow keys work."
        checked={letterKeys}
        onChange={(event) => updatePreferences({ letterKeys: event.currentTarget.checked })}
      />
      <div className={styles.groups}>
        {offered.map(({ where, shortcuts }) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, does, isLetter }) => (
                <div key={does} className={styles.row} data-off={(isLetter && !letterKeys) || undefined}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
